import TrustModel

/// Values of single elements.
extension DERReader {
    /// An INTEGER's content octets, which must be there and be minimal.
    mutating func readInteger(_ what: @autoclosure () -> String) throws(DERError) -> [UInt8] {
        let element = try read(DERTag.integer, what())
        let content = copy(element.content)
        guard let first = content.first else {
            throw DERError(offset: element.whole.lowerBound, reason: "\(what()) has no content")
        }
        if content.count > 1, (first == 0 && content[1] < 0x80) || (first == 0xFF && content[1] >= 0x80) {
            throw DERError(offset: element.content.lowerBound, reason: "\(what()) is not encoded in the shortest way")
        }
        return content
    }

    /// A small non-negative INTEGER; numbers beyond 2³¹ − 1 are cut to it, which no path can reach.
    mutating func readCount(_ what: @autoclosure () -> String) throws(DERError) -> Int {
        let start = position
        let content = try readInteger(what())
        guard content[0] < 0x80 else { throw DERError(offset: start, reason: "\(what()) is negative") }
        return Self.count(content)
    }

    /// A number as ``readCount(_:)`` reads it, under an implicit tag; nil where another element stands here, or none.
    mutating func readCountIf(_ tag: UInt8, _ what: @autoclosure () -> String) throws(DERError) -> Int? {
        guard let element = try readIf(tag, what()) else { return nil }
        let content = copy(element.content)
        guard let first = content.first, first < 0x80, content.count == 1 || first != 0 || content[1] >= 0x80 else {
            throw DERError(offset: element.whole.lowerBound, reason: "\(what()) is no number")
        }
        return Self.count(content)
    }

    /// Numbers beyond 2³¹ − 1 are cut to it, which no path can reach.
    private static func count(_ content: [UInt8]) -> Int {
        content.count > 4 ? Int(Int32.max) : content.reduce(0) { $0 << 8 | Int($1) }
    }

    /// A BOOLEAN, 0x00 or 0xFF.
    mutating func readBoolean(_ what: @autoclosure () -> String) throws(DERError) -> Bool {
        let element = try read(DERTag.boolean, what())
        let content = bytes[element.content]
        guard content.count == 1, let value = content.first, value == 0 || value == 0xFF else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what()) is neither true nor false")
        }
        return value == 0xFF
    }

    /// An OBJECT IDENTIFIER.
    mutating func readOID(_ what: @autoclosure () -> String) throws(DERError) -> OID {
        let element = try read(DERTag.objectIdentifier, what())
        guard let oid = OID(der: bytes.span.extracting(element.content)) else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what()) is no object identifier")
        }
        return oid
    }

    /// The octets of a BIT STRING whose bits fill whole octets.
    mutating func readOctetAlignedBits(_ what: @autoclosure () -> String) throws(DERError) -> Range<Int> {
        let element = try read(DERTag.bitString, what())
        guard let unused = bytes[element.content].first, unused == 0 else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what()) is not a whole number of octets")
        }
        return element.content.dropFirst()
    }

    /// The octets of a signature; none where its bits do not fill whole octets, since no algorithm makes such a one.
    ///
    /// What is so signed is not malformed but forged or damaged, and no key has signed it (NIST PKITS 4.1.2 and 4.4.4).
    mutating func readSignature() throws(DERError) -> Range<Int> {
        let element = try read(DERTag.bitString, "the signature")
        guard let unused = bytes[element.content].first, unused < 8 else {
            throw DERError(offset: element.content.lowerBound, reason: "the signature is no bit string")
        }
        let octets = element.content.dropFirst()
        return unused == 0 ? octets : octets.prefix(0)
    }

    /// An AlgorithmIdentifier.
    mutating func readAlgorithm(_ what: @autoclosure () -> String) throws(DERError) -> AlgorithmIdentifier {
        var inner = inside(try read(DERTag.sequence, what()))
        let algorithm = try inner.readOID("the identifier of \(what())")
        let element = inner.isAtEnd ? nil : try inner.readAny("the parameters of \(what())")
        // RSA's are all NULL, which is kept once.
        let parameters = element.map { $0.tag == DERTag.null && $0.content.isEmpty ? Self.null : inner.copy($0.whole) }
        try inner.requireEnd(what())
        return AlgorithmIdentifier(algorithm: algorithm, parameters: parameters)
    }

    private static let null: [UInt8] = [DERTag.null, 0]

    /// A Time of RFC 5280 section 4.1.2.5; nil when it is there but not in that form.
    mutating func readTime(_ what: @autoclosure () -> String) throws(DERError) -> Instant? {
        let element = try readAny(what())
        let digits = bytes[element.content]
        switch (element.tag, digits.count) {
        case (DERTag.utcTime, 13): return Self.instant(digits, yearDigits: 2)
        case (DERTag.generalizedTime, 15): return Self.instant(digits, yearDigits: 4)
        case (DERTag.utcTime, _), (DERTag.generalizedTime, _): return nil
        default: throw DERError(offset: element.whole.lowerBound, reason: "\(what()) is no time")
        }
    }

    private static func instant(_ text: ArraySlice<UInt8>, yearDigits: Int) -> Instant? {
        guard text.last == UInt8(ascii: "Z") else { return nil }
        var digits = 0
        for byte in text.dropLast() {
            guard (0x30...0x39).contains(byte) else { return nil }
            digits = digits * 10 + Int(byte & 0x0F)
        }
        let (date, time) = digits.quotientAndRemainder(dividingBy: 1_000_000)
        let year = date / 10000
        return Instant(
            year: yearDigits == 4 ? year : year + (year >= 50 ? 1900 : 2000),
            month: date / 100 % 100,
            day: date % 100,
            hour: time / 10000,
            minute: time / 100 % 100,
            second: time % 100
        )
    }
}
