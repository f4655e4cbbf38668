import Testing
import TrustTestSupport

/// Authorities of versions older than basic constraints, under every evaluator that builds paths.
@Suite struct `An intermediate that is not of version 3` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    /// Policies that build paths, with the root as their anchor; the name says which.
    private static func policies(_ root: String) -> [(String, [String: Any])] {
        let profiles = ["server", "webpki", "rfc5280", "rfc5280Strict", "basicX509", "appleSSL"].map { profile in
            (profile, ["evaluator": "default", "profile": profile, "anchors": [root]] as [String: Any])
        }
        let compatible: [(String, [String: Any])] = [
            ("securityPolicy", ["evaluator": "securityPolicy", "sslPinningMode": "none", "anchors": [root]]),
            ("alamofire4", ["evaluator": "default", "compatibility": "alamofire4", "anchors": [root]]),
            (
                "alamofire5 without default validation",
                [
                    "evaluator": "revocation", "compatibility": "alamofire5", "anchors": [root],
                    "performDefaultValidation": false,
                ]
            ),
        ]
        return profiles + compatible
    }

    @Test(arguments: [1, 2, 4]) func `is no authority under any profile or evaluator (RFC 5280 §6.1.4 (k))`(
        version: Int
    ) throws {
        let ancient = try api.root.issueAuthority("Ancient") { $0.version = version }
        let leaf = try ancient.issueLeaf("api.example.com")
        for (name, policy) in Self.policies(api.root.certificate.pem) {
            let answer = try api.evaluate([
                "chain": leaf.pem + ancient.certificate.pem, "host": "api.example.com", "policy": policy,
            ])
            #expect(answer.status == 200, "\(name) \(answer.text)")
            #expect(answer.trusted == false, "\(name)")
            #expect(answer.errorCodes.contains("constraint.notCA"), "\(name)")
        }
    }

    @Test func `does not carry a pin above it, even where pins alone decide`() throws {
        let ancient = try api.root.issueAuthority("Ancient") { $0.version = 1 }
        let leaf = try ancient.issueLeaf("api.example.com")
        let pins = try [ancient.certificate, api.root.certificate].map { "sha256/" + TestPEM.base64(try $0.keyPin()) }
        let answer = try api.evaluate([
            "chain": leaf.pem + ancient.certificate.pem + api.root.certificate.pem, "host": "api.example.com",
            "policy": ["evaluator": "pinPublicKeys", "pins": pins, "validateCertificateChain": false],
        ])
        #expect(answer.trusted == false)
        #expect(answer.errorCodes == ["pin.keyMismatch"])
    }

    @Test func `is an authority as a trust anchor`() throws {
        let ancient = try api.root.issueAuthority("Ancient") { $0.version = 1 }
        let leaf = try ancient.issueLeaf("api.example.com")
        let answer = try api.evaluate([
            "chain": leaf.pem, "host": "api.example.com",
            "policy": ["evaluator": "default", "anchors": [ancient.certificate.pem]],
        ])
        #expect(answer.trusted == true)
    }
}
