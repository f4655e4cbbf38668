import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `A CRL` {
    private let authority: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "crl root"))
        leaf = try authority.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "crl leaf"))
    }

    private func facts(_ edit: TestAuthority.RevocationListEdit = { _ in }) throws -> CertificateRevocationListFacts {
        try readLists(authority.revocationList(edit: edit).der)[0].facts
    }

    private func refusal(_ edit: TestAuthority.RevocationListEdit) throws -> String? {
        listRefusal(try authority.revocationList(edit: edit).der)
    }

    @Test func `has an issuer, times, a number and entries`() throws {
        let facts = try facts {
            $0.revoke(leaf, at: .reference.adding(days: -3), reason: .keyCompromise)
            $0.revoke(serialNumber: [5])
            $0.revoke(serialNumber: [6], reason: TestRevocationReason(rawValue: 7))
            $0.crlNumber = 70000
        }
        #expect(facts.issuer.description == "CN=Root")
        #expect(facts.thisUpdate.description == "2025-12-31T00:00:00Z")
        #expect(facts.nextUpdate?.description == "2026-01-07T00:00:00Z")
        #expect(facts.crlNumber?.description == "70000")
        #expect(facts.baseCRLNumber == nil)
        #expect(facts.authorityKeyIdentifier?.keyIdentifier == authority.template.subjectKeyIdentifier)
        #expect(facts.entries?.count == 3)
        let entry = facts.entries?.entry(of: leaf.template.serialNumber)
        #expect(entry?.reason == .keyCompromise)
        #expect(entry?.revocationDate.description == "2025-12-29T00:00:00Z")
        #expect(facts.entries?.entry(of: [5])?.reason == nil)
        #expect(facts.entries?.entry(of: [6])?.reason == nil)
    }

    @Test func `has the locations of its delta CRLs, and an invalid or critical extension is not accepted`() throws {
        #expect(try facts { $0.extensions.append(.freshestCRL(["http://d"])) }.deltaLocations == ["http://d"])
        let critical = try facts { $0.extensions.append(.freshestCRL(["http://d"], critical: true)) }
        #expect(critical.unknownCriticalExtensions == [.freshestCRL])
        #expect(critical.deltaLocations.isEmpty)
        #expect(try refusal { $0.extensions.append(.raw(.freshestCRL, value: [0x30, 0])) } != nil)
    }

    @Test func `may have version 1, no nextUpdate or an empty list of entries`() throws {
        #expect(
            try facts {
                $0.version = 1
                $0.extensions.removeAll()
            }.crlNumber == nil
        )
        #expect(try facts { $0.nextUpdate = nil }.nextUpdate == nil)
        #expect(try facts { $0.writesEmptyEntries = true }.entries == nil)
        #expect(try refusal { $0.version = 3 }?.contains("the CRL has the unsupported version 3") == true)
    }

    @Test func `has a scope (RFC 5280 §5.2.5)`() throws {
        var point = TestIssuingDistributionPoint(.full([.uri("http://crl.example/a")]))
        point.onlyContainsUserCertificates = true
        point.onlySomeReasons = [.keyCompromise, .attributeAuthorityCompromise]
        point.isIndirect = true
        let read = try facts { $0.issuingDistributionPoint = point }.issuingDistributionPoint
        #expect(
            read
                == IssuingDistributionPoint(
                    name: .full([.uri("http://crl.example/a")]),
                    onlyContainsUserCerts: true,
                    indirectCRL: true,
                    onlySomeReasons: RevocationReasonFlags(rawValue: 0b1_0000_0010)
                )
        )
        #expect(read?.onlySomeReasons?.names == ["keyCompromise", "aACompromise"])
    }

    @Test func `has a base number if it is a delta CRL`() throws {
        let facts = try facts {
            $0.deltaBaseNumber = 3
            $0.crlNumber = 5
        }
        #expect(facts.baseCRLNumber?.description == "3")
        #expect(try #require(facts.baseCRLNumber) < #require(facts.crlNumber))
    }

    @Test func `has unsupported critical extensions of the list and its entries (RFC 5280 §5.2, §5.3)`()
        throws
    {
        let facts = try facts {
            $0.extensions.append(.raw("1.2.3.4", critical: true, value: DERWriter.null))
            $0.extensions.append(.raw("1.2.3.5", critical: false, value: DERWriter.null))
            $0.revoke(serialNumber: [5]) {
                $0.extensions.append(.raw("1.2.3.6", critical: true, value: DERWriter.null))
            }
        }
        #expect(facts.unknownCriticalExtensions == [OID(1, 2, 3, 4), OID(1, 2, 3, 6)])
    }

    @Test func `has encoding defects (RFC 5280 §5.1 to §5.3)`() throws {
        #expect(try facts { $0.revoke(leaf, reason: .keyCompromise) }.formFaults == [])
        #expect(
            try facts {
                $0.version = 1
                $0.extensions.removeAll()
                $0.revoke(leaf, reason: .keyCompromise)
            }.formFaults == [.extensionsInVersion1]
        )
        #expect(
            try facts {
                $0.version = 1
                $0.extensions.removeAll()
                $0.writesEmptyEntries = true
                $0.nextUpdateEncoding = .generalized
            }.formFaults == [.entriesEmpty, .generalizedTimeBefore2050]
        )
    }

    @Test func `assigns entries to the issuer named last (RFC 5280 §5.3.3)`() throws {
        let other = TestName.commonName("Other")
        let facts = try facts {
            $0.revoke(serialNumber: [1])
            $0.revoke(serialNumber: [1]) { $0.certificateIssuer = other }
            $0.revoke(serialNumber: [2])
            $0.revoke(serialNumber: [3]) { $0.certificateIssuer = self.authority.name }
            $0.revoke(serialNumber: [4]) { $0.certificateIssuer = other }
        }
        #expect(facts.entries.map { Set($0.serialNumbers) } == [[1], [3]])
        #expect(facts.indirectEntries.map { "\($0.key)" } == ["CN=Other"])
        #expect(facts.indirectEntries.values.first.map { Set($0.serialNumbers) } == [[1], [2], [4]])
    }

    @Test func `prefers the permanent one of two entries for a certificate`() throws {
        for reasons in [[TestRevocationReason.keyCompromise, .certificateHold], [.certificateHold, .keyCompromise]] {
            let facts = try facts { list in
                for reason in reasons { list.revoke(serialNumber: [9], reason: reason) }
            }
            #expect(facts.entries?.entry(of: [9])?.reason == .keyCompromise)
        }
    }

    @Test func `finds every entry of a long list, and no other`() throws {
        // Serial numbers with common beginnings, common ends, different lengths and negative values.
        let serialNumbers = (UInt8(1)...250).flatMap { octet -> [[UInt8]] in
            [
                [octet], [1, octet], [octet, 1], [0x7F, 2, 3, 4, 5, 6, 7, 8, octet],
                [octet] + [UInt8](repeating: 9, count: 19),
            ]
        }
        let listed = Set(serialNumbers)
        let facts = try facts { list in
            for serialNumber in listed { list.revoke(serialNumber: serialNumber, reason: .superseded) }
        }
        let entries = try #require(facts.entries)
        #expect(entries.count == listed.count)
        #expect(Set(entries.serialNumbers) == listed)
        #expect(listed.allSatisfy { entries.entry(of: $0)?.reason == .superseded })
        let others: [[UInt8]] = [
            [], [0], [251], [9, 1, 1], [0x7F, 2, 3, 4, 5, 6, 7, 8], [UInt8](repeating: 9, count: 21),
        ]
        #expect(others.allSatisfy { entries.entry(of: $0) == nil })
    }

    @Test func `finds every entry of several issuers in turn (RFC 5280 §5.3.3)`() throws {
        let facts = try facts { list in
            for number in UInt8(1)...100 {
                for name in ["A", "B", "C"] {
                    list.revoke(serialNumber: [number]) { $0.certificateIssuer = .commonName(name) }
                }
            }
        }
        #expect(facts.entries == nil)
        #expect(facts.indirectEntries.values.map(\.count) == [100, 100, 100])
        for table in facts.indirectEntries.values {
            #expect((UInt8(1)...100).allSatisfy { table.entry(of: [$0]) != nil })
        }
    }

    @Test func `is rejected if it has entries for more than a thousand issuers`() throws {
        func refusal(_ count: Int) throws -> String? {
            try self.refusal { list in
                for number in 0..<count {
                    list.revoke(serialNumber: [1]) { $0.certificateIssuer = .commonName("Issuer \(number)") }
                }
            }
        }
        #expect(try refusal(1000) == nil)
        #expect(try refusal(1001)?.hasSuffix(": there are entries for more than 1000 issuers, a fixed bound") == true)
    }

    @Test func `keeps a hundred unsupported critical extensions`() throws {
        let list = try TestAuthority.root("Root").revocationList { list in
            for number in UInt64(0)..<150 {
                let type = TestObjectIdentifier(arcs: [1, 2, 3, number])
                list.revoke(serialNumber: [1]) { $0.extensions.append(.raw(type, critical: true, value: [5, 0])) }
            }
        }
        let lists = try OpenSSLEvidenceReader().revocationLists(in: list.der, limits: EvidenceLimits())
        #expect(lists[0].facts.unknownCriticalExtensions.count == 100)
    }

    @Test func `is rejected at the offset of a malformed time, extension or entry`() throws {
        #expect(
            try refusal { $0.thisUpdateEncoding = .text("2601010000Z", generalized: false) }?
                .hasSuffix(": thisUpdate is not in the form that RFC 5280 requires") == true
        )
        #expect(
            try refusal { $0.extensions.append(.crlNumber(1)) }?
                .hasSuffix(": the CRL's extensions contain the extension 2.5.29.20 twice") == true
        )
        #expect(
            try refusal {
                $0.crlNumber = nil
                $0.extensions.append(.raw("2.5.29.20", critical: false, value: DERWriter.integer(-1)))
            }?.hasSuffix(": the CRL number is negative") == true
        )
        #expect(
            try refusal {
                $0.crlNumber = nil
                let number = DERWriter.integer(magnitude: [UInt8](repeating: 1, count: 22))
                $0.extensions.append(.raw("2.5.29.20", critical: false, value: number))
            }?.hasSuffix(": the CRL number has more than 21 octets") == true
        )
        #expect(
            try refusal { $0.revoke(serialNumber: [0, 1]) }?
                .hasSuffix(": an entry's serial number is not minimally encoded") == true
        )
    }

    @Test func `is parsed from PEM with other text and blocks, also several CRLs`() throws {
        let list = try authority.revocationList()
        let text = "before\n" + leaf.pem + list.pem + "between\n" + list.pem
        #expect(try readLists(Array(text.utf8)).map(\.der) == [list.der, list.der])
        #expect(listRefusal(Array(leaf.pem.utf8)) == "noEvidence - -: there is no CRL")
        #expect(listRefusal([]) == "noEvidence - -: the input is neither PEM nor DER")
        let broken = list.pem + list.pem.replacing("-----END X509 CRL-----", with: "")
        #expect(listRefusal(Array(broken.utf8))?.hasPrefix("malformedPEM 1 ") == true)
        let key = list.pem + "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"
        #expect(listRefusal(Array(key.utf8))?.hasPrefix("privateKey - ") == true)
    }

    @Test func `is bounded in number and size`() throws {
        let list = try authority.revocationList()
        let text = Array((list.pem + list.pem).utf8)
        #expect(
            listRefusal(text, limits: EvidenceLimits(count: 1)) == "tooManyPieces - -: there are more than 1 CRLs"
        )
        #expect(
            listRefusal(list.der, limits: EvidenceLimits(bytesEach: 10))
                == "pieceTooLarge - -: the CRL has \(list.der.count) bytes, more than 10"
        )
    }

    @Test func `is rejected if truncated at any byte, and parsed or rejected if damaged`() throws {
        let der = try authority.revocationList(revoking: [leaf]) {
            var point = TestIssuingDistributionPoint(.full([.uri("http://crl.example/a")]))
            point.onlySomeReasons = [.keyCompromise]
            $0.issuingDistributionPoint = point
            $0.revoke(serialNumber: [9], reason: .superseded) { $0.certificateIssuer = .commonName("Other") }
        }.der
        for count in 0..<der.count {
            #expect(listRefusal(Array(der.prefix(count))) != nil, "\(count)")
        }
        #expect(listRefusal(der) == nil)
        var random = SeededGenerator(seed: 11)
        var refused = 0
        for _ in 0..<4000 where listRefusal(damaged(der, &random)) != nil { refused += 1 }
        #expect(refused > 0)
    }
}
