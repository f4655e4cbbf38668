/// The header fields of a response that decide whether and how its body is used.
struct ResponseHead {
    /// The maximum size of the header fields of one response, interim responses included, in bytes.
    private static let maximumBytes = 1 << 16

    private(set) var location: String?
    private(set) var contentType: String?
    /// Whether the response has a content encoding or a transfer encoding other than chunked.
    private(set) var isCompressed = false
    private(set) var isTooLong = false
    private var bytes = 0
    private var isFinal = true
    /// Whether the line after the header fields of the final response was read.
    private(set) var isComplete = false
    private var age: UInt32 = 0
    private var freshness: UInt32?

    /// The time for which the response may be used again, in seconds; nil if its fields do not limit it.
    var maximumAge: UInt32? { freshness.map { $0 > age ? $0 - age : 0 } }

    /// Reads one line; a status line discards the fields of an interim response.
    mutating func read(_ line: some Collection<UInt8>) {
        bytes += line.count
        guard bytes <= Self.maximumBytes else {
            isTooLong = true
            return
        }
        // A line after the end of a final head is a trailer.
        guard !isComplete else { return }
        if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) {
            isComplete = isFinal
            return
        }
        if line.starts(with: Array("HTTP/".utf8)) {
            let bytes = bytes
            self = ResponseHead()
            self.bytes = bytes
            // The status of an interim response begins with 1.
            isFinal = line.drop { $0 != UInt8(ascii: " ") }.dropFirst().first != UInt8(ascii: "1")
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
        let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self).trimmed
        switch name {
        case "location": location = value
        case "content-type": contentType = value
        case "content-encoding": if value.lowercased() != "identity" { isCompressed = true }
        case "transfer-encoding": if value.lowercased() != "chunked" { isCompressed = true }
        case "age": age = Self.seconds(value) ?? 0
        case "cache-control": readCacheControl(value)
        default: break
        }
    }

    /// Reads the directives that limit reuse (RFC 9111 section 5.2.2); the shortest limit applies.
    private mutating func readCacheControl(_ value: String) {
        for directive in value.lowercased().split(separator: ",").map(\.trimmed) {
            if ["no-store", "no-cache"].contains(directive) { limit(to: 0) }
            guard directive.hasPrefix("max-age=") else { continue }
            let digits = directive.dropFirst("max-age=".count).filter { $0 != "\"" }
            limit(to: Self.seconds(digits) ?? 0)
        }
    }

    /// Returns a number of seconds, at most the maximum of the type (RFC 9111 section 1.2.2); nil if it is not a number.
    private static func seconds(_ digits: String) -> UInt32? {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt32(digits) ?? .max
    }

    private mutating func limit(to seconds: UInt32) {
        freshness = min(freshness ?? .max, seconds)
    }

    /// The media type without parameters, in lower case; nil if the field is absent.
    var mediaType: String? {
        contentType.map { $0.prefix { $0 != ";" }.lowercased().trimmed }
    }
}

extension StringProtocol {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
