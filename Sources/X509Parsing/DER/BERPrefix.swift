/// The tags of the first elements in a SEQUENCE, read from BER (X.690) as leniently as any parser could read them.
///
/// Parsers of BER differ: they accept or reject longer identifiers and lengths than necessary, ignore the constructed
/// bit, read an indefinite length as zero, and store numbers in few bits. The prefix therefore ends at the first element
/// whose end is ambiguous. It does not search for the end of an indefinite length, so its work does not depend on nesting.
struct BERPrefix {
    /// The class and the number of a tag; the constructed bit is ignored.
    struct Tag: Equatable {
        let tagClass: UInt8
        let number: UInt8

        /// The octets that end an indefinite length look like an element with this tag.
        static let endOfContents = Tag(octet: 0)

        init(tagClass: UInt8, number: UInt8) {
            (self.tagClass, self.number) = (tagClass, number)
        }

        /// Creates the tag of an identifier of one octet.
        init(octet: UInt8) {
            self.init(tagClass: octet & 0xC0, number: octet & 0x1F)
        }
    }

    /// The tags of the elements; nil for a tag with a number that some parsers cannot store.
    private(set) var tags: [Tag?] = []
    /// Whether parsers could disagree on the elements after those in ``tags``.
    private(set) var isAmbiguous = false

    /// Reads at most `count` elements; nil if the bytes do not begin with a SEQUENCE.
    ///
    /// A SEQUENCE that is longer than the bytes ends with them.
    init?(of bytes: [UInt8], count: Int) {
        guard let outer = Header(bytes, at: 0, limit: bytes.count),
            outer.tag == nil || outer.tag == Tag(octet: DERTag.sequence)
        else { return nil }
        let limit = min(outer.end ?? bytes.count, bytes.count)
        var position = outer.content
        while tags.count < count, position < limit, let header = Header(bytes, at: position, limit: limit) {
            tags.append(header.tag)
            guard let end = header.end else {
                isAmbiguous = true
                return
            }
            position = end
        }
    }

    /// The identifier and the length of an element.
    private struct Header {
        let tag: Tag?
        /// The position of the content.
        let content: Int
        /// The end of the content, which may be beyond the limit; nil if it is ambiguous.
        let end: Int?

        /// Reads a header; nil if it is not complete.
        init?(_ bytes: [UInt8], at start: Int, limit: Int) {
            guard let (tag, lengthStart) = Self.identifier(bytes, at: start, limit: limit), lengthStart < limit else {
                return nil
            }
            self.tag = tag
            let length = Int(bytes[lengthStart])
            let position = lengthStart + 1
            switch length {
            case ..<0x80:
                (content, end) = (position, position + length)
            case 0x80, 0xFF:
                // The indefinite form and the reserved value (X.690 section 8.1.3).
                (content, end) = (position, nil)
            default:
                content = position + length - 0x80
                guard content <= limit else { return nil }
                let count = bytes[position..<content].reduce(0) { min($0, 1 << 40) << 8 | Int($1) }
                // A parser could store a greater length in fewer bits.
                end = count <= limit - content ? content + count : nil
            }
        }

        /// Returns the tag of an identifier, and the position after the identifier; nil if it is not complete.
        private static func identifier(_ bytes: [UInt8], at start: Int, limit: Int) -> (tag: Tag?, end: Int)? {
            guard start < limit else { return nil }
            let first = bytes[start]
            guard first & 0x1F == 0x1F else { return (Tag(octet: first), start + 1) }
            var number = 0
            for position in start + 1..<limit {
                number = min(number << 7 | Int(bytes[position] & 0x7F), 1 << 16)
                guard bytes[position] & 0x80 == 0 else { continue }
                // A parser could store a greater number in eight bits.
                let tag = UInt8(exactly: number).map { Tag(tagClass: first & 0xC0, number: $0) }
                return (tag, position + 1)
            }
            return nil
        }
    }
}
