import MicrohttpdServer

/// The content codings that a client accepts (RFC 9110 section 12.5.3).
enum ContentCoding {
    /// Returns whether a client accepts gzip; one that sends no Accept-Encoding gets what every client can read.
    static func acceptsGzip(_ head: HTTPRequestHead) -> Bool {
        let codings = head.headers.values("Accept-Encoding").flatMap { $0.utf8.split(separator: UInt8(ascii: ",")) }
        let gzip = codings.first { MediaType.essence($0).elementsEqual("gzip".utf8) }
        let any = codings.first { MediaType.essence($0).elementsEqual("*".utf8) }
        return (gzip ?? any).map { MediaType.quality($0) > 0 } ?? false
    }
}
