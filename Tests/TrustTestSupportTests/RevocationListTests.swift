import Testing
import TrustTestSupport

@Suite struct `A test CRL in openssl` {
    private let openssl: OpenSSLProgram
    private let root: TestAuthority
    private let leaf: TestCertificate

    init() throws {
        openssl = try OpenSSLProgram()
        root = try TestAuthority.root("Test Root")
        leaf = try root.issueLeaf("api.example.com")
    }

    private func verify(_ lists: TestRevocationList..., options: [String] = []) throws -> OpenSSLProgram.Outcome {
        try openssl.verify(leaf, root: root.certificate, lists: lists, options: options)
    }

    @Test(arguments: [
        (TestKeyKind.rsa(2048), TestDigest.sha256), (.rsa(2048), .sha512), (.ecdsaP384, .sha384), (.ed25519, .sha256),
    ])
    func `has a valid signature with any key and digest`(kind: TestKeyKind, digest: TestDigest) throws {
        let issuer = try TestAuthority.root("Test Root", key: .shared(kind))
        let list = try issuer.revocationList(revoking: [leaf]) { $0.signature.digest = digest }
        let outcome = try openssl.verify(list, issuer: issuer.certificate)
        #expect(outcome.text.contains("verify OK"), "\(outcome.text)")
    }

    // Some versions of OpenSSL 3.0, such as 3.0.19, do not compare the two signature algorithms of a CRL.
    @Test(arguments: Forgery.allCases.filter { $0 != .innerClaim })
    func `is rejected with a forged signature`(forgery: Forgery) throws {
        let stranger = try TestKey.generate(.ecdsaP256)
        let list = try root.revocationList { forgery.apply(&$0.signature, stranger: stranger) }
        let outcome = try openssl.verify(list, issuer: root.certificate)
        // The program reports an unreadable signature as an error, others as a failure; the exit status is the same.
        #expect(["verify failure", "ASN1_item_verify"].contains { outcome.text.contains($0) }, "\(outcome.text)")
        #expect(!outcome.text.contains("verify OK"))
    }

    @Test func `is rejected if its bytes are changed after signing`() throws {
        let list = try root.revocationList(revoking: [leaf])
        let serial = try #require(list.der.firstRange(of: leaf.template.serialNumber))
        let changed = list.mutated { $0[serial.upperBound - 1] ^= 1 }
        #expect(try openssl.verify(list, issuer: root.certificate).text.contains("verify OK"))
        #expect(try openssl.verify(changed, issuer: root.certificate).text.contains("verify failure"))
        #expect(try openssl.verify(list.mutated { $0.removeLast() }, issuer: root.certificate).status != 0)
    }

    @Test func `is accepted or rejected with a signed part encoded by the test`() throws {
        let template = try root.revocationList().template
        let truePart = try TestRevocationList(signing: template.signedPart, as: template)
        let malformed = try TestRevocationList(signing: DERWriter.sequence(DERWriter.null), as: template)
        #expect(try openssl.verify(truePart, issuer: root.certificate).text.contains("verify OK"))
        #expect(try openssl.verify(malformed, issuer: root.certificate).text.contains("Unable to load CRL"))
    }

    @Test func `revokes only the certificates that it lists`() throws {
        let other = try root.issueLeaf("www.example.com")
        #expect(try verify(try root.revocationList()).status == 0)
        #expect(try verify(try root.revocationList(revoking: [other])).status == 0)
        let outcome = try verify(try root.revocationList(revoking: [other, leaf]))
        #expect(outcome.text.contains("certificate revoked"), "\(outcome.text)")
    }

    @Test(arguments: [
        (TestInstant.reference.adding(days: -1), ""),
        (TestInstant.reference.adding(days: -1, seconds: -1), "CRL is not yet valid"),
        (TestInstant.reference.adding(days: 6, seconds: -1), ""),
        (TestInstant.reference.adding(days: 6), "CRL has expired"),
    ])
    func `is valid from thisUpdate and, in OpenSSL, until just before nextUpdate`(
        instant: TestInstant,
        complaint: String
    ) throws {
        let outcome = try openssl.verify(
            leaf,
            root: root.certificate,
            at: instant,
            lists: [try root.revocationList()]
        )
        #expect((outcome.status == 0) == complaint.isEmpty, "\(outcome.text)")
        #expect(complaint.isEmpty || outcome.text.contains(complaint), "\(outcome.text)")
    }

    @Test func `adds entries to its base and removes them as a delta CRL (RFC 5280 §5.2.4)`() throws {
        let delta: (TestRevocationReason?) throws -> TestRevocationList = { [root, leaf] reason in
            try root.revocationList { template in
                template.crlNumber = 2
                template.deltaBaseNumber = 1
                template.revoke(leaf, reason: reason)
            }
        }
        let point = TestExtension.freshestCRL(["http://c.example/d"])
        let base = try root.revocationList { $0.extensions.append(point) }
        let holding = try root.revocationList { template in
            template.extensions.append(point)
            template.revoke(leaf, reason: .certificateHold)
        }
        let options = ["-extended_crl", "-use_deltas"]
        #expect(try verify(base, options: options).status == 0)
        #expect(try verify(base, delta(nil), options: options).text.contains("certificate revoked"))
        #expect(try verify(holding, options: options).text.contains("certificate revoked"))
        #expect(try verify(holding, delta(.removeFromCRL), options: options).status == 0)
    }

    @Test func `applies as an indirect CRL to certificates that name its issuer (RFC 5280 §5.2.5)`() throws {
        let lister = try root.issueAuthority("List Issuer")
        let point = TestDistributionPointName.full([.uri("http://c.example/1")])
        let pointed = try root.issueLeaf("api.example.com") { [lister] template in
            let named = TestDistributionPoint(point, crlIssuer: [.directory(lister.name)])
            template.extensions.append(.crlDistributionPoints(points: [named]))
        }
        let list: (Bool) throws -> TestRevocationList = { [root] revokes in
            try lister.revocationList { template in
                var issuing = TestIssuingDistributionPoint(point)
                issuing.isIndirect = true
                template.issuingDistributionPoint = issuing
                if revokes { template.revoke(pointed) { $0.certificateIssuer = root.name } }
            }
        }
        let verify: (TestCertificate, TestRevocationList) throws -> OpenSSLProgram.Outcome = { certificate, list in
            try openssl.verify(
                certificate,
                root: root.certificate,
                untrusted: [lister.certificate],
                lists: [list],
                options: ["-extended_crl"]
            )
        }
        #expect(try verify(pointed, list(false)).status == 0)
        #expect(try verify(pointed, list(true)).text.contains("certificate revoked"))
        #expect(try verify(leaf, list(false)).status != 0)
    }
}
