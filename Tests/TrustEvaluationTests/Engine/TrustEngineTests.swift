import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite struct `The engine` {
    private static func sound() throws -> EngineCase {
        let hierarchy = try Hierarchy()
        return EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
    }

    @Test func `trusts a valid chain, and reports the trust anchor and the validity`() throws {
        let verdict = try Self.sound().verdict()
        #expect(verdict.outcome == .trusted)
        #expect(verdict.action == .allow)
        #expect(verdict.result == .unspecified)
        #expect(verdict.disposition == .useCredential)
        #expect(verdict.summaries == ["notice notice.anchor 2"])
        #expect(verdict.validUntil == Instant(.reference.adding(days: 60)))
        #expect(verdict.evaluatedAt == .reference)
        #expect(verdict.checks.isEmpty && verdict.rejectedPaths.isEmpty)
    }

    @Test func `reports every error, most useful first`() throws {
        let hierarchy = try Hierarchy(
            intermediate: { $0.pathLength = nil },
            leaf: {
                $0.subjectAlternativeNames = [.dns("other.example")]
                $0.extendedKeyUsages = [.codeSigning]
            }
        )
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.instant = Instant(.reference.adding(days: 61))
        let verdict = try engineCase.verdict()
        #expect(
            verdict.summaries
                == ["error time.expired 0", "error host.mismatch 0", "error usage.extendedKeyUsage 0"]
        )
        #expect(verdict.outcome == .untrusted)
        #expect(verdict.action == .deny)
        #expect(verdict.disposition == .cancelAuthenticationChallenge)
        #expect(verdict.result == .recoverableTrustFailure)
        #expect(verdict.validUntil == nil)
    }

    @Test func `never trusts a leaf below an issuer that is not a CA`() throws {
        let hierarchy = try Hierarchy()
        let customer = try hierarchy.intermediate.issueAuthority("customer.example") {
            $0.extensions.set(.basicConstraints(isAuthority: false))
        }
        let leaf = try customer.issueLeaf("api.example.com")
        let chain = [leaf, customer.certificate] + hierarchy.path.dropFirst()
        for enforcement in [Enforcement.everything, .trustAndRevocation] {
            var engineCase = EngineCase(chain, anchors: [hierarchy.root.certificate])
            engineCase.edit = { $0.enforcement = enforcement }
            #expect(try engineCase.verdict().errorCodes == ["constraint.notCA"])
        }
    }

    @Test func `never trusts a forged leaf below a genuine CA`() throws {
        let hierarchy = try Hierarchy()
        let stranger = try TestKey.generate(.ecdsaP256)
        let forged = try hierarchy.intermediate.issueLeaf("api.example.com") { $0.signature.key = stranger }
        var engineCase = EngineCase([forged] + hierarchy.path.dropFirst(), anchors: [hierarchy.root.certificate])
        let verdict = try engineCase.verdict()
        #expect(verdict.summaries == ["error chain.signatureInvalid 0"])
        #expect(verdict.result == .fatalTrustFailure)
        for override in [SeverityOverride.ignore, .warning] {
            engineCase.edit = { $0.severities[.chainSignatureInvalid] = override }
            #expect(try engineCase.verdict().outcome == .untrusted)
        }
    }

    @Test(arguments: ReasonCode.all.filter { !$0.mayBeDowngraded }.map(\.name))
    func `keeps errors that no policy may downgrade`(name: String) throws {
        let code = try #require(ReasonCode(name: name))
        for engineCase in try Self.unlowerable() {
            var engineCase = engineCase
            engineCase.edit = { $0.severities[code] = .ignore }
            #expect(try engineCase.verdict().action == .deny)
        }
    }

    @Test func `lets policies downgrade the state of evidence, but no revocation, and no code of the fixed groups`() {
        let fixed = ReasonCode.all.filter { code in
            ["internal.", "policy.", "pin.", "hazard.", "notice."].contains(where: code.name.hasPrefix)
        }
        #expect(fixed.filter { $0.mayBeDowngraded } == [])
        #expect(!ReasonCode.revocationRevoked.mayBeDowngraded)
        let evidence: [ReasonCode] = [
            .revocationUnavailable, .revocationStale, .revocationUnknown, .revocationResponseInvalid,
        ]
        #expect(evidence.filter { $0.mayBeDowngraded } == evidence)
    }

    /// Chains without an anchor, and one with an invalid signature.
    private static func unlowerable() throws -> [EngineCase] {
        let hierarchy = try Hierarchy(leaf: { $0.signature.isCorrupt = true })
        return [
            EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]),
            EngineCase(hierarchy.path, anchors: []),
            EngineCase([hierarchy.leaf], anchors: [hierarchy.root.certificate]),
            EngineCase([hierarchy.root.certificate], anchors: []),
        ]
    }

    @Test func `applies the severities of the policy`() throws {
        var engineCase = try Self.sound()
        engineCase.instant = Instant(.reference.adding(days: 61))
        engineCase.edit = { $0.severities[.timeExpired] = .warning }
        let warned = try engineCase.verdict()
        #expect(warned.summaries == ["warning time.expired 0", "notice notice.anchor 2"])
        #expect(warned.outcome == .trusted)
        engineCase.edit = { $0.severities[.timeExpired] = .ignore }
        #expect(try engineCase.verdict().summaries == ["notice notice.anchor 2"])
    }

    @Test func `makes a warning an error if the policy says so`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.authorityKeyIdentifier = nil })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        #expect(
            try engineCase.verdict().summaries
                == ["warning strict.authorityKeyIdentifierMissing 0", "notice notice.anchor 2"]
        )
        engineCase.edit = { $0.severities[.strictAuthorityKeyIdentifierMissing] = .error }
        #expect(try engineCase.verdict().summaries == ["error strict.authorityKeyIdentifierMissing 0"])
    }

    @Test func `checks neither host nor purpose under basicX509, but everything else`() throws {
        let hierarchy = try Hierarchy(leaf: {
            $0.subjectAlternativeNames = []
            $0.extendedKeyUsages = [.codeSigning]
        })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.edit = { $0 = PathRequirements(profile: .basicX509, anchors: $0.anchors) }
        #expect(try engineCase.verdict().outcome == .trusted)
        engineCase.instant = Instant(.reference.adding(days: 61))
        #expect(try engineCase.verdict().summaries == ["error time.expired 0", "warning hazard.hostIgnored"])
    }

    @Test func `accepts any chain with a warning if the policy is disabled`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.signature.isCorrupt = true })
        let verdict = try EngineCase([hierarchy.leaf], anchors: []).verdict(under: DisabledEvaluator())
        #expect(verdict.outcome == .trusted)
        #expect(verdict.result == .proceed)
        #expect(verdict.summaries == ["warning policy.disabled"])
        #expect(verdict.path.isEmpty)
        #expect(verdict.validUntil == nil)
    }

    @Test(arguments: [
        (ReasonCode.timeExpired.name, "recoverableTrustFailure"),
        (ReasonCode.constraintNotCA.name, "fatalTrustFailure"),
        (ReasonCode.hostMismatch.name, "recoverableTrustFailure"),
    ])
    func `maps reasons to the results of SecTrust, the most severe first`(name: String, result: String) throws {
        let isNotCA = name == ReasonCode.constraintNotCA.name
        let hierarchy = try Hierarchy(intermediate: {
            if isNotCA { $0.extensions.remove(.basicConstraints) }
        })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.instant = Instant(.reference.adding(days: 61))
        engineCase.host = .name(.dns("other.example"))
        let verdict = try engineCase.verdict()
        #expect(verdict.errorCodes.contains(name))
        #expect(verdict.result.rawValue == result)
    }
}

