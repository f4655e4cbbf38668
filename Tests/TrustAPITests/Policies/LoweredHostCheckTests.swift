import Foundation
import Testing
import TrustTestSupport

@Suite struct `Downgraded host checks` {
    private let requests: InlineRequests

    init() throws { requests = try InlineRequests() }

    @Test(arguments: ["host.noSAN", "host.mismatch", "host.ipMismatch", "host.invalid"], ["warning", "ignore"])
    func `are a hazard in every verdict and a warning of the policy set`(code: String, severity: String) throws {
        let policy: [String: Any] = ["evaluator": "default", "checks": [code: severity]]
        for host in ["api.example.com", "www.example.com", "192.0.2.7"] {
            let answer = try requests.evaluate(policy, ["host": host])
            let reason = try #require(answer.reasons.first { $0["code"] as? String == "hazard.hostIgnored" })
            #expect(reason["severity"] as? String == "warning")
            #expect((reason["facts"] as? [String: Any])?["lowered"] as? [String] == [code])
        }
        try requests.api.write("policies: {p: {evaluator: default, checks: {\(code): \(severity)}}}", to: "lax.yaml")
        let warnings = requests.api.send("GET", "/v1/policy-sets/lax").object["warnings"] as? [[String: Any]] ?? []
        #expect(warnings.map { $0["code"] as? String } == ["hazard.hostIgnored"])
        #expect(warnings.first?["pointer"] as? String == "/policies/p/checks/\(code)")
    }

    @Test func `accept any host for a certificate with only a common name, with a hazard`() throws {
        let leaf = try requests.api.issuing.issueLeaf("api.example.com") { $0.subjectAlternativeNames = [] }
        let policy: [String: Any] = ["evaluator": "default", "checks": ["host.noSAN": "warning"]]
        let answer = try requests.evaluate(policy, ["chain": leaf.pem + requests.api.issuing.certificate.pem])
        #expect(answer.trusted == true)
        #expect(answer.reasonCodes.contains("hazard.hostIgnored"))
    }

    @Test func `are not reported for a raised severity or a policy without host validation`() throws {
        let raised: [String: Any] = ["evaluator": "default", "checks": ["host.noSAN": "error"]]
        #expect(try requests.evaluate(raised).reasonCodes.contains("hazard.hostIgnored") == false)
        try requests.api.write(
            "policies: {p: {evaluator: default, purpose: clientAuth, anchors: [ROOT], checks: {host.mismatch: ignore}}}",
            to: "lax.yaml"
        )
        #expect((requests.api.send("GET", "/v1/policy-sets/lax").object["warnings"] as? [Any])?.isEmpty == true)
    }
}
