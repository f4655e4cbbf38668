import TrustModel

/// A block of PEM text (RFC 7468).
package struct PEMBlock {
    /// The text between BEGIN and the dashes, such as `CERTIFICATE`.
    package let label: String
    /// The byte offset of the block in the text.
    package let offset: Int
    /// The decoded bytes.
    package let content: [UInt8]
}

/// The reason why a PEM block is malformed.
package struct PEMError: Error {
    /// The byte offset of the defect in the text.
    package let offset: Int
    /// The byte offset of the block in the text.
    package let start: Int
    /// The defect as a clause.
    package let reason: String
    /// The label of the block, if it is known.
    package let label: String?
}

/// Finds the PEM blocks in a text; ignores the text between them, unless it has parts of a damaged block.
package struct PEMReader {
    private let text: [UInt8]
    private var position: Int

    /// Creates a reader at the beginning of a text.
    package init(_ text: [UInt8]) {
        self.text = text
        position = 0
    }

    /// Returns whether the text contains `-----BEGIN `.
    package static func looksLikePEM(_ text: [UInt8]) -> Bool {
        begin.first(in: text, from: 0, to: text.count) != nil
    }

    /// Returns the next block or its error; nil at the end.
    ///
    /// After an error, the next call continues after the defect.
    package mutating func next() -> Result<PEMBlock, PEMError>? {
        let next = Self.begin.first(in: text, from: position, to: text.count)
        if let stray = StrayLines.defect(in: text, position..<(next ?? text.count)) {
            position = next ?? text.count
            return .failure(PEMError(offset: stray.offset, start: stray.offset, reason: stray.reason, label: nil))
        }
        guard let start = next else { return nil }
        let labelStart = start + Self.begin.count
        let labelLimit = min(text.count, labelStart + Self.maximumLabelLength + Self.dashes.count)
        guard let labelEnd = Self.dashes.first(in: text, from: labelStart, to: labelLimit) else {
            position = labelStart
            return .failure(
                PEMError(offset: start, start: start, reason: "the BEGIN line does not end in dashes", label: nil)
            )
        }
        let label = Self.label(text[labelStart..<labelEnd])
        let bodyStart = labelEnd + Self.dashes.count
        let bodyEnd = Self.dashes.first(in: text, from: bodyStart, to: text.count) ?? text.count
        guard let end = endLine(ofLabelAt: labelStart..<labelEnd, from: bodyEnd) else {
            position = bodyStart
            return .failure(
                PEMError(offset: start, start: start, reason: "the block has no END \(label) line", label: label)
            )
        }
        position = end
        do throws(Base64.DecodingError) {
            let content = try Base64.decode(text[Self.skipHeaders(text, from: bodyStart, to: bodyEnd)..<bodyEnd])
            return .success(PEMBlock(label: label, offset: start, content: content))
        } catch {
            return .failure(
                PEMError(
                    offset: error.offset,
                    start: start,
                    reason: "the block \(error.reason)" + hint(at: error.offset),
                    label: label
                )
            )
        }
    }

    /// Returns a clause about a usual cause of invalid base64; empty if none is recognized.
    private func hint(at offset: Int) -> String {
        switch offset < text.count ? text[offset] : 0 {
        case UInt8(ascii: "\\"):
            ": it has the characters `\\n` in place of line breaks; replace them by line breaks"
        case UInt8(ascii: "%"): ": it is URL-encoded; decode it first"
        default: ""
        }
    }

    /// Returns the offset after the END line with the label at a place; nil unless this line begins at `start`.
    private func endLine(ofLabelAt label: Range<Int>, from start: Int) -> Int? {
        guard Self.end.isNext(in: text, at: start) else { return nil }
        let (first, last) = (start + Self.end.count, start + Self.end.count + label.count)
        guard last <= text.count else { return nil }
        for position in label where text[position] != text[first + position - label.lowerBound] { return nil }
        return Self.dashes.isNext(in: text, at: last) ? last + Self.dashes.count : nil
    }

    /// Returns a label in ASCII, which is fast to compare; non-ASCII octets, never valid in a label, become spaces.
    private static func label(_ octets: ArraySlice<UInt8>) -> String {
        guard octets.contains(where: { $0 >= 0x80 }) else { return String(decoding: octets, as: UTF8.self) }
        return String(decoding: octets.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
    }

    private static let maximumLabelLength = 64
    private static let begin = BytePattern("-----BEGIN ")
    private static let end = BytePattern("-----END ")
    private static let dashes = BytePattern("-----")
    private static let colon = BytePattern(":")

    /// Skips RFC 1421 headers (such as `Proc-Type: 4,ENCRYPTED`) and the empty line after them.
    private static func skipHeaders(_ text: [UInt8], from start: Int, to end: Int) -> Int {
        // Base64 has no colon, but the first line of headers has one.
        guard colon.first(in: text, from: start, to: min(end, start + 80)) != nil else { return start }
        return BytePattern("\n\n").first(in: text, from: start, to: end).map { $0 + 2 }
            ?? BytePattern("\r\n\r\n").first(in: text, from: start, to: end).map { $0 + 4 } ?? start
    }
}
