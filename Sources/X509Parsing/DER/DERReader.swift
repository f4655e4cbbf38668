/// Where DER stopped being DER, and why.
package struct DERError: Error, Equatable {
    /// Byte offset from the start of the outermost encoding.
    package let offset: Int
    /// A clause, such as "the serial number has no content".
    package let reason: String
    /// Whether it is DER, but more of it than is looked at.
    package var isBound = false

    /// Takes the parts.
    package init(offset: Int, reason: String, isBound: Bool = false) {
        self.offset = offset
        self.reason = reason
        self.isBound = isBound
    }

    /// DER beyond a fixed bound, which says so, lest anybody take it for a malformed encoding.
    static func beyondBound(at offset: Int, _ reason: String) -> DERError {
        DERError(offset: offset, reason: "\(reason), a fixed bound", isBound: true)
    }
}

/// One element: tag, and where its header and content stand.
package struct DERElement {
    let tag: UInt8
    /// Header and content.
    package let whole: Range<Int>
    let content: Range<Int>
}

/// Tags that certificates use (X.690 section 8.1.2).
package enum DERTag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let enumerated: UInt8 = 0x0A
    static let utf8String: UInt8 = 0x0C
    static let utcTime: UInt8 = 0x17
    static let generalizedTime: UInt8 = 0x18
    /// SEQUENCE and SEQUENCE OF.
    package static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31

    /// A context-specific tag that holds primitive content.
    static func primitive(_ number: UInt8) -> UInt8 { 0x80 | number }

    /// A context-specific tag that holds elements.
    static func constructed(_ number: UInt8) -> UInt8 { 0xA0 | number }
}

/// Walks over the elements of a DER encoding (X.690): definite minimal lengths and single-byte tags only.
package struct DERReader {
    let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    /// Reads the elements within a range, all of the bytes by default.
    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        let range = range ?? bytes.startIndex..<bytes.endIndex
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Whether some bytes begin as a SEQUENCE of 128 bytes or more does, and no ASCII text: every certificate is longer.
    package static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
        bytes.first == DERTag.sequence && bytes.dropFirst().first.map { $0 & 0x80 != 0 } ?? false
    }

    var isAtEnd: Bool { position == end }

    /// The tag of the next element; nil at the end.
    var nextTag: UInt8? { position < end ? bytes[position] : nil }

    /// Reads the next element whatever its tag.
    mutating func readAny(_ what: @autoclosure () -> String) throws(DERError) -> DERElement {
        // Nearly all elements are so short that their length is one byte.
        let start = position
        guard end - start >= 2, bytes[start] & 0x1F != 0x1F, !Self.isReserved(bytes[start]) else {
            return try readUnusual(what())
        }
        let length = Int(bytes[start + 1])
        guard length < 0x80, length <= end - start - 2 else { return try readUnusual(what()) }
        position = start + 2 + length
        return DERElement(tag: bytes[start], whole: start..<position, content: start + 2..<position)
    }

    /// Reads the next element, whether its length is one byte or more, or tells what is wrong with it.
    @inline(never)
    private mutating func readUnusual(_ what: @autoclosure () -> String) throws(DERError) -> DERElement {
        let start = position
        guard end - start >= 2 else { throw DERError(offset: start, reason: "\(what()) is cut off") }
        let tag = bytes[start]
        guard tag & 0x1F != 0x1F else { throw DERError(offset: start, reason: "\(what()) has a tag of several bytes") }
        guard !Self.isReserved(tag) else { throw DERError(offset: start, reason: "\(what()) has the reserved tag 0") }
        let (length, headerLength) = try readLength(at: start + 1, of: what())
        let contentStart = start + 1 + headerLength
        guard length <= end - contentStart else {
            throw DERError(
                offset: start,
                reason: "\(what()) claims \(length) bytes but only \(end - contentStart) follow"
            )
        }
        position = contentStart + length
        return DERElement(tag: tag, whole: start..<position, content: contentStart..<position)
    }

    /// Whether a tag is the universal tag 0, which encodes no type: it ends contents of indefinite length in BER (X.690 section
    /// 8.1.5), and DER has no such contents.
    private static func isReserved(_ tag: UInt8) -> Bool { tag & 0xDF == 0 }

    /// Reads the next element, which must have a tag.
    package mutating func read(_ tag: UInt8, _ what: @autoclosure () -> String) throws(DERError) -> DERElement {
        guard let found = nextTag else { throw DERError(offset: position, reason: "\(what()) is missing") }
        guard found == tag else {
            throw DERError(
                offset: position,
                reason: "\(what()) should have tag 0x\(Self.hex(tag)) but has 0x\(Self.hex(found))"
            )
        }
        return try readAny(what())
    }

    /// Reads the next element if it has a tag; nil, and nothing read, if it does not.
    mutating func readIf(_ tag: UInt8, _ what: @autoclosure () -> String) throws(DERError) -> DERElement? {
        nextTag == tag ? try readAny(what()) : nil
    }

    /// The number of elements that follow, to make room for; only of those before one that is malformed.
    var elementCount: Int {
        var reader = self
        var count = 0
        while !reader.isAtEnd, (try? reader.readAny("an element")) != nil { count += 1 }
        return count
    }

    /// A reader for the elements inside an element.
    func inside(_ element: DERElement) -> DERReader {
        DERReader(bytes, in: element.content)
    }

    /// Requires that nothing follows.
    func requireEnd(_ what: @autoclosure () -> String) throws(DERError) {
        guard isAtEnd else {
            let count = end - position == 1 ? "1 byte follows" : "\(end - position) bytes follow"
            throw DERError(offset: position, reason: "\(count) \(what())")
        }
    }

    /// Requires a bound to be kept at the place where the next element stands.
    func require(_ isKept: Bool, _ complaint: @autoclosure () -> String) throws(DERError) {
        guard isKept else { throw DERError.beyondBound(at: position, complaint()) }
    }

    /// The bytes of a range, copied.
    package func copy(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

    private func readLength(
        at start: Int,
        of what: @autoclosure () -> String
    ) throws(DERError) -> (length: Int, headerLength: Int) {
        let first = bytes[start]
        guard first & 0x80 != 0 else { return (Int(first), 1) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count) else {
            let reason = count == 0 ? "has an indefinite length" : "has an impossible length"
            throw DERError(offset: start, reason: "\(what()) \(reason)")
        }
        guard end - start > count else { throw DERError(offset: start, reason: "the length of \(what()) is cut off") }
        let length = bytes[start + 1...start + count].reduce(0) { $0 << 8 | Int($1) }
        let needed = length < 0x80 ? 0 : (64 - length.leadingZeroBitCount + 7) / 8
        guard needed == count else {
            throw DERError(offset: start, reason: "the length of \(what()) is not encoded in the shortest way")
        }
        return (length, 1 + count)
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
