import MicrohttpdServer
import StructuredDocuments

/// The media types of requests and responses (RFC 9110 section 8.3).
enum MediaType {
    enum Body: Equatable {
        case json
        /// Certificates only: PEM, DER or PKCS #7, recognized by content.
        case pem
        case lines
        case yaml
        /// A tar archive, for a document with the files that it names.
        case tar
        /// A form (RFC 7578). Web pages can post one without a preflight request; see ``RequestGuard``.
        case form
    }

    /// Returns the format of a body by its Content-Type; nil for an unsupported type.
    static func body(_ contentType: String?) -> Body? {
        guard let contentType else { return nil }
        if contentType.hasSameBytes(as: "application/json") { return .json }
        let essence = essence(contentType.utf8[...])
        if essence.elementsEqual("application/json".utf8) { return .json }
        if essence.elementsEqual("application/x-ndjson".utf8) { return .lines }
        if essence.elementsEqual("application/yaml".utf8) { return .yaml }
        if essence.elementsEqual("application/x-tar".utf8) { return .tar }
        if certificates.contains(where: { essence.elementsEqual($0.utf8) }) { return .pem }
        return essence.elementsEqual(form.utf8) ? .form : nil
    }

    /// The types of a body with only certificates: PEM, one DER certificate (RFC 2585), and PKCS #7 (RFC 8551).
    static let certificates = [
        "application/x-pem-file", "application/pem-certificate-chain", "application/pkix-cert",
        "application/pkcs7-mime",
    ]
    static let form = "multipart/form-data"

    /// Returns whether a client prefers plain text over JSON.
    static func prefersText(_ head: HTTPRequestHead) -> Bool {
        prefers("text/plain", accept: head.headers.values("Accept"))
    }

    /// Returns whether Accept names the type and gives it at least the quality of another one, by default of JSON.
    static func prefers(_ type: String, over other: String = "application/json", accept: [String]) -> Bool {
        if accept.isEmpty { return false }
        let ranges = accept.flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
        func quality(of type: String) -> Double? {
            ranges.first { essence($0).elementsEqual(type.utf8) }.map(Self.quality)
        }
        guard let wanted = quality(of: type), wanted > 0 else { return false }
        return wanted >= quality(of: other) ?? 0
    }

    /// Returns a media type or another item of a list without parameters, in lower case.
    static func essence(_ text: Substring.UTF8View) -> some Sequence<UInt8> {
        text.lazy.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0x20 && $0 != 0x09 }.map(\.lowercasedASCII)
    }

    /// Returns the quality of an item of a list, from 0 to 1.
    static func quality(_ range: Substring.UTF8View) -> Double {
        for parameter in range.split(separator: UInt8(ascii: ";")).dropFirst() {
            let bytes = parameter.filter { $0 != 0x20 }.map(\.lowercasedASCII)
            if bytes.starts(with: "q=".utf8) { return Double(String(decoding: bytes.dropFirst(2), as: UTF8.self)) ?? 0 }
        }
        return 1
    }
}
