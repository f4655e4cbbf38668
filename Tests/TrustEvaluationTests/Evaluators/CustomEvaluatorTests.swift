import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Policies that ask a script.
@Suite struct `A policy with a script` {
    private let hierarchy: Hierarchy

    init() throws { hierarchy = try Hierarchy() }

    private static let identity = PolicyIdentity(set: "house", name: "rules", rule: nil, revision: nil)

    private func verdict(
        _ script: FakeScript,
        _ editCase: (inout EngineCase) -> Void = { _ in },
        _ edit: (inout PathRequirements) -> Void = { _ in }
    ) throws -> Verdict {
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        editCase(&engineCase)
        var requirements = try engineCase.requirements()
        edit(&requirements)
        return try engineCase.verdict(
            under: CustomEvaluator(requirements, script: script, file: "rules/x.lua", policy: Self.identity)
        )
    }

    @Test func `asks about the accepted path, with its circumstances`() throws {
        let script = FakeScript(.allowed, span: 60)
        let verdict = try verdict(script)
        #expect(verdict.outcome == .trusted)
        #expect(verdict.result == .unspecified)
        let path = try #require(script.paths.first)
        #expect(script.paths.count == 1)
        #expect(path.certificates.map(\.der) == hierarchy.path.map(\.der))
        #expect(path.isAnchored)
        #expect(path.host == "api.example.com")
        #expect(path.instant == .reference)
        #expect(path.policy == Self.identity)
        #expect(path.findings.map(\.code) == [.noticeAnchor])
        #expect(path.revocation.isEmpty)
    }

    @Test func `is not asked about a chain that the other requirements reject`() throws {
        let script = FakeScript(.allowed)
        let verdict = try verdict(script, { $0.host = .name(.dns("other.example")) }, { $0.validateHost = true })
        #expect(verdict.errorCodes == ["host.mismatch"])
        #expect(script.paths.isEmpty)
        #expect(verdict.reuse.isRepeatable)
    }

    @Test func `is rejected with the reason and the facts of the script`() throws {
        let verdict = try verdict(FakeScript(.rejected(reason: "too long", facts: [Fact("days", 91)])))
        #expect(verdict.outcome == .untrusted)
        #expect(verdict.action == .deny)
        #expect(verdict.result == .deny)
        let reason = try #require(verdict.reasons.first)
        #expect(reason.code == .policyCustomRejected)
        #expect(reason.message == "The script rules/x.lua rejects the path: too long")
        #expect(reason.facts == [Fact("script", "rules/x.lua"), Fact("reason", "too long"), Fact("days", 91)])
        #expect(verdict.path.count == 3)
        #expect(verdict.validUntil == nil)
        let silent = try self.verdict(FakeScript(.rejected(reason: nil, facts: [])))
        #expect(silent.reasons.first?.message == "The script rules/x.lua rejects the path and gives no reason.")
    }

    @Test(arguments: ScriptDecision.Failure.allCases)
    func `is rejected if the script fails, and is then not cached`(failure: ScriptDecision.Failure) throws {
        let verdict = try verdict(FakeScript(.failed(failure, "script:3: boom"), span: nil))
        #expect(verdict.errorCodes == ["policy.customRejected"])
        #expect(verdict.reasons.first?.facts.contains(Fact("failure", failure.rawValue)) == true)
        #expect(verdict.reasons.first?.specialRemedy == .failedScript)
        #expect(!verdict.reuse.isRepeatable)
        #expect(verdict.scripts.failures == [ScriptFailure(policy: Self.identity, kind: failure.rawValue)])
    }

    @Test func `is reusable only as long as the script allows`() throws {
        let remembered = try verdict(FakeScript(.allowed, span: 60))
        #expect(remembered.reuse.isRepeatable)
        #expect(remembered.reuse.seconds == 60)
        #expect(remembered.validUntil == .reference(days: 0, seconds: 60))
        for span in [nil, 0] as [Int64?] {
            let asked = try verdict(FakeScript(.allowed, span: span))
            #expect(!asked.reuse.isRepeatable)
            #expect(asked.outcome == .trusted)
        }
    }

