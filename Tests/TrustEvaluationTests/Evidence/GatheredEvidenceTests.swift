import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Gathered evidence` {
    private static let network = EvidenceOrigin.network(url: NetworkCase.ocsp, milliseconds: 42)

    @Test func `decides, and the reason has its origin`() throws {
        let origins: [(EvidenceOrigin, [String: Fact.Value])] = [
            (
                Self.network,
                ["source": .text("network"), "url": .text(NetworkCase.ocsp), "milliseconds": .number(42)]
            ), (.cache(age: 90), ["source": .text("cache"), "ageSeconds": .number(90)]),
        ]
        for (origin, facts) in origins {
            var good = try NetworkCase()
            try good.gather(good.response(), from: origin)
            var answer = try good.answer()
            #expect(answer.needs.isEmpty)
            var reason = try #require(answer.verdict.reasons.first { $0.code == .noticeRevocation })
            for (name, value) in facts { #expect(reason.fact(name) == value) }
            var revoked = try NetworkCase()
            try revoked.gather(revoked.list { $0.revoke(revoked.hierarchy.leaf) }, from: origin)
            answer = try revoked.answer()
            reason = try #require(answer.verdict.reasons.first { $0.code == .revocationRevoked })
            for (name, value) in facts { #expect(reason.fact(name) == value) }
        }
    }

    @Test func `of request and policy is named too`() throws {
        var network = try NetworkCase()
        network.evidence = try network.response()
        var reason = try network.answer().verdict.reasons.first { $0.code == .noticeRevocation }
        #expect(reason?.fact("source") == .text("request"))
        network.requirements.evidence = network.evidence
        network.evidence = RevocationEvidence()
        reason = try network.answer().verdict.reasons.first { $0.code == .noticeRevocation }
        #expect(reason?.fact("source") == .text("policy"))
        network.requirements.evidence = try network.response(.unknown)
        reason = try network.answer().verdict.reasons.first { $0.code == .revocationUnknown }
        #expect(reason?.fact("source") == .text("policy"))
    }

    @Test func `is given to scripts with its origin`() throws {
        var network = try NetworkCase()
        try network.gather(network.response(), from: Self.network)
        let script = FakeScript(.allowed)
        let evaluator = CustomEvaluator(
            try network.engineCase.requirements(),
            script: script,
            file: "rule.lua",
            policy: .inline
        )
        _ = try network.engineCase.answer(under: evaluator)
        let entry = try #require(script.paths.first?.revocation.first)
        #expect(entry.status == "good")
        #expect(entry.source == Self.network)
        #expect(entry.evidence == "the OCSP response from CN=Issuing")
    }

    @Test func `that failed is listed with every attempt`() throws {
        var network = try NetworkCase()
        network.requirements.requirePositiveResponse = true
        try network.fail()
        try network.fail(.badStatus)
        let verdict = try network.answer().verdict
        #expect(verdict.errorCodes == ["revocation.unavailable"])
        #expect(
            verdict.reasons.first?.fact("attempts")
                == .list([
                    "\(NetworkCase.ocsp): timedOut after 5000 ms", "\(NetworkCase.crl): badStatus after 5000 ms",
                ])
        )
        #expect(
            verdict.reasons.first?.message
                == "No CRL or OCSP evidence of the revocation status of CN=api.example.com could be fetched: "
                + "\(NetworkCase.ocsp) (timedOut), \(NetworkCase.crl) (badStatus)."
        )
    }

    @Test func `whose fetch is delayed is listed with the cause, which determines the remedy`() throws {
        var network = try NetworkCase()
        network.requirements.requirePositiveResponse = true
        try network.fail(.delayed, after: .forbiddenAddress)
        let reason = try #require(try network.answer().verdict.reasons.first)
        #expect(reason.message.contains("\(NetworkCase.ocsp) (delayed after forbiddenAddress)"), "\(reason.message)")
        #expect(reason.fact("attempts") == .list(["\(NetworkCase.ocsp): delayed after 5000 ms"]))
        #expect(reason.specialRemedy == .forbiddenLocation)
    }

    @Test func `that failed after a redirect is listed with the target, from which no list can be forged`() throws {
        var network = try NetworkCase()
        network.requirements.methods = [.ocsp]
        network.requirements.requirePositiveResponse = true
        let need = try #require(try network.answer().needs.first)
        let targets = [
            "https://ocsp.example/", "http://a (timedOut), \u{e9}", "http://" + String(repeating: "a", count: 300),
        ]
        let failures = targets.map {
            FailedFetch(url: NetworkCase.ocsp, code: .badRedirect, milliseconds: 1, redirect: $0)
        }
        network.gathered.add(GatheredEvidence.Result(need, failures: failures))
        let shown = [
            targets[0], "http://a%20(timedOut),%20%C3%A9", "http://" + String(repeating: "a", count: 193) + "…",
        ]
        #expect(
            try network.answer().verdict.reasons.first?.message
                == "No OCSP evidence of the revocation status of CN=api.example.com could be fetched: "
                + shown.map { "\(NetworkCase.ocsp) redirected to \($0) (badRedirect)" }.joined(separator: ", ") + "."
        )
    }

    @Test(arguments: [
        ("ldap://crl.example/issuing", true, false), ("https://crl.example/issuing", true, false),
        (NetworkCase.crl, true, true), ("ldap://crl.example/issuing", false, true),
    ])
    func `that the policy does not accept is proposed only if it can be fetched or sent`(
        location: String,
        mayFetch: Bool,
        isProposed: Bool
    ) throws {
        var network = try NetworkCase {
            $0.extensions.remove(.authorityInformationAccess)
            $0.extensions.set(.crlDistributionPoints([location]))
        }
        network.requirements.methods = [.ocsp]
        network.requirements.requirePositiveResponse = true
        network.requirements.networkAccess = mayFetch
        let reason = try #require(try network.answer().verdict.reasons.first)
        #expect(reason.code == .revocationUnavailable)
        #expect(reason.message.contains("`methods` of the policy lacks `crl`") == isProposed, "\(reason.message)")
    }

    @Test func `that failed is listed beside evidence without an answer`() throws {
        var network = try NetworkCase()
        network.evidence = try network.response(.unknown)
        try network.fail()
        #expect(
            try network.answer().verdict.warningCodes == ["revocation.unknown", "revocation.unavailable"]
        )
    }

    @Test func `is checked like the evidence of a request`() throws {
        let network = try NetworkCase()
        let stranger = try Hierarchy().intermediate
        let wrong: [(RevocationEvidence, String)] = [
            (
                try network.response { $0.signature.key = try TestKey.generate(.ecdsaP256) },
                "revocation.responseInvalid"
            ),
            (
                try network.response { $0.responses[0].nextUpdate = .reference.adding(seconds: -1) },
                "revocation.stale"
            ),
            (try network.response { $0.responses[0].thisUpdate = .reference.adding(seconds: 301) }, "revocation.stale"),
            (RevocationEvidence(lists: [try stranger.revocationList().read()]), "revocation.unavailable"),
        ]
        for (evidence, code) in wrong {
            var network = network
            try network.gather(evidence, from: Self.network)
            let answer = try network.answer()
            #expect(answer.verdict.warningCodes.contains(code), "\(answer.verdict.summaries)")
            #expect(!answer.verdict.reasons.contains { $0.code == .noticeRevocation })
        }
    }

    @Test func `includes every CRL that applies, so that no good one hides a revocation`() throws {
        var network = try NetworkCase()
        let good = try network.list()
        let revoking = try network.list { $0.revoke(network.hierarchy.leaf) }
        try network.gather(RevocationEvidence(lists: good.lists + revoking.lists), from: .cache(age: 0))
        #expect(try network.answer().verdict.errorCodes == ["revocation.revoked"])
    }

    @Test func `makes its verdict stable until its own end`() throws {
        var network = try NetworkCase()
        try network.gather(network.response(), from: Self.network)
        let verdict = try network.answer().verdict
        #expect(verdict.reuse.isRepeatable)
        #expect(verdict.reuse.stableUntil > verdict.evaluatedAt)
        #expect(verdict.reuse.stableUntil == verdict.validUntil)
    }

    @Test func `makes a verdict stable for one second only if it was not found`() throws {
        var network = try NetworkCase()
        network.requirements.requirePositiveResponse = false
        for need in try network.answer().needs { network.gathered.add(GatheredEvidence.Result(need)) }
        let verdict = try network.answer().verdict
        #expect(!network.gathered.isEmpty)
        #expect(verdict.outcome == .trusted)
        #expect(verdict.reuse.stableUntil == verdict.evaluatedAt)
    }
}
