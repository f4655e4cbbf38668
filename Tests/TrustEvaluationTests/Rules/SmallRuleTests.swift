import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The signatures rule` {
    @Test func `takes a signature for wrong that nobody has verified, and explains each defect`() throws {
        var ruleCase = try Hierarchy().ruleCase
        let wrong = "The signature of CN=api.example.com was not made with the key of CN=Issuing."
        ruleCase.signatures = PathSignatures([])
        let findings = try ruleCase.full(SignatureRule())
        #expect(findings.map(\.summary) == ["error chain.signatureInvalid 0", "error chain.signatureInvalid 1"])
        #expect(findings.first?.message == wrong)
        ruleCase.signatures = PathSignatures([.unusableKey, nil])
        #expect(
            try ruleCase.full(SignatureRule()).map(\.message) == [
                "The signature of CN=api.example.com cannot be verified: the public key of CN=Issuing cannot be decoded."
            ]
        )
    }

    @Test func `accepts signatures made by the issuers`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: SignatureRule()) == [])
    }

    @Test func `refuses each that was not (RFC 5280 §6.1.3 (a)(1))`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.signature.isCorrupt = true },
            leaf: { $0.signature.verbatim = [1, 2, 3] }
        )
        #expect(
            try hierarchy.ruleCase.findings(of: SignatureRule())?.sorted()
                == ["error chain.signatureInvalid 0", "error chain.signatureInvalid 1"]
        )
    }

    @Test func `does not look at the anchor's own signature`() throws {
        let hierarchy = try Hierarchy(root: { $0.signature.isCorrupt = true })
        #expect(try hierarchy.ruleCase.findings(of: SignatureRule()) == [])
    }

    @Test func `does not apply to a leaf alone`() throws {
        #expect(try RuleCase([Hierarchy().leaf]).findings(of: SignatureRule()) == nil)
    }
}

@Suite struct `The trust anchor rule` {
    @Test func `accepts a path that ends in an anchor`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: TrustAnchorRule()) == [])
        #expect(try RuleCase([Hierarchy().leaf]).findings(of: TrustAnchorRule()) == [])
    }

    @Test func `refuses a path without one, saying who is missing and where to find it`() throws {
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

    @Test func `says that the certificate of the issuer's name has another key, sent or an anchor`() throws {
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
                    == "No issuer found for CN=api.example.com: a certificate of the name \"CN=Root\" was found, but with "
                    + "another key (key identifier aa, where bb is expected)."
            )
            #expect(reason.remedy == SpecialRemedy.otherKey.text)
            #expect(reason.fact("candidates") == .list([Hexadecimal.encode(try root.certificate.fingerprint())]))
            #expect(reason.fact("candidateKeyIdentifiers") == .list(["aa"]))
            #expect(reason.fact("authorityKeyIdentifier") == .text("bb"))
            // The remedy helps.
            let mended = try EngineCase(chain, anchors: [signer.certificate]).verdict()
            #expect(mended.outcome == .trusted)
        }
    }

    @Test func `counts several certificates of the issuer's name, none of which has the key`() throws {
        let signer = try TestAuthority.root("Root") { $0.subjectKeyIdentifier = [0xBB] }
        let others = try [[0xAA], [0xCC]].map { identifier in
            try TestAuthority.root("Root") { $0.subjectKeyIdentifier = identifier }.certificate
        }
        let leaf = try signer.issueLeaf("api.example.com")
        let verdict = try EngineCase([leaf, others[0]], anchors: [others[1]]).verdict()
        let message = try #require(verdict.reasons.first?.message)
        #expect(
            message.hasPrefix(
                "No issuer found for CN=api.example.com: 2 certificates of the name \"CN=Root\" were found, but with "
                    + "another key (key identifier "
            )
        )
    }

    @Test func `names the candidate whose key did not make the signature`() throws {
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

    @Test func `says of a self-issued certificate that its own key did not sign it`() throws {
        let root = try TestAuthority.root("Root") { $0.signature.isCorrupt = true }
        let leaf = try root.issueLeaf("api.example.com")
        let verdict = try EngineCase([leaf, root.certificate], anchors: []).verdict()
        #expect(
            verdict.reasons.first?.message
                == "No issuer found for CN=Root: it names itself as its issuer, but is not signed with its own key, and no "
                + "other certificate of that name was found."
        )
    }

    @Test func `refuses a root or a leaf that is only its own issuer`() throws {
        let hierarchy = try Hierarchy()
        var ruleCase = hierarchy.ruleCase
        ruleCase.isAnchored = false
        ruleCase.end = .selfSigned
        #expect(try ruleCase.findings(of: TrustAnchorRule()) == ["error chain.untrustedRoot 2"])
        ruleCase.path = [hierarchy.root.certificate]
        #expect(try ruleCase.findings(of: TrustAnchorRule()) == ["error chain.selfSignedLeaf 0"])
    }
}

