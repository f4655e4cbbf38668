import Foundation
import Testing
import TrustTestSupport

@Suite struct `A policy with the profile spiffe` {
    private static let workload = "spiffe://corp.example/ns/pay/sa/billing"
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    private func answer(_ leaf: TestCertificate, _ keys: [String: Any] = [:]) throws -> Answer {
        let policy: [String: Any] = [
            "evaluator": "default", "profile": "spiffe", "anchors": [api.root.certificate.pem],
            "allowedClients": ["uris": ["spiffe://corp.example/ns/*/sa/billing"]],
        ]
        let merged = policy.merging(keys) { $1 }.filter { !($0.value is NSNull) }
        return try api.evaluate(["chain": leaf.pem, "policy": merged])
    }

    private func leaf(_ uris: [String]) throws -> TestCertificate {
        try api.root.issueLeaf("billing") { $0.subjectAlternativeNames = uris.map { .uri($0) } }
    }

    @Test func `names the workload in the verdict`() throws {
        let answer = try answer(try leaf([Self.workload]))
        #expect(answer.trusted == true, "\(answer.text)")
        #expect(answer.object["principal"] as? [String: String] == ["kind": "uri", "value": Self.workload])
    }

    @Test func `denies a certificate with two URIs, even if one of them is allowed`() throws {
        let answer = try answer(try leaf([Self.workload, "spiffe://corp.example/admin"]))
        #expect(answer.errorCodes == ["policy.svidInvalid"], "\(answer.text)")
        #expect(answer.object["result"] as? String == "fatalTrustFailure")
        #expect(answer.object["principal"] == nil)
    }

    @Test(
        arguments: [
            ("anchors", "/policy/profile", "the profile `spiffe` requires the key `anchors`"),
            ("anchorsOnly", "/policy/anchorsOnly", "the profile `spiffe` does not use the system trust store"),
        ]
    )
    func `has only anchors of its own`(key: String, pointer: String, detail: String) throws {
        let value: Any = key == "anchors" ? NSNull() : false
        let refused = try answer(try leaf([Self.workload]), [key: value])
        #expect(refused.status == 400)
        let errors = try #require(refused.object["errors"] as? [[String: String]])
        #expect(errors.count == 1 && errors[0]["pointer"] == pointer, "\(errors)")
        #expect(errors[0]["detail"]?.contains(detail) == true, "\(errors)")
    }

    @Test func `validates the chain`() throws {
        let keys: [String: Any] = [
            "evaluator": "pinPublicKeys", "validateCertificateChain": false, "requireBackupPin": false,
            "pins": ["sha256/" + TestPEM.base64(try api.root.certificate.keyPin())], "allowedClients": NSNull(),
        ]
        let refused = try answer(try leaf([Self.workload]), keys)
        #expect(refused.status == 400)
        #expect(refused.text.contains("anyone could send a certificate with a SPIFFE ID"), "\(refused.text)")
    }
}
