import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The revocation rule` {
    private let revocation: RevocationCase
    private let leaf: TestCertificate

    init() throws {
        revocation = try RevocationCase()
        leaf = revocation.leaf
    }

    @Test func `is skipped without a revocation policy and without evidence`() throws {
        #expect(try revocation.hierarchy.ruleCase.findings(of: RevocationRule()) == nil)
    }

    @Test func `checks the leaf or the chain, never the anchor`() throws {
        var revocation = revocation
        #expect(try revocation.reasons() == ["warning revocation.unavailable 0"])
        revocation.requirements = RevocationRequirements()
        #expect(try revocation.reasons() == ["warning revocation.unavailable 0", "warning revocation.unavailable 1"])
        #expect(
            try revocation.message()
                == "There is no CRL or OCSP evidence of the revocation status of CN=api.example.com."
        )
    }

    @Test func `reports missing evidence as an error if a positive response is required`() throws {
        var revocation = revocation
        revocation.requirements?.requirePositiveResponse = true
        let verdict = try revocation.verdict()
        #expect(verdict.summaries == ["error revocation.unavailable 0"])
        #expect(verdict.result == .recoverableTrustFailure)
        try revocation.addResponse(.unknown)
        #expect(try revocation.reasons() == ["error revocation.unknown 0"])
        try revocation.addList()
        #expect(try revocation.reasons() == ["warning revocation.unknown 0", "notice notice.revocation 0"])
        #expect(try revocation.verdict().outcome == .trusted)
    }

    @Test(
        arguments: [
            (.server, false), (.rfc5280, false), (.basicX509, false), (.appleSSL, false), (.rfc5280Strict, true),
            (.webpki, true),
        ] as [(Profile, Bool)]
    )
    func `requires CRL numbers under the strict profiles (RFC 5280 §5.2.3)`(
        profile: Profile,
        isDemanded: Bool
    ) throws {
        var revocation = revocation
        revocation.profile = profile
        try revocation.addList { $0.crlNumber = nil }
        let strict = try revocation.verdict().reasons.filter { $0.code == .strictCRLNumberMissing }
        #expect(strict.map(\.summary) == (isDemanded ? ["error strict.crlNumberMissing 0"] : []))
        #expect(strict.allSatisfy { $0.message == "The CRL issued by CN=Issuing has no CRL number." })
        try revocation.addList { $0.revoke(leaf) }
        #expect(try !revocation.verdict().reasons.contains { $0.code == .strictCRLNumberMissing })
    }

    @Test func `uses the request's evidence under every policy, and reports no other certificate`() throws {
        var revocation = revocation
        revocation.requirements = nil
        try revocation.addResponse(.good)
        #expect(try revocation.reasons() == ["notice notice.revocation 0"])
        try revocation.addList { $0.revoke(leaf) }
        #expect(try revocation.verdict().summaries.first == "error revocation.revoked 0")
    }

    @Test func `gives a revocation precedence over preferred and requested methods`() throws {
        for method in RevocationRequirements.Method.allCases {
            var revocation = revocation
            revocation.requirements = RevocationRequirements(methods: [method], preferred: method, scope: .leaf)
            var other = revocation
            try revocation.addResponse(.good)
            try revocation.addList { $0.revoke(leaf) }
            #expect(try revocation.reasons() == ["error revocation.revoked 0"])
            try other.addResponse(.revoked(at: .reference))
            try other.addList()
            #expect(try other.reasons() == ["error revocation.revoked 0"])
        }
    }

    @Test func `reports the preferred method's good status`() throws {
        var revocation = revocation
        try revocation.addResponse()
        try revocation.addList()
        for method in RevocationRequirements.Method.allCases {
            revocation.requirements?.preferred = method
            let reason = try #require(try revocation.verdict().reasons.first { $0.code == .noticeRevocation })
            #expect(reason.fact("method") == .text(method.rawValue))
        }
    }

    @Test func `accepts a good status only from the requested methods`() throws {
        var revocation = revocation
        revocation.requirements = RevocationRequirements(
            methods: [.ocsp],
            scope: .leaf,
            requirePositiveResponse: true
        )
        try revocation.addList()
        #expect(try revocation.reasons() == ["error revocation.unavailable 0"])
        try revocation.addResponse()
        #expect(try revocation.reasons() == ["notice notice.revocation 0"])
    }

    @Test func `uses the policy's evidence, and does not report evidence about other certificates`() throws {
        var brought = revocation
        try brought.addList { $0.revoke(leaf) }
        brought.add(try TestAuthority.root("Other").revocationList())
        var revocation = revocation
        revocation.requirements?.evidence = brought.evidence
        #expect(try revocation.reasons() == ["error revocation.revoked 0"])
    }

    @Test func `rejects an intermediate that the root's CRL revokes`() throws {
        var revocation = revocation
        revocation.add(
            try revocation.hierarchy.root.revocationList(revoking: [revocation.issuer.certificate])
        )
        #expect(try revocation.reasons() == ["error revocation.revoked 1", "warning revocation.unavailable 0"])
    }

    @Test func `checks neither an anchor nor a path without one`() throws {
        let root = try TestAuthority.root("api.example.com") { $0.subjectAlternativeNames = [.dns("api.example.com")] }
        var engineCase = EngineCase([root.certificate], anchors: [root.certificate])
        engineCase.edit = { $0.revocation = RevocationRequirements(requirePositiveResponse: true) }
        #expect(try !engineCase.verdict().errorCodes.contains { $0.hasPrefix("revocation.") })
        engineCase = EngineCase([revocation.leaf], anchors: [root.certificate])
        engineCase.edit = { $0.revocation = RevocationRequirements(requirePositiveResponse: true) }
        #expect(try engineCase.verdict().errorCodes == ["chain.issuerNotFound"])
    }

    @Test func `rejects a path if the budget is exhausted before the evidence is checked`() throws {
        var revocation = RevocationCase(try Hierarchy(intermediate: { _ in }))
        // A signature check with a P-256 key costs fifty microseconds.
        for number in 0..<401 {
            try revocation.addList {
                $0.crlNumber = number
                $0.signature.verbatim = [0x30, 0]
            }
        }
        let verdict = try revocation.verdict()
        #expect(verdict.errorCodes == ["internal.budgetExhausted"])
        #expect(
            verdict.reasons.first?.message
                == "Not all revocation evidence was checked: one evaluation is limited to 16000 microseconds "
                + "of work in total (raised with limits.signatureChecks or limits.paths)."
        )
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.summaries.count == 17)
    }

    @Test func `reports the configured number of signature checks and the remainder after parsing the evidence`()
        throws
    {
        var revocation = RevocationCase(try Hierarchy(intermediate: { _ in }))
        revocation.budget = WorkBudget(signatureChecks: 100)
        for number in 0..<200 {
            try revocation.addList {
                $0.crlNumber = number
                $0.signature.verbatim = [UInt8](repeating: 0x30, count: 1000)
            }
        }
        let reason = try #require(try revocation.verdict().reasons.first)
        #expect(reason.code == .internalBudgetExhausted)
        #expect(
            reason.message
                == "Not all revocation evidence was checked: one evaluation is limited to 100 signature checks "
                + "(limits.signatureChecks; 61 remained after the evidence was read)."
        )
    }

    @Test func `allows the policy's checks to override severities except for revocations`() throws {
        var revocation = revocation
        try revocation.addList { $0.revoke(leaf) }
        var engineCase = EngineCase(
            [revocation.leaf, revocation.issuer.certificate],
            anchors: [revocation.hierarchy.root.certificate]
        )
        engineCase.evidence = revocation.evidence
        engineCase.edit = { $0.severities = [.revocationRevoked: .ignore] }
        #expect(try engineCase.verdict().errorCodes == ["revocation.revoked"])
        engineCase.evidence = RevocationEvidence()
        engineCase.edit = {
            $0.revocation = RevocationRequirements(requirePositiveResponse: true)
            $0.severities = [.revocationUnavailable: .ignore]
        }
        #expect(try engineCase.verdict().outcome == .trusted)
    }
}