@Suite struct `The intermediate count rule` {
    @Test(arguments: [(nil, nil), (2, []), (1, []), (0, ["error chain.tooLong"])] as [(Int?, [String]?)])
    func `holds a path with one intermediate to the policy`(allowed: Int?, expected: [String]?) throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.maximumIntermediates = allowed
        #expect(try ruleCase.findings(of: IntermediateCountRule()) == expected)
    }

    @Test func `does not count self-issued ones, nor a leaf that is the anchor`() throws {
        let root = try TestAuthority.root("Root")
        let rollover = try root.issueAuthority("Root")
        let leaf = try rollover.issueLeaf("api.example.com")
        var ruleCase = RuleCase([leaf, rollover.certificate, root.certificate])
        ruleCase.requirements.maximumIntermediates = 0
        #expect(try ruleCase.findings(of: IntermediateCountRule()) == [])
        ruleCase.path = [leaf]
        #expect(try ruleCase.findings(of: IntermediateCountRule()) == [])
    }
}

@Suite struct `The lifetime rule` {
    @Test(
        arguments: [(nil, nil), (90 * 86400 + 1, []), (90 * 86400, ["error time.validityTooLong 0"])]
            as [(Int64?, [String]?)]
    )
    func `holds the leaf to the policy, both ends included`(allowed: Int64?, expected: [String]?) throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.maximumLifetime = allowed
        #expect(try ruleCase.findings(of: LifetimeRule()) == expected)
    }

    @Test func `does not apply to a validity that cannot be read`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.notAfterEncoding = .text("never") }).ruleCase
        ruleCase.requirements.maximumLifetime = 1
        #expect(try ruleCase.findings(of: LifetimeRule()) == nil)
    }
}

@Suite struct `The mailbox rule` {
    @Test(
        arguments: [
            ([], nil),
            (["a@example.com"], []),
            (["a@EXAMPLE.com", "B@example.com"], []),
            (["A@example.com"], ["error host.emailMismatch 0"]),
            (["b@example.com", "c@example.com"], ["error host.emailMismatch 0", "error host.emailMismatch 0"]),
            (["example.com"], ["error host.emailMismatch 0"]),
        ] as [([String], [String]?)]
    )
    func `wants each mailbox, its local part exactly (RFC 5280 §7.5)`(emails: [String], expected: [String]?) throws {
        let names: [TestGeneralName] = [.email("a@example.com"), .email("B@example.com"), .dns("example.com")]
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).ruleCase
        ruleCase.requirements.emails = emails
        #expect(try ruleCase.findings(of: MailboxRule()) == expected)
    }

    @Test func `never looks at the subject's emailAddress`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.subject = TestName([.emailAddress("a@example.com")]) }).ruleCase
        ruleCase.requirements.emails = ["a@example.com"]
        #expect(try ruleCase.findings(of: MailboxRule()) == ["error host.emailMismatch 0"])
    }
}
