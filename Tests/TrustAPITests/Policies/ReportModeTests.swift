import Foundation
import Testing
import TrustTestSupport

/// Attempts to be allowed by a policy that is still in report mode, over HTTP.
@Suite struct `Report mode over HTTP` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture(documents: [
            "watch.yaml": """
            otherwise: watch
            policies:
              watch: {evaluator: default, anchors: [ROOT], mode: report}
              chains: {evaluator: default, anchors: [ROOT], mode: report, reportChains: true}
            """
        ])
    }

    private func answer(_ chain: String, policy: String, host: String = "api.example.com") throws -> Answer {
        try api.evaluate(["chain": chain, "host": host, "policy": policy])
    }

    @Test func `denies forged, self-signed and foreign certificates, unless chains are reported too`() throws {
        let issuing = api.issuing.certificate.pem
        let forged = try api.issuing.issueLeaf("api.example.com") { $0.signature.isCorrupt = true }
        let holder = try TestAuthority(api.issuing.issueLeaf("holder.example.com").template)
        let chains: [String: String] = [
            "forged": forged.pem + issuing,
            "self-signed": try TestAuthority.root("api.example.com").certificate.pem,
            "signed by a leaf": try holder.issueLeaf("api.example.com").pem + holder.certificate.pem + issuing,
            "another name": try api.issuing.issueLeaf("other.example.com").pem + issuing,
        ]
        for (name, chain) in chains {
            let denied = try answer(chain, policy: "watch")
            #expect(denied.trusted == false && denied.object["action"] as? String == "deny", "\(name)")
            #expect(denied.reasonCodes.contains("hazard.reportOnly"), "\(name)")
            #expect(try answer(chain, policy: "watch/chains").trusted == true, "\(name)")
        }
        #expect(try answer(api.chain, policy: "watch").reasonCodes == ["hazard.reportOnly", "notice.anchor"])
    }

    @Test func `denies a revoked certificate even if chains are reported`() throws {
        let response = try api.issuing.ocspResponse(
            for: api.leaf,
            status: .revoked(at: .reference.adding(days: -2), reason: .keyCompromise)
        )
        let denied = try api.evaluate([
            "chain": api.chain, "host": "api.example.com", "policy": "watch/chains",
            "ocsp": Data(response.der).base64EncodedString(),
        ])
        #expect(denied.errorCodes == ["revocation.revoked"])
        #expect(denied.trusted == false)
    }

    @Test func `requires report mode for reportChains`() throws {
        let answer = try api.evaluate([
            "chain": api.chain, "host": "api.example.com", "policy": ["evaluator": "default", "reportChains": true],
        ])
        #expect(answer.status == 400 && answer.pointers == ["/policy/reportChains"])
        #expect(answer.text.contains("`reportChains` requires `mode: report`"))
    }
}
