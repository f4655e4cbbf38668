import COpenAPI

/// The OpenAPI description served at /openapi.yaml.
enum OpenAPIDocument {
    /// The contents of openapi.yaml at build time.
    static let bytes: [UInt8] = unsafe Array(UnsafeBufferPointer(start: copenapi_bytes, count: copenapi_count))
}