@Suite struct `An explanation` {
    private static let names = [
        "trustAnchor", "anchorConstraints", "trustSettings", "blocks", "signatures", "validity", "hostName", "pins",
        "revocation", "transparency", "mailbox", "constraints", "svid",
        "svidUsage", "trustDomain", "purpose", "keyUsage", "basicConstraints", "pathLength", "chainDepth",
        "nameConstraints", "certificatePolicies", "criticalExtensions", "extensionSyntax",
        "keyStrength", "signatureAlgorithm", "lifetime", "serverLifetime", "webLifetime", "certificateForm",
        "subjectNames", "nameEncoding", "alternativeNames", "commonName", "keyIdentifiers", "authorityExtensions",
        "keyUsageForm", "extendedKeyUsageForm", "webKeys", "webSignatures", "allowedClients",
    ]

    private func verdict(_ hierarchy: Hierarchy, _ edit: (inout EngineCase) -> Void = { _ in }) throws -> Verdict {
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        engineCase.explain = true
        edit(&engineCase)
        return try engineCase.verdict()
    }

    private func status(_ name: String, in verdict: Verdict) -> CheckReport.Status? {
        verdict.checks.first { $0.name == name }?.status
    }

    @Test func `lists every check with its status`() throws {
        let passed = try verdict(Hierarchy())
        #expect(passed.checks.map(\.name) == Self.names)
        let skipped: Set = [
            "anchorConstraints", "trustSettings", "blocks", "pins", "revocation", "transparency", "mailbox",
            "allowedClients", "constraints",
            "svid", "svidUsage", "trustDomain", "chainDepth", "nameConstraints", "lifetime", "serverLifetime",
        ]
        for check in passed.checks {
            #expect(check.status == (skipped.contains(check.name) ? .skip : .pass), "\(check.name)")
            #expect(!check.why.isEmpty)
        }
    }

