import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The trust anchor rule` {
    @Test func `accepts a path that ends in an anchor`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: TrustAnchorRule()) == [])
        #expect(try RuleCase([Hierarchy().leaf]).findings(of: TrustAnchorRule()) == [])
    }

    @Test func `rejects a path without an anchor, and reports the missing issuer and its location`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.extensions.append(.authorityInformationAccess(issuers: ["http://ca.example/issuing.cer"]))
        })
        var ruleCase = RuleCase([hierarchy.leaf])
        ruleCase.isAnchored = false
        let findings = try ruleCase.full(TrustAnchorRule())
        #expect(findings.map(\.summary) == ["error chain.issuerNotFound 0"])
        #expect(findings.first?.fact("issuer") == .text("CN=Issuing"))
        #expect(findings.first?.fact("issuerLocations") == .list(["http://ca.example/issuing.cer"]))
        #expect(
            findings.first?.message
                == "No issuer found for CN=api.example.com: \"CN=Issuing\" is neither in the chain nor a trust anchor of the "
                + "policy."
        )
        #expect(findings.first?.specialRemedy == nil)
    }

    @Test func `reports that a certificate with the issuer's name, sent or an anchor, has another key`() throws {
        let root = try TestAuthority.root("Root") { $0.subjectKeyIdentifier = [0xAA] }
        let signer = try TestAuthority.root("Root") { $0.subjectKeyIdentifier = [0xBB] }
        let leaf = try signer.issueLeaf("api.example.com")
        for (chain, anchors) in [([leaf], [root]), ([leaf, root.certificate], [])]
            as [([TestCertificate], [TestAuthority])]
        {
            let verdict = try EngineCase(chain, anchors: anchors.map(\.certificate)).verdict()
            let reason = try #require(verdict.reasons.first)
            #expect(verdict.errorCodes == ["chain.issuerNotFound"])
            #expect(
                reason.message
                    == "No issuer found for CN=api.example.com: a certificate with the name \"CN=Root\" was found, but "
                    + "it has the key identifier aa instead of bb."
            )
            #expect(reason.remedy == SpecialRemedy.otherKey.text)
            #expect(reason.fact("candidates") == .list([Hexadecimal.encode(try root.certificate.fingerprint())]))
            #expect(reason.fact("candidateKeyIdentifiers") == .list(["aa"]))
            #expect(reason.fact("authorityKeyIdentifier") == .text("bb"))
            // Following the remedy makes the chain trusted.
            let mended = try EngineCase(chain, anchors: [signer.certificate]).verdict()
            #expect(mended.outcome == .trusted)
        }
    }

    @Test func `reports the number of certificates with the issuer's name but without its key`() throws {
        let signer = try TestAuthority.root("Root") { $0.subjectKeyIdentifier = [0xBB] }
        let others = try [[0xAA], [0xCC]].map { identifier in
            try TestAuthority.root("Root") { $0.subjectKeyIdentifier = identifier }.certificate
        }
        let leaf = try signer.issueLeaf("api.example.com")
        let verdict = try EngineCase([leaf, others[0]], anchors: [others[1]]).verdict()
        let message = try #require(verdict.reasons.first?.message)
        #expect(
            message
                == "No issuer found for CN=api.example.com: 2 certificates with the name \"CN=Root\" were found, but none "
                + "of them has the key identifier bb."
        )
    }

    @Test func `names the candidate whose key does not verify the signature`() throws {
        let root = try TestAuthority.root("Root") { $0.subjectKeyIdentifier = nil }
        let signer = try TestAuthority.root("Root") { $0.subjectKeyIdentifier = nil }
        let leaf = try signer.issueLeaf("api.example.com")
        let verdict = try EngineCase([leaf], anchors: [root.certificate]).verdict()
        #expect(verdict.errorCodes == ["chain.signatureInvalid"])
        #expect(
            verdict.reasons.first?.message
                == "The signature of CN=api.example.com was not made with the key of CN=Root."
        )
    }

    @Test func `reports that a self-issued certificate is not signed with its own key`() throws {
        let root = try TestAuthority.root("Root") { $0.signature.isCorrupt = true }
        let leaf = try root.issueLeaf("api.example.com")
        let verdict = try EngineCase([leaf, root.certificate], anchors: []).verdict()
        #expect(
            verdict.reasons.first?.message
                == "No issuer found for CN=Root: it names itself as its issuer, but is not signed with its own key, and no "
                + "other certificate with that name was found."
        )
    }

    @Test func `rejects a self-signed root or leaf that is not an anchor`() throws {
        let hierarchy = try Hierarchy()
        var ruleCase = hierarchy.ruleCase
        ruleCase.isAnchored = false
        ruleCase.end = .selfSigned
        #expect(try ruleCase.findings(of: TrustAnchorRule()) == ["error chain.untrustedRoot 2"])
        ruleCase.path = [hierarchy.root.certificate]
        #expect(try ruleCase.findings(of: TrustAnchorRule()) == ["error chain.selfSignedLeaf 0"])
    }
}
