import COpenAPI

/// The contract that is served at /openapi.yaml.
enum OpenAPIDocument {
    /// The bytes of openapi.yaml as they were when the program was built.
    static let bytes: [UInt8] = unsafe Array(UnsafeBufferPointer(start: copenapi_bytes, count: copenapi_count))
}