    @Test func `distinguishes failures and warnings`() throws {
        let failed = try verdict(
            Hierarchy(leaf: {
                $0.subjectAlternativeNames = []
                $0.authorityKeyIdentifier = nil
            })
        )
        #expect(status("hostName", in: failed) == .fail)
        #expect(status("keyIdentifiers", in: failed) == .warn)
        #expect(status("signatures", in: failed) == .pass)
    }

    @Test func `contains the other evaluated paths`() throws {
        let hierarchy = try Hierarchy()
        let other = try TestAuthority.root("Other") { $0.notAfter = .reference.adding(days: -1) }
        let cross = try hierarchy.intermediate.crossSigned(by: other)
        var engineCase = EngineCase(
            [hierarchy.leaf, hierarchy.intermediate.certificate, cross],
            anchors: [hierarchy.root.certificate, other.certificate]
        )
        engineCase.explain = true
        engineCase.host = .name(.dns("other.example"))
        let verdict = try engineCase.verdict()
        #expect(verdict.errorCodes == ["host.mismatch"])
        #expect(verdict.pathDER.last == hierarchy.root.certificate.der)
        #expect(verdict.rejectedPaths.count == 1)
        #expect(
            verdict.rejectedPaths.first?.reasons.map(\.summary) == ["error time.expired 2", "error host.mismatch 0"]
        )
    }
}

@Suite struct `The verdict without a policy for the host` {
    private let identity = PolicyIdentity(set: "payments", name: nil, rule: nil, revision: nil)

    private func verdict(_ match: PolicyMatch) throws -> Verdict {
        let question = try EngineCase(Hierarchy().path, anchors: []).question()
        return try TrustEngine(ports: .tests()).answer(to: question, under: match).verdict
    }

    @Test func `denies an unknown host (Alamofire allHostsMustBeEvaluated)`() throws {
        let verdict = try verdict(.deny(identity))
        #expect(verdict.outcome == .untrusted)
        #expect(verdict.action == .deny)
        #expect(verdict.result == .deny)
        #expect(verdict.summaries == ["error policy.noMatch"])
        #expect(verdict.reuse.stableUntil == Instant(secondsSince1970: .max))
    }

    @Test func `leaves the host to the client if the set says so`() throws {
        let verdict = try verdict(.performDefaultHandling(identity))
        #expect(verdict.outcome == .indeterminate)
        #expect(verdict.action == .defaultHandling)
        #expect(verdict.disposition == .performDefaultHandling)
        #expect(verdict.summaries == ["notice policy.noMatch"])
    }

    @Test func `denies a host name that cannot be read, because rules for hosts could not be applied`() throws {
        let verdict = try verdict(.unreadableHost(identity, text: "a b", HostNameError("has a space")))
        #expect(verdict.outcome == .untrusted)
        #expect(verdict.action == .deny)
        #expect(verdict.summaries == ["error host.invalid"])
    }
}
