import Foundation
import Testing
import TrustModel
import TrustTestSupport

/// Tests with chains of misconfigured servers or proxies, which lack intermediates.
@Suite struct `Intermediates of a policy` {
    private let api: APIFixture

    init() throws { api = try APIFixture() }

    private var issuing: String { api.issuing.certificate.pem }

    private func policy(_ members: [String: Any] = [:]) -> [String: Any] {
        ["evaluator": "default", "intermediates": [issuing]].merging(members) { $1 }
    }

    private func evaluate(_ policy: Any, chain: String? = nil) throws -> Answer {
        try api.evaluate(["chain": chain ?? api.leaf.pem, "host": "api.example.com", "policy": policy])
    }

    private func origins(_ answer: Answer) -> [String] {
        (answer.object["path"] as? [[String: Any]] ?? []).compactMap { $0["origin"] as? String }
    }

    private func keyPin(_ certificate: TestCertificate) throws -> String {
        "sha256/" + TestPEM.base64(try certificate.keyPin())
    }

    @Test func `complete a path from the leaf, and have a distinct origin`() throws {
        #expect(try evaluate(["evaluator": "default"]).errorCodes == ["chain.issuerNotFound"])
        let completed = try evaluate(policy())
        #expect(completed.trusted == true, "\(completed.text)")
        #expect(origins(completed) == ["request", "cache", "anchor"])
        #expect(origins(try evaluate(policy(), chain: api.chain)) == ["request", "request", "anchor"])
    }

    @Test func `are not trust anchors`() throws {
        let stranger = try TestAuthority.root("Stranger", key: .shared(.ecdsaP256, "stranger root"))
        let leaf = try stranger.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf"))
        let rooted = try evaluate(policy(["intermediates": [stranger.certificate.pem]]), chain: leaf.pem)
        #expect(rooted.errorCodes == ["chain.untrustedRoot"])
        let other = policy(["anchors": [stranger.certificate.pem]])
        #expect(try evaluate(other).errorCodes == ["chain.issuerNotFound"])
    }

    @Test func `neither invalidate nor validate a path if they are expired or forged`() throws {
        let expired = try api.issuing.reissued { $0.notAfter = .reference.adding(days: -1) }
        let forger = try TestKey.shared(.ecdsaP256, "forger")
        let forged = try api.root.issueAuthority("API Test Issuing", key: forger) {
            $0.subjectKeyIdentifier = api.issuing.template.subjectKeyIdentifier
            $0.signature.key = forger
        }
        let odd = [expired.certificate.pem, forged.certificate.pem]
        for intermediates in [odd, odd.reversed()] {
            let sent = try evaluate(policy(["intermediates": intermediates]), chain: api.chain)
            #expect(sent.trusted == true, "\(sent.text)")
            let given = try evaluate(policy(["intermediates": intermediates + [issuing]]))
            #expect(given.trusted == true, "\(given.text)")
            let alone = try evaluate(policy(["intermediates": intermediates]))
            #expect(alone.errorCodes == ["time.expired"], "\(alone.text)")
        }
        let byForger = try forged.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf"))
        let misled = try evaluate(policy(["intermediates": odd + [issuing]]), chain: byForger.pem)
        #expect(misled.trusted == false)
    }

    @Test func `match pins only in a verified path`() throws {
        let pin = try keyPin(api.issuing.certificate)
        for validates in [true, false] {
            let pinned: [String: Any] = [
                "evaluator": "pinPublicKeys", "pins": [pin], "requireBackupPin": false, "intermediates": [issuing],
                "validateCertificateChain": validates,
            ]
            let answer = try evaluate(pinned)
            #expect(answer.trusted == true, "\(answer.text)")
            #expect(answer.object["matchedPin"] as? String == pin)
            let forged = try api.issuing.issueLeaf("api.example.com") {
                $0.signature.key = try TestKey.shared(.ecdsaP256, "stranger")
            }
            let refused = try evaluate(pinned, chain: forged.pem)
            #expect(refused.trusted == false)
            #expect(refused.reasonCodes.contains("pin.keyMismatch"))
        }
    }

    @Test func `are used by every evaluator that builds paths`() throws {
        let certificate: [String: Any] = ["pins": [issuing], "anchors": [api.root.certificate.pem]]
        let policies: [[String: Any]] = [
            ["evaluator": "revocation"],
            certificate.merging(["evaluator": "pinCertificates", "requireBackupPin": false]) { $1 },
            ["evaluator": "default", "compatibility": "alamofire4"],
            ["evaluator": "revocation", "compatibility": "alamofire4"],
            ["evaluator": "revocation", "compatibility": "alamofire5"],
            certificate.merging(["evaluator": "pinCertificates", "compatibility": "alamofire5"]) { $1 },
            certificate.merging(["evaluator": "pinPublicKeys", "compatibility": "alamofire4"]) { $1 },
            certificate.merging(["evaluator": "pinPublicKeys", "compatibility": "alamofire5"]) { $1 },
            ["evaluator": "securityPolicy"],
            ["evaluator": "securityPolicy", "compatibility": "afnetworking"],
        ]
        for policy in policies {
            let without = try evaluate(policy)
            #expect(without.trusted == false, "\(policy): \(without.text)")
            let with = try evaluate(policy.merging(["intermediates": [issuing]]) { $1 })
            #expect(with.trusted == true, "\(policy): \(with.text)")
        }
        let composite: [String: Any] = ["evaluator": "composite", "allOf": [policy(), ["evaluator": "disabled"]]]
        #expect(try evaluate(composite).trusted == true)
        for evaluator in [["evaluator": "composite", "allOf": [policy()]], ["evaluator": "disabled"]] as [[String: Any]]
        {
            let refused = try evaluate(evaluator.merging(["intermediates": [issuing]]) { $1 })
            #expect(refused.code == "invalidPolicy")
            #expect(refused.pointers == ["/policy/intermediates"], "\(refused.text)")
        }
    }

