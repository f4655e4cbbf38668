import TrustModel

/// A file of the console, which is part of the program.
///
/// The literals lie in the read-only data of the program, so that files take no memory until a client asks for them.
package struct WebFile: Sendable {
    /// A sequence of bytes that represents the file.
    package struct Form: Sendable {
        /// The strong entity tag, a digest of the bytes.
        package let tag: String
        private let base64: String

        init(tag: String, base64: String) {
            self.tag = tag
            self.base64 = base64
        }

        /// The bytes.
        package var bytes: [UInt8] { (try? Base64.decode(Array(base64.utf8)[...])) ?? [] }
    }

    /// The path in the folder.
    package let name: String
    /// The file as it was written.
    package let plain: Form
    /// The file in the format of gzip.
    package let compressed: Form

    /// The media type.
    package var type: String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
