import Foundation
import Testing
import TrustTestSupport

@Suite struct `A pin that cannot be decoded` {
    private let requests: InlineRequests

    init() throws { requests = try InlineRequests() }

    private func policy(_ mode: String, _ members: [String: Any] = [:]) -> [String: Any] {
        let broken = TestPEM.encode("CERTIFICATE", [0x30, 0x03, 0x02, 0x01, 0x00])
        let pins = [requests.api.leaf.pem, broken]
        return ["evaluator": "securityPolicy", "sslPinningMode": mode, "pinnedCertificates": pins].merging(members) {
            $1
        }
    }

    @Test func `is reported in every verdict of an inline policy with another key pin`() throws {
        for members in [[:], ["compatibility": "afnetworking"]] as [[String: Any]] {
            let answer = try requests.evaluate(policy("publicKey", members))
            #expect(answer.trusted == true, "\(answer.text)")
            let reason = try #require(answer.reasons.first { $0["code"] as? String == "pin.unreadable" })
            #expect(reason["severity"] as? String == "warning")
            #expect(
                (reason["message"] as? String)?.hasPrefix("One pin of the policy cannot be decoded and is ignored: ")
                    == true
            )
            let refused = try requests.evaluate(policy("publicKey", members), ["host": "www.example.com"])
            #expect(refused.reasonCodes.contains("pin.unreadable"))
        }
    }

    @Test func `is an error for certificate pins`() throws {
        let answer = try requests.evaluate(policy("certificate", ["compatibility": "afnetworking"]))
        #expect(answer.code == "malformedCertificate", "\(answer.text)")
    }

    @Test func `is reported in verdicts and in the warnings of a policy set`() throws {
        try requests.api.write(TestPEM.encode("CERTIFICATE", [0x30, 0x00]), to: "../broken.pem")
        try requests.api.write(
            """
            policies:
              p:
                evaluator: securityPolicy
                sslPinningMode: publicKey
                pinnedCertificates: [ROOT, ../broken.pem]
            """,
            to: "pinned.yaml"
        )
        let warnings = requests.api.send("GET", "/v1/policy-sets/pinned").object["warnings"] as? [[String: Any]] ?? []
        #expect(warnings.contains { $0["code"] as? String == "pin.unreadable" })
        #expect(try requests.evaluate("pinned/p").reasonCodes.contains("pin.unreadable"))
    }
}
