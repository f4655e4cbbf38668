import Testing
import TrustModel

@Suite struct `An object identifier` {
    @Test(
        arguments: [
            ("0.0", [0x00]), ("0.39", [0x27]), ("1.0", [0x28]), ("2.0", [0x50]), ("2.39", [0x77]), ("2.47", [0x7F]),
            ("2.48", [0x81, 0x00]), ("2.999", [0x88, 0x37]), ("2.5.29.32.0", [0x55, 0x1D, 0x20, 0x00]),
            ("1.2.840.113549.1.1.11", [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x0B]),
            ("1.2.127.128", [0x2A, 0x7F, 0x81, 0x00]),
            ("2.9223372036854775727", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]),
            ("2.9223372036854775728", [0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]),
            ("1.2.9223372036854775808", [0x2A, 0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]),
            ("1.2.18446744073709551616", [0x2A, 0x82, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]),
            ("2.25.1000000000000000000000", [0x69, 0xEC, 0xB5, 0xE4, 0xEB, 0xB8, 0xDD, 0xF5, 0x80, 0x80, 0x00]),
        ] as [(String, [UInt8])]
    )
    func `is equal from text and from DER (X.690 §8.19)`(text: String, der: [UInt8]) {
        #expect(OID(dotted: text)?.der == der)
        #expect(oid(der)?.description == text)
    }

    @Test(arguments: [
        "", "1", "1.", ".1", "1..2", "3.1", "1.40", "0.40", "1.2.x", "1.-2", "+1.2", "1.2 ", "1.2.+1", "1.2.0x1",
        "18446744073709551618.1", "1.18446744073709551616", "1.٢",
    ])
    func `is nil for invalid text`(text: String) {
        #expect(OID(dotted: text) == nil)
    }

    @Test(arguments: [[], [0x80], [0x80, 0x01], [0x2A, 0x80, 0x01], [0x2A, 0x86], [0xFF]] as [[UInt8]])
    func `is nil for invalid DER`(der: [UInt8]) {
        #expect(oid(der) == nil)
    }

    @Test(arguments: [
        ("2.25.305821105408246119474742976030998643995", 20), ("2.25.340282366920938463463374607431768211455", 20),
        ("2.25.0", 2), ("2.305821105408246119474742976030998643995.1", 20), ("1.3.6.1.4.1.18446744073709551615.1", 16),
    ])
    func `has arcs of any size, such as UUIDs (X.667 §6.3)`(text: String, octets: Int) throws {
        let made = try #require(OID(dotted: text))
        #expect(made.description == text)
        #expect(oid(made.der) == made)
        #expect(made.der.count == octets)
    }

    @Test func `is the same from text with every number of octets`() throws {
        for count in 1...62 {
            for last: UInt8 in [0x00, 0x01, 0x7F] {
                let der = [0x69] + [0x81] + [UInt8](repeating: 0x80 | last, count: count - 1) + [last]
                let made = try #require(oid(der))
                #expect(OID(dotted: made.description) == made)
                let first = try #require(oid(Array(der.dropFirst())))
                #expect(OID(dotted: first.description) == first)
            }
        }
    }

    @Test(arguments: [1, 2, 8, 9, 15, 16, 17, 63, 64]) func `keeps up to 64 octets`(count: Int) throws {
        let der = [UInt8](repeating: 0x81, count: count - 1) + [0x01]
        let made = try #require(oid(der))
        #expect(made.der == der)
        #expect(made == oid(der))
        for position in der.indices {
            var other = der
            other[position] ^= 0x02
            #expect(oid(other) != made)
        }
        #expect(oid(der + der) != made)
    }

    @Test func `is nil if it is too long`() {
        #expect(oid([UInt8](repeating: 0x81, count: 64) + [0x01]) == nil)
        #expect(OID(dotted: "1.2" + String(repeating: ".127", count: 63)) != nil)
        #expect(OID(dotted: "1.2" + String(repeating: ".127", count: 64)) == nil)
    }

    private func oid(_ der: [UInt8]) -> OID? { OID(der: der.span) }
}
