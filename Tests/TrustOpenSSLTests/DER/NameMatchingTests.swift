import Testing
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL
@testable import X509Parsing

@Suite struct `Names match` {
    private func parse(_ name: TestName) throws -> DistinguishedName {
        var reader = DERReader(name.der)
        return try reader.readName("the name")
    }

    private func commonName(_ text: String, _ type: TestStringType) throws -> DistinguishedName {
        try parse(.commonName(text, as: type))
    }

    @Test(arguments: [TestStringType.utf8, .printable, .ia5, .teletex, .bmp, .universal])
    func `across string types, case and white space (RFC 5280 §7.1)`(type: TestStringType) throws {
        let name = try commonName("Test Root", .utf8)
        for text in ["Test Root", "TEST ROOT", " test  root ", "Test\tRoot\n"] {
            #expect(try commonName(text, type) == name)
            #expect(try commonName(text, type).hashValue == name.hashValue)
        }
        #expect(try commonName("TestRoot", type) != name)
        #expect(try commonName("Test Root 2", type) != name)
    }

    @Test(arguments: [TestStringType.utf8, .teletex, .bmp, .universal])
    func `outside ASCII only with the same characters in the same case, as in OpenSSL`(type: TestStringType) throws {
        #expect(try commonName("Müller", type) == commonName("MüLLER", .utf8))
        #expect(try commonName("MÜLLER", type) != commonName("Müller", .utf8))
    }

    @Test func `only attribute by attribute, in order`() throws {
        let attributes = [TestAttribute.organization("O"), .commonName("N")]
        #expect(try parse(TestName(attributes)) != parse(TestName(attributes.reversed())))
        #expect(try parse(TestName(attributes)) != parse(TestName(relativeNames: [attributes])))
        #expect(try parse(TestName(attributes)) != parse(TestName([attributes[0]])))
        #expect(try parse(TestName([.organization("N")])) != parse(TestName([.commonName("N")])))
        #expect(try parse(TestName([.commonName("a"), .commonName("b")])) != parse(TestName([.commonName("ab")])))
    }

    @Test func `with the attributes of a relative name in any order`() throws {
        let one = DERWriter.sequence(
            DERWriter.element(0x31, TestAttribute.commonName("a").der + TestAttribute.organization("b").der)
        )
        let other = DERWriter.sequence(
            DERWriter.element(0x31, TestAttribute.organization("B").der + TestAttribute.commonName("A").der)
        )
        #expect(try parse(TestName(der: one)) == parse(TestName(der: other)))
    }

    @Test func `byte by byte if values are not strings`() throws {
        func name(_ value: [UInt8]) throws -> DistinguishedName {
            try parse(TestName([TestAttribute(.commonName, der: value)]))
        }
        #expect(try name([4, 1, 0x41]) == name([4, 1, 0x41]))
        #expect(try name([4, 1, 0x41]) != name([4, 1, 0x61]))
        #expect(try name([4, 1, 0x41]) != name([0x0C, 1, 0x41]))
        #expect(try name([4, 1, 0x41]) != commonName("#040141", .utf8))
        // Malformed UTF-8 is not a string.
        #expect(try name([0x0C, 1, 0xFF]) != name([0x0C, 1, 0xFE]))
        #expect(try name([0x1E, 3, 0, 0x41, 0]).values(of: .commonName) == ["#1e03004100"])
        #expect(try name([0x1E, 2, 0xD8, 0]).values(of: .commonName) == ["#1e02d800"])
    }

    @Test func `if both are empty`() throws {
        #expect(try parse(.empty) == parse(.empty))
        #expect(try parse(.empty).isEmpty)
        #expect(try parse(.empty) != commonName("", .utf8))
    }
}