    @Test func `must be text in inline policies, within the limit for certificates`() throws {
        #expect(try evaluate(policy(["intermediates": ["/etc/ssl/certs"]])).code == "malformedPEM")
        #expect(try evaluate(policy(["intermediates": [String]()])).pointers == ["/policy/intermediates"])
        let many = Array(repeating: issuing, count: 40)
        let refused = try evaluate(policy(["intermediates": many, "anchors": many]))
        #expect(refused.code == "tooManyCertificates", "\(refused.text)")
    }

    @Test func `limit the validity of cached verdicts`() throws {
        let caches = CacheSizes(verdicts: 100, certificates: 100, signatures: 100)
        let document = "policies: {p: {evaluator: default, intermediates: [../issuing.pem]}}"
        let without = "policies: {p: {evaluator: default}}"
        let cached = try APIFixture(documents: ["own.yaml": without], caches: caches, like: api)
        let request = ["chain": api.leaf.pem, "host": "api.example.com", "policy": "own/p"]
        #expect(try cached.evaluate(request).trusted == false)
        try cached.write(issuing, to: "../issuing.pem")
        try cached.write(document, to: "own.yaml")
        for _ in 0..<3 { #expect(try cached.evaluate(request).trusted == true) }
        let short = try api.issuing.reissued { $0.notAfter = .reference.adding(days: 1) }
        try cached.write(short.certificate.pem, to: "../issuing.pem")
        for _ in 0..<3 { #expect(try cached.evaluate(request).trusted == true) }
        cached.clock.now = APIFixture.now.adding(seconds: 2 * 86400)
        #expect(try cached.evaluate(request).errorCodes == ["time.expired"])
        let later = try api.issuing.reissued { $0.notBefore = .reference.adding(days: 3) }
        try cached.write(later.certificate.pem, to: "../issuing.pem")
        for _ in 0..<3 { #expect(try cached.evaluate(request).errorCodes == ["time.notYetValid"]) }
        cached.clock.now = APIFixture.now.adding(seconds: 4 * 86400)
        #expect(try cached.evaluate(request).trusted == true)
    }

    @Test func `have a warning if they are unusable`() throws {
        let expired = try api.issuing.reissued { $0.notAfter = .reference.adding(days: -1) }
        try api.write(issuing + issuing, to: "../twice.pem")
        try api.write(expired.certificate.pem, to: "../expired.pem")
        try api.write(api.leaf.pem, to: "../leaf.pem")
        try api.write(
            """
            policies:
              p:
                evaluator: default
                anchors: [ROOT]
                intermediates: [../twice.pem, ../expired.pem, ../leaf.pem, ROOT]
            """,
            to: "own.yaml"
        )
        let set = api.send("GET", "/v1/policy-sets/own").object
        let warnings = try #require(set["warnings"] as? [[String: Any]])
        #expect(
            warnings.compactMap { $0["detail"] as? String } == [
                "CN=API Test Issuing is listed more than once under `intermediates`: remove the duplicate",
                "CN=API Test Issuing expired on 2025-12-31T00:00:00Z: replace it with the CA's current certificate",
                "CN=api.example.com is not a CA certificate, so it cannot be an intermediate: remove it",
                "CN=API Test Root is also a trust anchor of the policy, so it has no effect as an intermediate: remove "
                    + "it from `intermediates`",
            ]
        )
        #expect(
            warnings.compactMap { $0["pointer"] as? String }
                == [0, 1, 2, 3].map { "/policies/p/intermediates/\($0)" }
        )
    }

    @Test func `may sign CRLs for a path`() throws {
        let signer = try api.root.issueAuthority("API Test Issuing", key: .shared(.ecdsaP256, "crl signer"))
        let list = try signer.revocationList(revoking: [api.leaf])
        let request: [String: Any] = ["crls": [list.pem], "chain": api.chain, "host": "api.example.com"]
        let known = try api.evaluate(
            request.merging(["policy": policy(["intermediates": [signer.certificate.pem]])]) { $1 }
        )
        #expect(known.errorCodes == ["revocation.revoked"], "\(known.text)")
        let unknown = try api.evaluate(request.merging(["policy": ["evaluator": "default"]]) { $1 })
        #expect(unknown.errorCodes == [])
    }
}
