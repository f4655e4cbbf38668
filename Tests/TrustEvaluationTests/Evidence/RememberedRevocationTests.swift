import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Revocations that were fetched for other policies.
@Suite struct `A revocation in memory` {
    private typealias Method = RevocationRequirements.Method

    /// Returns cases with all combinations of settings.
    private func networks() throws -> [NetworkCase] {
        let base = try NetworkCase()
        var networks: [NetworkCase] = []
        for methods in [Set(Method.allCases), [.ocsp], [.crl]] {
            for scope in RevocationRequirements.Scope.allCases {
                for (isHard, mayFetch) in [(true, true), (true, false), (false, true), (false, false)] {
                    var network = base
                    network.requirements = RevocationRequirements(
                        methods: methods,
                        preferred: methods == [.crl] ? .crl : .ocsp,
                        scope: scope,
                        requirePositiveResponse: isHard,
                        evidence: RevocationEvidence(lists: [try base.hierarchy.root.revocationList().read()])
                    )
                    network.requirements.networkAccess = mayFetch
                    networks.append(network)
                }
            }
        }
        return networks
    }

    /// The evidence that revokes the leaf, and good evidence, by method.
    private func evidence(
        _ network: NetworkCase
    ) throws -> [(method: EvidenceNeed.Method, revoked: RevocationEvidence, good: RevocationEvidence)] {
        let day = TestInstant.reference.adding(days: -1)
        return [
            (.ocsp, try network.response(.revoked(at: day)), try network.response()),
            (.crl, try network.list { $0.revoke(network.hierarchy.leaf, at: day) }, try network.list()),
        ]
    }

    @Test func `denies under every policy that checks revocation, also beside good evidence`() throws {
        for network in try networks() {
            let pieces = try evidence(network)
            for (method, revoked, _) in pieces {
                var network = network
                network.stored = FakeStore([method: revoked])
                #expect(try network.answer().verdict.errorCodes.first == "revocation.revoked")
                for (_, _, good) in pieces {
                    network.evidence = good
                    let verdict = try network.answer().verdict
                    #expect(verdict.errorCodes.first == "revocation.revoked", "\(verdict.summaries)")
                    #expect(verdict.reasons.first?.fact("source") == .text("cache"))
                }
            }
        }
    }

    @Test func `denies although its look-up was not foreseen`() throws {
        let engine = TrustEngine(ports: try .tests())
        for network in try networks() {
            let policy = PolicyMatch.policy(
                TrustPolicy(identity: .inline, evaluator: PathEvaluator(try network.engineCase.requirements()))
            )
            for (method, revoked, good) in try evidence(network) {
                let question = try network.engineCase.question()
                let answer = { (evidence: RevocationEvidence) in
                    engine.answer(to: question, under: policy, with: FakeStore([method: evidence]), foresees: false)
                }
                #expect(answer(revoked).verdict.errorCodes.first == "revocation.revoked")
                #expect(answer(revoked).unasked.isEmpty)
                #expect(answer(good).verdict.errorCodes.first != "revocation.revoked")
            }
        }
    }

    @Test func `denies after the end of its evidence, unless it is a hold`() throws {
        for network in try networks() {
            for (reason, denies) in [(TestRevocationReason.keyCompromise, true), (.certificateHold, false)] {
                var network = network
                network.evidence = try network.response()
                network.stored = FakeStore([
                    .crl: try network.list {
                        $0.revoke(network.hierarchy.leaf, reason: reason)
                        $0.nextUpdate = .reference.adding(seconds: -1)
                    }
                ])
                #expect(try network.answer().verdict.errorCodes.contains("revocation.revoked") == denies)
            }
        }
    }

    @Test func `is used alone: good answers in memory change nothing without network access`() throws {
        for network in try networks() where !network.requirements.networkAccess {
            let before = try network.answer().verdict
            for (method, _, good) in try evidence(network) {
                var network = network
                network.stored = FakeStore([method: good])
                let after = try network.answer()
                #expect(after.verdict.summaries == before.summaries)
                #expect(after.needs.isEmpty && after.gathered.isEmpty)
            }
        }
    }

