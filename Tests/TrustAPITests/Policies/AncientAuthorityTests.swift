import Testing
import TrustTestSupport

/// Tests with CA certificates of versions without basic constraints, for every evaluator that builds paths.
@Suite struct `An intermediate with a version other than 3` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    /// Returns policies that build paths to a root as their trust anchor, with their names.
    private static func policies(_ root: String) -> [(String, [String: Any])] {
        let profiles = ["server", "webpki", "rfc5280", "rfc5280Strict", "basicX509", "appleSSL", "spiffe"].map {
            profile in
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

    @Test(arguments: [1, 2, 4]) func `is not a CA under any profile or evaluator (RFC 5280 §6.1.4 (k))`(
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

    @Test func `does not connect the leaf to pins above it, even without path validation`() throws {
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

    @Test(arguments: [1, 2]) func `matches its own pin if it is the trust anchor of its certificates`(
        version: Int
    ) throws {
        let ancient = try api.root.issueAuthority("Ancient") { $0.version = version }
        let leaf = try ancient.issueLeaf("api.example.com")
        let pinned: [String: Any] = [
            "evaluator": "pinCertificates", "pins": [ancient.certificate.pem], "requireBackupPin": false,
        ]
        let keys: [String: Any] = [
            "evaluator": "pinPublicKeys", "pins": ["sha256/" + TestPEM.base64(try ancient.certificate.keyPin())],
            "requireBackupPin": false, "anchors": [ancient.certificate.pem],
        ]
        for chain in [leaf.pem, leaf.pem + ancient.certificate.pem] {
            for policy in [pinned, pinned.merging(["scope": "ca"]) { $1 }, keys] {
                for validates in [true, false] {
                    let answer = try api.evaluate([
                        "chain": chain, "host": "api.example.com",
                        "policy": policy.merging(["validateCertificateChain": validates]) { $1 },
                    ])
                    #expect(answer.trusted == true, "\(answer.text)")
                    #expect(answer.reasonCodes.contains("notice.pin"), "\(answer.text)")
                }
            }
        }
        let own = try ancient.issueLeaf("api.example.com") {
            $0.version = version
            $0.extensions = TestExtensions()
        }
        let answer = try api.evaluate([
            "chain": own.pem,
            "policy": [
                "evaluator": "pinCertificates", "pins": [own.pem], "requireBackupPin": false, "profile": "basicX509",
            ],
        ])
        #expect(answer.trusted == true, "\(answer.text)")
    }

    @Test func `does not match for certificates signed by a pinned end entity of version 3`() throws {
        let entity = try TestAuthority(api.issuing.issueLeaf("entity.example").template)
        let leaf = try entity.issueLeaf("api.example.com")
        for validates in [true, false] {
            let answer = try api.evaluate([
                "chain": leaf.pem + entity.certificate.pem, "host": "api.example.com",
                "policy": [
                    "evaluator": "pinCertificates", "pins": [entity.certificate.pem], "requireBackupPin": false,
                    "validateCertificateChain": validates,
                ],
            ])
            #expect(answer.trusted == false)
            #expect(answer.errorCodes.contains("pin.certificateMismatch"))
        }
    }

    @Test func `is a CA if it is a trust anchor`() throws {
        let ancient = try api.root.issueAuthority("Ancient") { $0.version = 1 }
        let leaf = try ancient.issueLeaf("api.example.com")
        let answer = try api.evaluate([
            "chain": leaf.pem, "host": "api.example.com",
            "policy": ["evaluator": "default", "anchors": [ancient.certificate.pem]],
        ])
        #expect(answer.trusted == true)
    }
}
