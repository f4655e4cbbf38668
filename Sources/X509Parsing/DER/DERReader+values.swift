import TrustModel

extension DERReader {
    /// Reads the content octets of an INTEGER, which must be minimally encoded.
    mutating func readInteger(_ what: @autoclosure () -> String) throws(DERError) -> [UInt8] {
        copy(try readIntegerRange(what()))
    }

    /// Reads an INTEGER like ``readInteger(_:)`` and returns the range of its content octets.
    mutating func readIntegerRange(_ what: @autoclosure () -> String) throws(DERError) -> Range<Int> {
        let element = try read(DERTag.integer, what())
        let start = element.content.lowerBound
        guard !element.content.isEmpty else {
            throw DERError(offset: element.whole.lowerBound, reason: "\(what()) has no content")
        }
        let (first, second) = (bytes[start], element.content.count > 1 ? bytes[start + 1] : nil)
        if let second, (first == 0 && second < 0x80) || (first == 0xFF && second >= 0x80) {
            throw DERError(offset: start, reason: "\(what()) is not minimally encoded")
        }
        return element.content
    }

    /// Reads a non-negative INTEGER and clamps it to 2³¹ − 1, which exceeds every path length.
    mutating func readCount(_ what: @autoclosure () -> String) throws(DERError) -> Int {
        let start = position
        let content = try readInteger(what())
        guard content[0] < 0x80 else { throw DERError(offset: start, reason: "\(what()) is negative") }
        return Self.count(content)
    }

    /// Reads a number like ``readCount(_:)`` under an implicit tag; returns nil if the next element has another tag.
    mutating func readCountIf(_ tag: UInt8, _ what: @autoclosure () -> String) throws(DERError) -> Int? {
        guard let element = try readIf(tag, what()) else { return nil }
        let content = copy(element.content)
        guard let first = content.first, first < 0x80, content.count == 1 || first != 0 || content[1] >= 0x80 else {
            throw DERError(offset: element.whole.lowerBound, reason: "\(what()) is not a valid non-negative INTEGER")
        }
        return Self.count(content)
    }

    private static func count(_ content: [UInt8]) -> Int {
        content.count > 4 ? Int(Int32.max) : content.reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads a BOOLEAN, 0x00 or 0xFF.
    mutating func readBoolean(_ what: @autoclosure () -> String) throws(DERError) -> Bool {
        let element = try read(DERTag.boolean, what())
        let content = bytes[element.content]
        guard content.count == 1, let value = content.first, value == 0 || value == 0xFF else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what()) is neither true nor false")
        }
        return value == 0xFF
    }

    mutating func readOID(_ what: @autoclosure () -> String) throws(DERError) -> OID {
        let element = try read(DERTag.objectIdentifier, what())
        guard let oid = OID(der: bytes.span.extracting(element.content)) else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what()) is not a valid OBJECT IDENTIFIER")
        }
        return oid
    }

    /// Reads a BIT STRING, which must not have unused bits; returns the range of its octets.
    mutating func readOctetAlignedBits(_ what: @autoclosure () -> String) throws(DERError) -> Range<Int> {
        let element = try read(DERTag.bitString, what())
        guard let unused = bytes[element.content].first, unused == 0 else {
            throw DERError(offset: element.content.lowerBound, reason: "\(what()) does not consist of whole octets")
        }
        return element.content.dropFirst()
    }

    /// Returns the range of a signature's octets; empty if the BIT STRING has unused bits.
    ///
    /// No algorithm produces unused bits, so a signature with unused bits is invalid, not malformed (NIST PKITS 4.1.2
    /// and 4.4.4).
    mutating func readSignature() throws(DERError) -> Range<Int> {
        let element = try read(DERTag.bitString, "the signature")
        guard let unused = bytes[element.content].first, unused < 8 else {
            throw DERError(offset: element.content.lowerBound, reason: "the signature is not a valid BIT STRING")
        }
        let octets = element.content.dropFirst()
        return unused == 0 ? octets : octets.prefix(0)
    }

    mutating func readAlgorithm(_ what: @autoclosure () -> String) throws(DERError) -> AlgorithmIdentifier {
        var inner = inside(try read(DERTag.sequence, what()))
        let algorithm = try inner.readOID("the identifier of \(what())")
        let element = inner.isAtEnd ? nil : try inner.readAny("the parameters of \(what())")
        // RSA algorithms have NULL parameters; all NULL parameters share one array.
        let parameters = element.map { $0.tag == DERTag.null && $0.content.isEmpty ? Self.null : inner.copy($0.whole) }
        try inner.requireEnd(what())
        return AlgorithmIdentifier(algorithm: algorithm, parameters: parameters)
    }

    private static let null: [UInt8] = [DERTag.null, 0]

    /// Reads a Time (RFC 5280 section 4.1.2.5); returns nil if the text does not have the required form.
    mutating func readTime(_ what: @autoclosure () -> String) throws(DERError) -> Instant? {
        let element = try readAny(what())
        let digits = bytes[element.content]
        switch (element.tag, digits.count) {
        case (DERTag.utcTime, 13): return Self.instant(digits, yearDigits: 2)
        case (DERTag.generalizedTime, 15): return Self.instant(digits, yearDigits: 4)
        case (DERTag.utcTime, _), (DERTag.generalizedTime, _): return nil
        default:
            throw DERError(
                offset: element.whole.lowerBound,
                reason: "\(what()) is neither a UTCTime nor a GeneralizedTime"
            )
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