    @Test func `does not apply under a policy that does not check revocation`() throws {
        var network = try NetworkCase()
        network.edit = { $0.revocation = nil }
        let revoked = try network.response(.revoked(at: .reference.adding(days: -1)))
        network.stored = FakeStore([.ocsp: revoked])
        #expect(try network.answer().verdict.outcome == .trusted)
    }

    @Test func `of an intermediate denies, also if the policy asks about the leaf only`() throws {
        for scope in RevocationRequirements.Scope.allCases {
            var network = try NetworkCase(intermediate: { $0.extensions.set(.crlDistributionPoints([NetworkCase.crl])) }
            )
            network.requirements = RevocationRequirements(scope: scope)
            let issuing = network.hierarchy.intermediate.certificate
            let list = try network.hierarchy.root.revocationList(revoking: [issuing]).read()
            network.stored = FakeStore([.crl: RevocationEvidence(lists: [list])])
            let verdict = try network.answer().verdict
            #expect(verdict.summaries.first == "error revocation.revoked 1")
        }
    }

    @Test func `that a delta CRL of the memory or of the request lifts does not deny`() throws {
        var network = try NetworkCase()
        network.requirements.networkAccess = false
        let leaf = network.hierarchy.leaf
        let held = try network.list { $0.revoke(leaf, reason: .certificateHold) }
        let lifting = try network.list {
            $0.crlNumber = 2
            $0.deltaBaseNumber = 1
            $0.revoke(leaf, reason: .removeFromCRL)
        }
        network.stored = FakeStore([.crl: held])
        #expect(try network.answer().verdict.errorCodes == ["revocation.revoked"])
        network.evidence = lifting
        #expect(try network.answer().verdict.outcome == .trusted)
        network.evidence = RevocationEvidence()
        network.stored = FakeStore([.crl: RevocationEvidence(lists: held.lists + lifting.lists)])
        #expect(try network.answer().verdict.outcome == .trusted)
    }

    @Test func `that is a hold still lets a delta CRL be fetched`() throws {
        var network = try NetworkCase {
            $0.extensions.remove(.authorityInformationAccess)
            $0.extensions.set(.freshestCRL(["http://crl.example/delta.crl"]))
        }
        network.requirements.requirePositiveResponse = true
        network.stored = FakeStore([
            .crl: try network.list { $0.revoke(network.hierarchy.leaf, reason: .certificateHold) }
        ])
        #expect(try network.needs() == ["crl 0 http://crl.example/delta.crl"])
    }

    @Test func `by another CA of the same name does not deny`() throws {
        var network = try NetworkCase()
        let stranger = try Hierarchy().intermediate
        let list = try stranger.revocationList { $0.revoke(network.hierarchy.leaf) }.read()
        network.stored = FakeStore([.crl: RevocationEvidence(lists: [list])])
        network.requirements.networkAccess = false
        #expect(try network.answer().verdict.outcome == .trusted)
    }

    @Test func `can arrive at any time, on which every verdict with a memory depends`() throws {
        var network = try NetworkCase()
        network.requirements.networkAccess = false
        #expect(try !network.answer().dependsOnMemory)
        network.stored = FakeStore()
        let answer = try network.answer()
        #expect(answer.dependsOnMemory)
        #expect(answer.verdict.reuse.stableUntil > .reference)
    }

    @Test func `end with their evidence if they are holds, which limits the stability of the verdict`() throws {
        var network = try NetworkCase()
        network.requirements.networkAccess = false
        let date = TestInstant.reference.adding(days: -1)
        let held = try network.response(.revoked(at: date, reason: .certificateHold))
        network.stored = FakeStore([.ocsp: held])
        let verdict = try network.answer().verdict
        #expect(verdict.errorCodes == ["revocation.revoked"])
        network.instant = verdict.reuse.stableUntil
        #expect(try network.answer().verdict.errorCodes == ["revocation.revoked"])
        network.instant = verdict.reuse.stableUntil.adding(seconds: 1)
        #expect(try network.answer().verdict.outcome == .trusted)
    }
}
