import Testing
import TrustTestSupport

@Suite struct `The DER writer` {
    @Test(
        arguments: [
            (0, [0x00]), (127, [0x7F]), (128, [0x00, 0x80]), (256, [0x01, 0x00]), (-1, [0xFF]), (-128, [0x80]),
            (-129, [0xFF, 0x7F]),
        ] as [(Int, [UInt8])]
    )
    func `writes integers in the fewest octets (X.690 §8.3.2)`(value: Int, content: [UInt8]) {
        #expect(DERWriter.integer(value) == [0x02, UInt8(content.count)] + content)
    }

    @Test(
        arguments: [
            ([], [0x00]), ([0x00, 0x00], [0x00]), ([0x00, 0x7F], [0x7F]), ([0x80], [0x00, 0x80]),
        ] as [([UInt8], [UInt8])]
    )
    func `writes a magnitude as a non-negative number`(magnitude: [UInt8], content: [UInt8]) {
        #expect(DERWriter.integer(magnitude: magnitude) == [0x02, UInt8(content.count)] + content)
    }

    @Test(
        arguments: [
            (0, [0x00]), (127, [0x7F]), (128, [0x81, 0x80]), (255, [0x81, 0xFF]), (256, [0x82, 0x01, 0x00]),
            (65_536, [0x83, 0x01, 0x00, 0x00]),
        ] as [(Int, [UInt8])]
    )
    func `writes lengths in the shortest form (X.690 §10.1)`(count: Int, octets: [UInt8]) {
        let element = DERWriter.octetString([UInt8](repeating: 7, count: count))
        #expect(Array(element.prefix(1 + octets.count)) == [0x04] + octets)
        #expect(element.count == 1 + octets.count + count)
    }

    @Test(
        arguments: [
            (DERLength.long(octets: 2), [0x04, 0x82, 0x00, 0x01, 0xAA]),
            (.indefinite, [0x04, 0x80, 0xAA, 0x00, 0x00]),
            (.claimed(200), [0x04, 0x81, 0xC8, 0xAA]),
        ] as [(DERLength, [UInt8])]
    )
    func `can write lengths that are not DER`(length: DERLength, bytes: [UInt8]) {
        #expect(DERWriter.element(0x04, [0xAA], length: length) == bytes)
    }

    @Test(
        arguments: [
            ("2.5.29.15", [0x55, 0x1D, 0x0F]), ("1.2.840.113549", [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D]),
            ("2.999.3", [0x88, 0x37, 0x03]),
        ] as [(TestObjectIdentifier, [UInt8])]
    )
    func `writes object identifiers in base 128 (X.690 §8.19)`(identifier: TestObjectIdentifier, content: [UInt8]) {
        #expect(identifier.content == content)
        #expect(identifier.der == [0x06, UInt8(content.count)] + content)
    }

    @Test(
        arguments: [
            (0, [0x00]), (1, [0x07, 0x80]), (0b110_0000, [0x01, 0x06]), (0b1_0000_0000, [0x07, 0x00, 0x80]),
        ] as [(UInt16, [UInt8])]
    )
    func `writes named bits without trailing zeros (X.690 §11.2.2)`(bits: UInt16, content: [UInt8]) {
        #expect(DERWriter.namedBitString(bits) == [0x03, UInt8(content.count)] + content)
    }

    @Test func `sorts a set and keeps a sequence (X.690 §11.6)`() {
        let elements = [DERWriter.integer(2), DERWriter.integer(1)]
        #expect(DERWriter.set(of: elements) == [0x31, 6, 2, 1, 1, 2, 1, 2])
        #expect(DERWriter.sequence(of: elements) == [0x30, 6, 2, 1, 2, 2, 1, 1])
    }

    @Test func `replaces a tag with a context tag of the same form (X.690 §8.14.3)`() {
        #expect(DERWriter.implicit(1, of: DERWriter.boolean(true)) == [0x81, 1, 0xFF])
        #expect(DERWriter.implicit(2, of: DERWriter.sequence(DERWriter.null)) == [0xA2, 2, 5, 0])
    }

    @Test(
        arguments: [
            (-1, 1969, 12, 31, 23), (0, 1970, 1, 1, 0), (951_782_400, 2000, 2, 29, 0), (1_767_225_600, 2026, 1, 1, 0),
        ] as [(Int64, Int, Int, Int, Int)]
    )
    func `computes Gregorian dates`(seconds: Int64, year: Int, month: Int, day: Int, hour: Int) {
        let minute = hour == 0 ? 0 : 59
        let instant = TestInstant(year: year, month: month, day: day, hour: hour, minute: minute, second: minute)
        #expect(instant.secondsSince1970 == seconds)
    }
}