    @Test func `accepts any chain if the script alone decides, and warns`() throws {
        let stranger = try TestAuthority.root("Stranger")
        let script = FakeScript(.allowed)
        let verdict = try verdict(
            script,
            { engineCase in engineCase.chain = [stranger.certificate] },
            { requirements in
                requirements.enforcement = .nothing
                requirements.validateHost = false
            }
        )
        #expect(verdict.outcome == .trusted)
        #expect(verdict.result == .proceed)
        #expect(verdict.warningCodes.contains("hazard.scriptOnly"))
        #expect(script.paths.first?.isAnchored == false)
        let rejecting = FakeScript(.rejected(reason: nil, facts: []))
        let rejected = try self.verdict(rejecting, { _ in }, { $0.enforcement = .nothing })
        #expect(rejected.errorCodes == ["policy.customRejected"])
        #expect(rejecting.paths.first?.isAnchored == true)
    }

    @Test func `is rejected without asking if the host is not a host name`() throws {
        let script = FakeScript(.allowed, span: 60)
        for enforcement in [Enforcement.everything, .nothing] {
            let verdict = try verdict(
                script,
                { $0.host = .invalid(text: "api.example.com:443", HostNameError("has a port")) },
                { $0.enforcement = enforcement }
            )
            #expect(verdict.errorCodes == ["host.invalid"])
        }
        #expect(script.paths.isEmpty)
    }

    @Test func `ignores facts of the script that the daemon sets`() throws {
        let forged = ["script", "reason", "failure", "error", "floor", "members"].map { Fact($0, "x") }
        let verdict = try verdict(FakeScript(.rejected(reason: "no", facts: forged + [Fact("days", 1)])))
        let facts = [Fact("script", "rules/x.lua"), Fact("reason", "no"), Fact("days", 1)]
        #expect(verdict.reasons.first?.facts == facts)
    }

    @Test func `lists the check of the script in an explanation`() throws {
        let passed = try verdict(FakeScript(.allowed), { $0.explain = true })
        #expect(passed.status(of: "script") == .pass)
        let failed = try verdict(FakeScript(.rejected(reason: "no", facts: [])), { $0.explain = true })
        #expect(failed.status(of: "script") == .fail)
        #expect(failed.exceptionOffer == nil)
    }

    @Test func `cannot be accepted by an exception`() throws {
        let script = FakeScript(.rejected(reason: "no", facts: []))
        let chain = try hierarchy.path.map { try $0.fingerprint() }
        let verdict = try verdict(
            script,
            { engineCase in
                engineCase.exceptions = [
                    TrustException(
                        codes: [.policyCustomRejected],
                        chain: chain,
                        host: .dns("api.example.com"),
                        until: .reference(days: 1)
                    )
                ]
            }
        )
        #expect(verdict.errorCodes == ["policy.customRejected"])
    }

    @Test func `works as a member of composites`() throws {
        let engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let requirements = try engineCase.requirements()
        func member(_ label: String, _ script: FakeScript) -> CompositeEvaluator.Member {
            CompositeEvaluator.Member(
                label: label,
                evaluator: CustomEvaluator(requirements, script: script, file: label, policy: Self.identity)
            )
        }
        let allowing = member("yes", FakeScript(.allowed, span: 60))
        let rejecting = member("no", FakeScript(.rejected(reason: nil, facts: []), span: 30))
        let unlimited = member("asked", FakeScript(.rejected(reason: nil, facts: [])))
        let all = try engineCase.verdict(under: CompositeEvaluator(.allOf, [allowing, rejecting]))
        #expect(all.errorCodes == ["policy.customRejected"])
        #expect(all.reuse.seconds == 30)
        let any = try engineCase.verdict(under: CompositeEvaluator(.anyOf, [rejecting, allowing]))
        #expect(any.outcome == .trusted)
        #expect(any.reuse.seconds == 30)
        let asked = try engineCase.verdict(under: CompositeEvaluator(.anyOf, [unlimited, allowing]))
        #expect(asked.outcome == .trusted)
        #expect(!asked.reuse.isRepeatable)
    }
}
