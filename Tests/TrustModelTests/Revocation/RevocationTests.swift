import Testing
import TrustModel

@Suite struct `CRL numbers` {
    @Test func `are compared by value for any length (RFC 5280 §5.2.3)`() throws {
        let contents: [[UInt8]] = [[0], [1], [0x7F], [0, 0x80], [1, 0], [0, 0xFF, 0xFF], [1, 0, 0]]
        let numbers = try contents.map { try #require(CRLNumber(content: $0)) }
        #expect(numbers.reversed().sorted() == numbers)
        #expect(numbers.map(\.description) == ["0", "1", "127", "128", "256", "65535", "65536"])
    }

    @Test func `are shown in hexadecimal over 64 bits, and rejected if negative`() {
        #expect(CRLNumber(content: [1, 0, 0, 0, 0, 0, 0, 0, 2])?.description == "0x010000000000000002")
        #expect(CRLNumber(content: [0x80]) == nil)
        #expect(CRLNumber(content: []) == nil)
    }
}

@Suite struct `Revocation reasons` {
    @Test func `have the numbers of RFC 5280 §5.3.1`() {
        let names = (0...11).map { RevocationReason(number: $0)?.rawValue ?? "-" }
        #expect(
            names == [
                "unspecified", "keyCompromise", "cACompromise", "affiliationChanged", "superseded",
                "cessationOfOperation", "certificateHold", "-", "removeFromCRL", "privilegeWithdrawn", "aACompromise",
                "-",
            ]
        )
        #expect(RevocationReason.allCases.filter { !$0.isPermanent } == [.certificateHold, .removeFromCRL])
    }

    @Test func `form a set of all bits except the unused one`() {
        #expect(
            RevocationReasonFlags.all.names == [
                "keyCompromise", "cACompromise", "affiliationChanged", "superseded", "cessationOfOperation",
                "certificateHold", "privilegeWithdrawn", "aACompromise",
            ]
        )
    }
}
