import StructuredDocuments

/// Reads the parts of a `multipart/form-data` body (RFC 7578, RFC 2046 section 5.1.1).
///
/// The reader is strict, so that it cannot divide a body differently from another parser: the first boundary is at the
/// start, lines end in CRLF, and nothing follows the last boundary.
package struct FormReader {
    /// An error in a form, at a byte of its body.
    package struct SyntaxError: Error, Equatable {
        /// The byte offset of the error in the body.
        package let offset: Int
        /// The error, as a clause without a final period.
        package let reason: String
    }

    /// One part of a form.
    package struct Part {
        /// The name of the field.
        package let name: String
        /// The bytes of the part, a slice of the body.
        package let content: ArraySlice<UInt8>
    }

    /// The maximum number of parts; a chain may have one part per certificate.
    static let maximumParts = 100
    /// The maximum size in bytes of the header fields of a part.
    static let maximumHeadBytes = 4096

    private let body: [UInt8]
    /// The boundary after a line break and two dashes.
    private let delimiter: [UInt8]
    private var position = 0

    private init(_ body: [UInt8], boundary: [UInt8]) {
        self.body = body
        delimiter = Array("\r\n--".utf8) + boundary
    }

    /// Returns the parts of a body in order.
    ///
    /// - Throws: ``SyntaxError`` for a malformed form, and for one with too many parts or too long header fields.
    package static func parts(of body: [UInt8], boundary: [UInt8]) throws(SyntaxError) -> [Part] {
        var reader = FormReader(body, boundary: boundary)
        guard reader.skip(reader.delimiter.dropFirst(2)) else {
            throw reader.error("expected the boundary that the Content-Type names")
        }
        var parts: [Part] = []
        while !reader.skip("--".utf8) {
            guard parts.count < maximumParts else { throw reader.error("there are more than \(maximumParts) parts") }
            reader.skipBlanks()
            guard reader.skip("\r\n".utf8) else { throw reader.error("expected a line break after the boundary") }
            let name = try reader.takeHead()
            parts.append(Part(name: name, content: try reader.takeContent()))
        }
        guard reader.body[reader.position...].allSatisfy(\.isJSONSpace) else {
            throw reader.error("unexpected text after the last boundary")
        }
        return parts
    }

    private func error(_ reason: String, at offset: Int? = nil) -> SyntaxError {
        SyntaxError(offset: offset ?? position, reason: reason)
    }

    private mutating func skip(_ bytes: some Collection<UInt8>) -> Bool {
        guard body[position...].starts(with: bytes) else { return false }
        position += bytes.count
        return true
    }

    private mutating func skipBlanks() {
        while position < body.count, body[position].isBlank { position += 1 }
    }

    /// Consumes the header fields of a part and the blank line after them, and returns the name of the part.
    private mutating func takeHead() throws(SyntaxError) -> String {
        let start = position
        var name: String?
        while !skip("\r\n".utf8) {
            let line = try takeLine(from: start)
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw error("a header field of a part has no colon", at: line.startIndex) }
            let field = parts[0].map(\.lowercasedASCII)
            if field.elementsEqual("content-disposition".utf8) {
                guard name == nil else { throw error("a part has two Content-Disposition fields", at: line.startIndex) }
                name = try Self.name(in: parts[1])
            } else if field.elementsEqual("content-transfer-encoding".utf8) {
                try Self.requireIdentity(parts[1])
            }
        }
        guard let name else { throw error("a part has no Content-Disposition field", at: start) }
        return name
    }

    /// Consumes a line and returns it without its line break; `start` is where the head of the part begins.
    private mutating func takeLine(from start: Int) throws(SyntaxError) -> ArraySlice<UInt8> {
        let rest = body[position...].prefix(Self.maximumHeadBytes - (position - start))
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")), end > position, body[end - 1] == UInt8(ascii: "\r")
        else {
            let reason = "a line of a part's header does not end in CRLF within \(Self.maximumHeadBytes) bytes"
            throw error(reason)
        }
        let line = body[position..<end - 1]
        if let control = line.firstIndex(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
            throw error("a header field of a part has a control character", at: control)
        }
        position = end + 1
        return line
    }

    /// Returns the name in a Content-Disposition field.
    private static func name(in value: ArraySlice<UInt8>) throws(SyntaxError) -> String {
        guard let disposition = HeaderParameters(value), disposition.value.elementsEqual("form-data".utf8),
            let bytes = disposition["name"], let name = String(validating: bytes, as: UTF8.self)
        else {
            let reason = "expected a Content-Disposition such as form-data; name=\"file\""
            throw SyntaxError(offset: value.startIndex, reason: reason)
        }
        return name
    }

    /// Checks that the content of a part is not encoded; clients must not encode it (RFC 7578 section 4.7).
    private static func requireIdentity(_ value: ArraySlice<UInt8>) throws(SyntaxError) {
        let encoding = value.filter { !$0.isBlank }.map(\.lowercasedASCII)
        guard ["binary", "8bit", "7bit"].contains(where: { encoding.elementsEqual($0.utf8) }) else {
            let reason = "the Content-Transfer-Encoding of a part is not supported"
            throw SyntaxError(offset: value.startIndex, reason: reason)
        }
    }

    /// Consumes the content of a part and the boundary after it.
    private mutating func takeContent() throws(SyntaxError) -> ArraySlice<UInt8> {
        let start = position
        var next = position
        // The delimiter contains a single CR, so attempts to match it do not overlap, and the time is linear.
        while let end = body[next...].firstIndex(of: UInt8(ascii: "\r")) {
            position = end
            if skip(delimiter) { return body[start..<end] }
            next = end + 1
        }
        throw error("the body ends without its last boundary", at: body.count)
    }
}
