import Testing
import TrustTestSupport

@Suite struct `The fields of a CRL in openssl crl` {
    private func text(_ edit: TestAuthority.RevocationListEdit) throws -> String {
        let root = try TestAuthority.root("Test Root") { $0.subjectKeyIdentifier = [0xAA, 0xBB] }
        return try OpenSSLProgram().text(try root.revocationList(edit: edit)).text
    }

    @Test func `are by default those of an empty version 2 CRL`() throws {
        let text = try text { _ in }
        #expect(text.contains("Version 2 (0x1)"))
        #expect(text.contains("Issuer: CN=Test Root"))
        #expect(text.contains("Last Update: Dec 31 00:00:00 2025 GMT"))
        #expect(text.contains("Next Update: Jan  7 00:00:00 2026 GMT"))
        #expect(text.contains("X509v3 Authority Key Identifier: \n                AA:BB\n"))
        #expect(text.contains("X509v3 CRL Number: \n                1\n"))
        #expect(text.contains("No Revoked Certificates."))
    }

    @Test func `can have another version, issuer and times`() throws {
        let text = try text { template in
            template.version = 1
            template.extensions.removeAll()
            template.issuer = TestName([.country("DE"), .commonName("Nobody")])
            template.thisUpdate = TestInstant(year: 2050, month: 1, day: 1)
            template.nextUpdate = nil
        }
        #expect(text.contains("Version 1 (0x0)"))
        #expect(text.contains("Issuer: CN=Nobody,C=DE"))
        #expect(text.contains("Last Update: Jan  1 00:00:00 2050 GMT"))
        #expect(text.contains("Next Update: NONE"))
        #expect(!text.contains("CRL extensions:"))
    }

    @Test(arguments: [
        (TestTimeEncoding.automatic, "UTCTIME", "251231000000Z"),
        (.generalized, "GENERALIZEDTIME", "20251231000000Z"),
        (.text("2512310000Z"), "UTCTIME", "2512310000Z"),
    ])
    func `encode times with the requested type or text`(
        encoding: TestTimeEncoding,
        type: String,
        digits: String
    ) throws {
        let openssl = try OpenSSLProgram()
        let list = try TestAuthority.root("Test Root").revocationList { template in
            template.thisUpdateEncoding = encoding
            template.nextUpdateEncoding = .utc
            template.revoke(serialNumber: [1]) { $0.dateEncoding = encoding }
        }
        let text = try openssl.run(["asn1parse", "-in", try openssl.file("list.pem", list.pem)]).text
        let lines = text.split(separator: "\n").filter { $0.contains(type) && $0.hasSuffix(":" + digits) }
        #expect(lines.count == 2, "\(text)")
    }

    @Test func `include an empty list of entries only if requested`() throws {
        let root = try TestAuthority.root("Test Root", key: .shared(.rsa(2048)))
        let without = try root.revocationList()
        let with = try root.revocationList { $0.writesEmptyEntries = true }
        #expect(with.der.count == without.der.count + 2)
        #expect(try OpenSSLProgram().verify(with, issuer: root.certificate).text.contains("verify OK"))
    }

    @Test func `include each entry with its serial number, date and extensions`() throws {
        let text = try text { template in
            template.revoke(serialNumber: [0x0A], at: TestInstant(year: 2025, month: 6, day: 1))
            template.revoke(serialNumber: [0x0B], reason: .keyCompromise) { entry in
                entry.invalidityDate = TestInstant(year: 2025, month: 5, day: 4, hour: 3)
                entry.certificateIssuer = TestName([.commonName("Other Issuer")])
                entry.extensions.append(.raw("1.2.3.4.5", critical: true, value: Array("free".utf8)))
            }
        }
        let entries = text.split(separator: "Serial Number: ").dropFirst()
        let first = try #require(entries.first)
        let second = try #require(entries.last)
        #expect(entries.count == 2, "\(text)")
        #expect(first.hasPrefix("0A") && first.contains("Jun  1 00:00:00 2025 GMT") && !first.contains("extensions"))
        #expect(second.hasPrefix("0B") && second.contains("Dec 31 00:00:00 2025 GMT"))
        #expect(second.contains("CRL Reason Code: \n                Key Compromise"))
        #expect(second.contains("Invalidity Date: \n                May  4 03:00:00 2025 GMT"))
        #expect(second.contains("X509v3 Certificate Issuer: critical\n                DirName:/CN=Other Issuer"))
        #expect(second.contains("1.2.3.4.5: critical\n                free"))
    }

    @Test(arguments: [
        (TestRevocationReason.unspecified, "Unspecified"), (.keyCompromise, "Key Compromise"),
        (.authorityCompromise, "CA Compromise"), (.affiliationChanged, "Affiliation Changed"),
        (.superseded, "Superseded"), (.cessationOfOperation, "Cessation Of Operation"),
        (.certificateHold, "Certificate Hold"), (.removeFromCRL, "Remove From CRL"),
        (.privilegeWithdrawn, "Privilege Withdrawn"), (.attributeAuthorityCompromise, "AA Compromise"),
        (TestRevocationReason(rawValue: 7), "7"),
    ])
    func `have the requested reason (RFC 5280 §5.3.1)`(reason: TestRevocationReason, shown: String) throws {
        let text = try text { $0.revoke(serialNumber: [1], reason: reason) }
        #expect(text.contains("CRL Reason Code: \n                \(shown)\n"), "\(text)")
    }

    @Test func `omit an extension if its property is set to nil`() throws {
        let text = try text { template in
            template.crlNumber = nil
            template.authorityKeyIdentifier = nil
            template.revoke(serialNumber: [1], reason: .superseded) { $0.reason = nil }
        }
        #expect(!text.contains("extensions"), "\(text)")
    }
}
