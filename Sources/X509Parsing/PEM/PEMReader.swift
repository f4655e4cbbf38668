import TrustModel

/// A block of PEM text (RFC 7468).
package struct PEMBlock {
    /// What stands between BEGIN and the dashes, such as `CERTIFICATE`.
    package let label: String
    /// Byte offset of the block in the text.
    package let offset: Int
    /// The decoded bytes.
    package let content: [UInt8]
}

/// Why a block cannot be read.
package struct PEMError: Error {
    /// Byte offset in the text.
    package let offset: Int
    /// Byte offset of the block in the text.
    package let start: Int
    /// The defect, a clause.
    package let reason: String
    /// The label of the block, where it is known.
    package let label: String?
}

/// Finds the blocks of PEM in a text; what stands between blocks is ignored.
package struct PEMReader {
    private let text: [UInt8]
    private var position: Int

    /// Starts at the beginning of a text.
    package init(_ text: [UInt8]) {
        self.text = text
        position = 0
    }

    /// Whether the text has a PEM boundary at all.
    package static func looksLikePEM(_ text: [UInt8]) -> Bool {
        begin.first(in: text, from: 0, to: text.count) != nil
    }

    /// The next block, or the reason why it cannot be read, or nil at the end.
    ///
    /// After an error the search goes on behind it.
    package mutating func next() -> Result<PEMBlock, PEMError>? {
        guard let start = Self.begin.first(in: text, from: position, to: text.count) else { return nil }
        let labelStart = start + Self.begin.count
        let labelLimit = min(text.count, labelStart + Self.maximumLabelLength + Self.dashes.count)
        guard let labelEnd = Self.dashes.first(in: text, from: labelStart, to: labelLimit) else {
            position = labelStart
            return .failure(
                PEMError(offset: start, start: start, reason: "the BEGIN line does not end in dashes", label: nil)
            )
        }
        let label = String(decoding: text[labelStart..<labelEnd], as: UTF8.self)
        let bodyStart = labelEnd + Self.dashes.count
        let bodyEnd = Self.dashes.first(in: text, from: bodyStart, to: text.count) ?? text.count
        guard let end = end(of: "-----", end(of: label, end(of: "-----END ", bodyEnd))) else {
            position = bodyStart
            return .failure(
                PEMError(offset: start, start: start, reason: "the block has no END \(label) line", label: label)
            )
        }
        position = end
        do throws(Base64.DecodingError) {
            let content = try Base64.decode(text[Self.skipHeaders(text, bodyStart, bodyEnd)..<bodyEnd])
            return .success(PEMBlock(label: label, offset: start, content: content))
        } catch {
            return .failure(
                PEMError(offset: error.offset, start: start, reason: "the block \(error.reason)", label: label)
            )
        }
    }

    /// Where a text ends that begins at an offset; nil where there is another, or no offset.
    private func end(of part: String, _ start: Int?) -> Int? {
        let (text, part) = (text.span, part.utf8Span.span)
        guard let start, part.count <= text.count - start else { return nil }
        for position in part.indices where text[start + position] != part[position] { return nil }
        return start + part.count
    }

    private static let maximumLabelLength = 64
    private static let begin = BytePattern("-----BEGIN ")
    private static let dashes = BytePattern("-----")
    private static let colon = BytePattern(":")

    /// Skips RFC 1421 headers such as `Proc-Type: 4,ENCRYPTED`, which end in an empty line.
    private static func skipHeaders(_ text: [UInt8], _ start: Int, _ end: Int) -> Int {
        // Base64 has no colon, nor has the first line where there are headers not to have one.
        guard colon.first(in: text, from: start, to: min(end, start + 80)) != nil else { return start }
        return BytePattern("\n\n").first(in: text, from: start, to: end).map { $0 + 2 }
            ?? BytePattern("\r\n\r\n").first(in: text, from: start, to: end).map { $0 + 4 } ?? start
    }
}
