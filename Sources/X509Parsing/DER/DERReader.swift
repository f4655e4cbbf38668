/// The offset and the reason of invalid DER.
package struct DERError: Error, Equatable {
    /// Byte offset from the start of the outermost encoding.
    package let offset: Int
    /// A clause, such as "the serial number has no content".
    package let reason: String
    /// Whether the DER is well-formed but exceeds a fixed bound.
    package var isBound = false

    /// Creates an error.
    package init(offset: Int, reason: String, isBound: Bool = false) {
        self.offset = offset
        self.reason = reason
        self.isBound = isBound
    }

    /// Creates an error for DER that exceeds a fixed bound; adds to the reason that the bound is fixed.
    static func beyondBound(at offset: Int, _ reason: String) -> DERError {
        DERError(offset: offset, reason: "\(reason), a fixed bound", isBound: true)
    }
}

/// The tag of a DER element, and the ranges of its bytes.
package struct DERElement {
    let tag: UInt8
    /// The range of header and content.
    package let whole: Range<Int>
    let content: Range<Int>
}

/// Tags used in certificates (X.690 section 8.1.2).
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

    /// Returns a context-specific tag with primitive content.
    static func primitive(_ number: UInt8) -> UInt8 { 0x80 | number }

    /// Returns a context-specific tag with constructed content.
    static func constructed(_ number: UInt8) -> UInt8 { 0xA0 | number }
}

/// Reads the elements of a DER encoding (X.690): definite, minimal lengths and single-byte tags only.
package struct DERReader {
    let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        let range = range ?? bytes.startIndex..<bytes.endIndex
        self.bytes = bytes
        position = range.lowerBound
        end = range.upperBound
    }

    /// Returns whether the bytes begin like a SEQUENCE of 128 bytes or more, and therefore are not ASCII text.
    ///
    /// Every certificate is that long.
    package static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
        bytes.first == DERTag.sequence && bytes.dropFirst().first.map { $0 & 0x80 != 0 } ?? false
    }

    var isAtEnd: Bool { position == end }

    var nextTag: UInt8? { position < end ? bytes[position] : nil }

    mutating func readAny(_ what: @autoclosure () -> String) throws(DERError) -> DERElement {
        // Nearly all elements have a one-byte length.
        let start = position
        guard end - start >= 2, bytes[start] & 0x1F != 0x1F, !Self.isReserved(bytes[start]) else {
            return try readUnusual(what())
        }
        let length = Int(bytes[start + 1])
        guard length < 0x80, length <= end - start - 2 else { return try readUnusual(what()) }
        position = start + 2 + length
        return DERElement(tag: bytes[start], whole: start..<position, content: start + 2..<position)
    }

    /// Reads the next element, whose length field may have any size; throws the reason if the element is invalid.
    @inline(never)
    private mutating func readUnusual(_ what: @autoclosure () -> String) throws(DERError) -> DERElement {
        let start = position
        guard end - start >= 2 else { throw DERError(offset: start, reason: "\(what()) is truncated") }
        let tag = bytes[start]
        guard tag & 0x1F != 0x1F else { throw DERError(offset: start, reason: "\(what()) has a multi-byte tag") }
        guard !Self.isReserved(tag) else { throw DERError(offset: start, reason: "\(what()) has the reserved tag 0") }
        let (length, headerLength) = try readLength(at: start + 1, of: what())
        let contentStart = start + 1 + headerLength
        guard length <= end - contentStart else {
            throw DERError(
                offset: start,
                reason: "\(what()) has a length of \(length) bytes, more than the remaining \(end - contentStart)"
            )
        }
        position = contentStart + length
        return DERElement(tag: tag, whole: start..<position, content: contentStart..<position)
    }

    /// Returns whether a tag is the universal tag 0.
    ///
    /// In BER, this tag ends a content of indefinite length (X.690 section 8.1.5), which DER does not allow.
    private static func isReserved(_ tag: UInt8) -> Bool { tag & 0xDF == 0 }

    /// Reads the next element, which must have the given tag.
    ///
    /// Inlined, since nearly all elements have a one-byte length, and are read with few instructions.
    @inline(__always)
    package mutating func read(_ tag: UInt8, _ what: @autoclosure () -> String) throws(DERError) -> DERElement {
        if let element = readShort(tag) { return element }
        return try readLong(tag, what())
    }

    /// Reads the next element if it has the given tag and a one-byte length; otherwise returns nil.
    @inline(__always)
    private mutating func readShort(_ tag: UInt8) -> DERElement? {
        let start = position
        guard end - start >= 2, bytes[start] == tag else { return nil }
        let length = Int(bytes[start + 1])
        guard length < 0x80, length <= end - start - 2 else { return nil }
        position = start + 2 + length
        return DERElement(tag: tag, whole: start..<position, content: start + 2..<position)
    }

    @inline(never)
    private mutating func readLong(_ tag: UInt8, _ what: @autoclosure () -> String) throws(DERError) -> DERElement {
        guard let found = nextTag else { throw DERError(offset: position, reason: "\(what()) is missing") }
        guard found == tag else {
            throw DERError(
                offset: position,
                reason: "\(what()) has tag 0x\(Self.hex(found)) instead of 0x\(Self.hex(tag))"
            )
        }
        return try readAny(what())
    }

    mutating func readIf(_ tag: UInt8, _ what: @autoclosure () -> String) throws(DERError) -> DERElement? {
        nextTag == tag ? try readAny(what()) : nil
    }

    /// The number of elements up to the end or to the first malformed one, used to reserve capacity.
    var elementCount: Int {
        var reader = self
        var count = 0
        while !reader.isAtEnd, (try? reader.readAny("an element")) != nil { count += 1 }
        return count
    }

    /// The elements up to the end or to the first malformed one.
    var elements: [DERElement] {
        var reader = self
        var elements: [DERElement] = []
        while !reader.isAtEnd, let element = try? reader.readAny("an element") { elements.append(element) }
        return elements
    }

    func inside(_ element: DERElement) -> DERReader {
        DERReader(bytes, in: element.content)
    }

    func requireEnd(_ what: @autoclosure () -> String) throws(DERError) {
        guard isAtEnd else {
            let count = end - position == 1 ? "1 byte follows" : "\(end - position) bytes follow"
            throw DERError(offset: position, reason: "\(count) \(what())")
        }
    }

    /// Throws an error with the next element's offset if a fixed bound is exceeded.
    func require(_ isKept: Bool, _ complaint: @autoclosure () -> String) throws(DERError) {
        guard isKept else { throw DERError.beyondBound(at: position, complaint()) }
    }

    /// Returns a copy of the bytes in a range.
    package func copy(_ range: Range<Int>) -> [UInt8] { Array(bytes[range]) }

    private func readLength(
        at start: Int,
        of what: @autoclosure () -> String
    ) throws(DERError) -> (length: Int, headerLength: Int) {
        let first = bytes[start]
        guard first & 0x80 != 0 else { return (Int(first), 1) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count) else {
            let reason = count == 0 ? "has an indefinite length" : "has a length field of more than 4 octets"
            throw DERError(offset: start, reason: "\(what()) \(reason)")
        }
        guard end - start > count else { throw DERError(offset: start, reason: "the length of \(what()) is truncated") }
        let length = bytes[start + 1...start + count].reduce(0) { $0 << 8 | Int($1) }
        let needed = length < 0x80 ? 0 : (64 - length.leadingZeroBitCount + 7) / 8
        guard needed == count else {
            throw DERError(offset: start, reason: "the length of \(what()) is not minimally encoded")
        }
        return (length, 1 + count)
    }

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}
