import Testing
import TrustTestSupport

@Suite struct `The fields of a certificate in openssl x509` {
    private func text(_ edit: TestAuthority.Edit) throws -> String {
        let root = try TestAuthority.root("Test Root")
        return try OpenSSLProgram().text(try root.issueLeaf("api.example.com", edit: edit)).text
    }

    @Test func `are those of a version 3 leaf by default`() throws {
        let text = try text { _ in }
        #expect(text.contains("Version: 3 (0x2)"))
        #expect(text.contains("Issuer: CN=Test Root"))
        #expect(text.contains("Subject: CN=api.example.com"))
        #expect(text.contains("Not Before: Dec  2 00:00:00 2025 GMT"))
        #expect(text.contains("Not After : Mar  2 00:00:00 2026 GMT"))
        #expect(text.contains("Digital Signature"))
        #expect(text.contains("TLS Web Server Authentication, TLS Web Client Authentication"))
    }

    @Test func `can have another version, serial number and issuer`() throws {
        let text = try text { template in
            template.version = 1
            template.extensions.removeAll()
            template.serialNumber = [0xFF, 0x01]
            template.issuer = TestName([.country("DE"), .commonName("Nobody")])
        }
        #expect(text.contains("Version: 1 (0x0)"))
        #expect(text.contains("Serial Number: -255 (-0xff)"))
        #expect(text.contains("Issuer: CN=Nobody,C=DE"))
        #expect(!text.contains("extensions:"))
    }

    @Test func `can include unique identifiers`() throws {
        let text = try text { template in
            template.issuerUniqueID = [0x11]
            template.subjectUniqueID = [0x22]
        }
        #expect(text.contains("Issuer Unique ID") && text.contains("Subject Unique ID"))
    }

    @Test func `can include an unknown algorithm`() throws {
        let identifier: TestObjectIdentifier = "1.2.3.4.5"
        let text = try text { $0.signature.algorithm = .claim(DERWriter.sequence(identifier.der)) }
        #expect(text.split(separator: "Signature Algorithm: 1.2.3.4.5").count == 3)
    }

    @Test func `can include an unreadable key`() throws {
        let algorithm = DERWriter.sequence(TestObjectIdentifier("1.2.3.4.5").der)
        let text = try text { $0.subjectPublicKeyInfo = DERWriter.sequence(algorithm, DERWriter.bitString([1])) }
        #expect(text.contains("Public Key Algorithm: 1.2.3.4.5"), "\(text)")
        #expect(text.contains("Unable to load Public Key"))
    }

    @Test func `have unique serial numbers`() throws {
        let root = try TestAuthority.root("Test Root")
        let serials = [try root.issueAuthority("A"), try root.issueAuthority("B"), try root.reissued(), root]
            .map(\.template.serialNumber)
        #expect(Set(serials).count == 4)
    }

    @Test(arguments: [
        (TestName([.commonName("Müller", as: .utf8)]), "CN=M\\C3\\BCller"),
        (TestName([.commonName("Müller", as: .teletex)]), "CN=M\\C3\\BCller"),
        (TestName([.commonName("Müller", as: .bmp)]), "CN=M\\C3\\BCller"),
        (TestName([.commonName("Müller", as: .universal)]), "CN=M\\C3\\BCller"),
        (TestName([.commonName("plain", as: .printable)]), "CN=plain"),
        (TestName([TestAttribute(.nameSerialNumber, "123", as: .numeric)]), "serialNumber=123"),
        (TestName([.domainComponent("com"), .domainComponent("example")]), "DC=example,DC=com"),
        (TestName([.emailAddress("x@y"), .organizationalUnit("U")]), "OU=U,emailAddress=x@y"),
        (
            TestName(relativeNames: [[.organization("O")], [.commonName("n"), .organizationalUnit("U")]]),
            "OU=U+CN=n,O=O"
        ),
        (TestName.empty, "Subject: \n"),
    ])
    func `can include names of any string type and structure`(name: TestName, shown: String) throws {
        let text = try text { $0.subject = name }
        #expect(text.contains(shown), "\(text)")
    }

    @Test(arguments: [
        (TestStringType.printable, "PRINTABLESTRING"), (.ia5, "IA5STRING"), (.teletex, "T61STRING"),
        (.bmp, "BMPSTRING"), (.universal, "UNIVERSALSTRING"), (.utf8, "UTF8STRING"), (.numeric, "NUMERICSTRING"),
    ])
    func `have the requested string type`(stringType: TestStringType, shown: String) throws {
        let openssl = try OpenSSLProgram()
        let path = try openssl.file("name.der", TestName.commonName("7", as: stringType).der)
        let text = try openssl.run(["asn1parse", "-inform", "DER", "-in", path]).text
        #expect(text.contains(shown), "\(text)")
    }

    @Test(arguments: [
        (TestInstant(year: 2049, month: 12, day: 31, hour: 23, minute: 59, second: 59), "UTCTime", "491231235959Z"),
        (TestInstant(year: 2050, month: 1, day: 1), "GENERALIZEDTIME", "20500101000000Z"),
        (TestInstant(year: 1949, month: 12, day: 31), "GENERALIZEDTIME", "19491231000000Z"),
        (TestInstant(year: 1950, month: 1, day: 1), "UTCTime", "500101000000Z"),
        (TestInstant(year: 2028, month: 2, day: 29), "UTCTime", "280229000000Z"),
        (TestInstant(year: 9999, month: 12, day: 31), "GENERALIZEDTIME", "99991231000000Z"),
        (TestInstant.reference, "UTCTime", "260101000000Z"),
    ])
    func `encode times as UTCTime only through 2049 (RFC 5280 §4.1.2.5)`(
        instant: TestInstant,
        type: String,
        digits: String
    ) throws {
        let text = try structure { $0.notAfter = instant }
        #expect(text.contains("\(type)".uppercased() + spaces(type) + ":\(digits)"), "\(text)")
    }

    @Test func `encode times with the requested type or text`() throws {
        let text = try structure { template in
            template.notBeforeEncoding = .generalized
            template.notAfterEncoding = .text("2601010000+0100")
        }
        #expect(text.contains(":20251202000000Z"))
        #expect(text.contains(":2601010000+0100"))
    }

    private func structure(_ edit: TestAuthority.Edit) throws -> String {
        let openssl = try OpenSSLProgram()
        let leaf = try TestAuthority.root("Test Root").issueLeaf("api.example.com", edit: edit)
        let path = try openssl.file("leaf.pem", leaf.pem)
        return try openssl.run(["asn1parse", "-in", path]).text.uppercased()
    }

    /// The spaces that pad the type column of `openssl asn1parse`.
    private func spaces(_ type: String) -> String {
        String(repeating: " ", count: 18 - type.count)
    }
}
