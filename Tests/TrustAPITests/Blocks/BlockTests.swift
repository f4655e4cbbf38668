import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// Attempts to get a chain with a blocked certificate accepted.
@Suite struct `Blocks` {
    private static let documents = [
        "lax.yaml": """
        otherwise: performDefaultHandling
        policies:
          default: {evaluator: default, anchors: [ROOT]}
          revocation: {evaluator: revocation, anchors: [ROOT]}
          pinCertificates: {evaluator: pinCertificates, certificates: [ROOT], requireBackupPin: false}
          pinPublicKeys: {evaluator: pinPublicKeys, certificates: [ROOT], validateCertificateChain: false, requireBackupPin: false}
          composite: {evaluator: composite, anyOf: [default, {evaluator: disabled}]}
          every: {evaluator: composite, allOf: [default, {evaluator: disabled}]}
          securityPolicy: {evaluator: securityPolicy, sslPinningMode: none, allowInvalidCertificates: true, validatesDomainName: false}
          disabled: {evaluator: disabled}
          custom: {evaluator: custom, script: yes.lua, anchors: [ROOT]}
          scriptOnly: {evaluator: custom, script: yes.lua, validateCertificateChain: false}
          report: {evaluator: default, anchors: [ROOT], constraints: {maximumLifetime: 1d}, mode: report, reportChains: true}
          alamofire4: {evaluator: disabled, compatibility: alamofire4}
          alamofire5: {evaluator: disabled, compatibility: alamofire5}
          empty5: {evaluator: composite, compatibility: alamofire5, allOf: []}
          afnetworking: {evaluator: securityPolicy, compatibility: afnetworking, sslPinningMode: none, allowInvalidCertificates: true, validatesDomainName: false}
        """,
        "yes.lua": "function evaluate() return true end",
    ]
    private static let policies = [
        "default", "revocation", "pinCertificates", "pinPublicKeys", "composite", "every", "securityPolicy",
        "disabled", "custom", "scriptOnly", "report", "alamofire4", "alamofire5", "empty5", "afnetworking",
    ]
    /// The policies that validate no path.
    private static let unvalidated = [
        "pinPublicKeys", "securityPolicy", "disabled", "scriptOnly", "alamofire4", "alamofire5", "empty5",
        "afnetworking",
    ]
    private let fixture: APIFixture

    init() throws {
        fixture = try APIFixture(
            documents: Self.documents,
            caches: CacheSizes(verdicts: 100, certificates: 100, signatures: 100),
            scripts: true
        )
    }

    private func pin(_ certificate: TestCertificate) throws -> String {
        let read = try fixture.context.certificates.certificates(in: certificate.der, limits: CertificateLimits())
        return read[0].facts.publicKeyFingerprint.pin
    }

    /// Blocks the key of a certificate.
    private func block(_ certificate: TestCertificate, _ more: String = "") throws {
        try fixture.block(
            "- {id: stolen-1, match: {spkiSha256: [\"\(pin(certificate))\"]}, reason: Laptop lost.\(more)}"
        )
    }

    private func evaluate(_ policy: Any, _ more: [String: Any] = [:], chain: String? = nil) throws -> Answer {
        let members: [String: Any] = ["chain": chain ?? fixture.chain, "host": "api.example.com", "policy": policy]
        return try fixture.evaluate(members.merging(more) { $1 })
    }

    private func isBlocked(_ answer: Answer) -> Bool {
        let first = answer.reasons.first
        let facts = first?["facts"] as? [String: Any]
        return answer.object["action"] as? String == "deny" && answer.trusted == false
            && answer.object["verdict"] as? String == "untrusted" && answer.object["principal"] == nil
            && first?["code"] as? String == "policy.blocked" && first?["severity"] as? String == "error"
            && facts?["block"] as? String == "stolen-1" && facts?["reason"] as? String == "Laptop lost."
    }

    @Test(arguments: policies)
    func `of a leaf deny under every policy, until they are removed`(policy: String) throws {
        let name = "lax/\(policy)"
        // The later answers come from the caches, if they are cached at all.
        for _ in 1...3 { #expect(try evaluate(name).object["action"] as? String == "allow", "\(policy)") }
        try block(fixture.leaf)
        for _ in 1...3 {
            let answer = try evaluate(name)
            #expect(isBlocked(answer), "\(answer.text)")
            #expect(isBlocked(try evaluate(name, ["explain": true])))
        }
        try fixture.block("[]")
        #expect(try evaluate(name).object["action"] as? String == "allow", "\(policy)")
    }

    @Test(arguments: policies)
    func `of a CA deny under every policy`(policy: String) throws {
        try block(fixture.issuing.certificate)
        let answer = try evaluate("lax/\(policy)")
        #expect(isBlocked(answer), "\(answer.text)")
    }

    @Test(arguments: policies)
    func `of a certificate that is not in the path deny only if no path is validated`(policy: String) throws {
        let other = try TestAuthority.root("Unrelated", key: .shared(.ecdsaP256, "unrelated")).certificate
        try block(other)
        let answer = try evaluate("lax/\(policy)", chain: fixture.chain + other.pem)
        #expect(isBlocked(answer) == Self.unvalidated.contains(policy), "\(answer.text)")
    }

    @Test func `deny hosts that a set leaves to the client`() throws {
        try block(fixture.issuing.certificate)
        #expect(isBlocked(try evaluate("lax")))
        try fixture.block("[]")
        #expect(try evaluate("lax").object["action"] as? String == "default")
    }

    @Test func `deny under inline policies, with exceptions, lowered checks and report mode`() throws {
        try block(fixture.leaf)
        let root = fixture.root.certificate.pem
        let policies: [[String: Any]] = [
            ["evaluator": "disabled"],
            ["evaluator": "default", "anchors": [root], "mode": "report", "reportChains": true],
            ["evaluator": "composite", "anyOf": [["evaluator": "disabled"]]],
        ]
        for policy in policies { #expect(isBlocked(try evaluate(policy))) }
        for policy in [
            ["evaluator": "default", "anchors": [root], "checks": ["policy.blocked": "warn"]],
            [
                "evaluator": "default", "anchors": [root],
                "exceptions": [["codes": ["policy.blocked"], "chain": ["00"], "until": "2099-01-01"]],
            ],
        ] as [[String: Any]] {
            #expect(try evaluate(policy).status == 400)
        }
        let day: [String: Any] = [
            "evaluator": "default", "anchors": [root], "constraints": ["maximumLifetime": "1d"],
        ]
        #expect(try evaluate(day, ["explain": true]).object["exceptionOffer"] == nil)
    }

    @Test func `bind challenges, texts, batches and checks that fail on denials`() throws {
        try block(fixture.leaf)
        let members: [String: Any] = ["chain": fixture.chain, "host": "api.example.com", "policy": "lax/disabled"]
        let item = try APIFixture.json(members)
        let batch = fixture.post("/v1/evaluations/batch", "[\(item), \(item)]")
        let answers = try #require(
            try JSONSerialization.jsonObject(with: Data(batch.response.body)) as? [[String: Any]]
        )
        #expect(answers.map { $0["action"] as? String } == ["deny", "deny"])
        let challenge = try APIFixture.json(members.merging(["authenticationMethod": "serverTrust"]) { $1 })
        #expect(
            fixture.post("/v1/challenges", challenge).object["disposition"] as? String
                == "cancelAuthenticationChallenge"
        )
        let text = fixture.post("/v1/evaluations", item, headers: [("Accept", "text/plain")]).text
        #expect(text.contains("policy.blocked") && text.contains("Laptop lost."), "\(text)")
        #expect(fixture.post("/v1/evaluations?failOnUntrusted=1", item).status == 403)
    }

    @Test func `end by the clock of the machine, whatever time a request specifies`() throws {
        let end = APIFixture.now.adding(seconds: 100)
        try block(fixture.leaf, ", until: \"\(end)\"")
        let later = ["at": "\(end.adding(seconds: 1))"]
        for _ in 1...2 {
            #expect(try isBlocked(evaluate("lax/default")) && isBlocked(evaluate("lax/default", later)))
        }
        fixture.clock.now = end
        #expect(try isBlocked(evaluate("lax/default")) && isBlocked(evaluate("lax/default", later)))
        fixture.clock.now = end.adding(seconds: 1)
        let earlier = ["at": "\(APIFixture.now)"]
        #expect(try evaluate("lax/default").trusted == true)
        #expect(try evaluate("lax/default", earlier).trusted == true)
        #expect(try evaluate("lax/default", later).trusted == true)
    }

    @Test func `end in a forecast, before the certificate does`() throws {
        let end = APIFixture.now.adding(seconds: 100)
        try block(fixture.leaf, ", until: \"\(end)\"")
        let chain = try fixture.context.certificates.certificates(
            in: Array(fixture.chain.utf8),
            limits: CertificateLimits()
        )
        let inquiry = Inquiry(chain: chain, host: "api.example.com", policy: .named(PolicyName("lax/default")!))
        let forecast = try fixture.context.evaluations.forecast(
            on: inquiry,
            under: fixture.store.snapshot,
            from: APIFixture.now,
            until: APIFixture.now.adding(seconds: 4000 * 86400)
        )
        #expect(forecast.stages.map(\.verdict.action) == [.deny, .allow, .deny])
        #expect(forecast.stages[1].begin == end.adding(seconds: 1))
    }

    @Test func `that cannot be read leave the last ones in force, and refuse a start`() throws {
        try block(fixture.leaf)
        for list in ["- {id: a, match: {}, reason: x}", "- {id: a", "\u{0}"] {
            #expect(throws: PolicyLoadError.self) { try fixture.block(list) }
            #expect(isBlocked(try evaluate("lax/default")))
            #expect(throws: PolicyLoadError.self) { try fixture.loader.load(after: nil) }
        }
        try fixture.removeBlocks()
        guard case .failed(let error) = fixture.store.reload() else {
            Issue.record("a missing file was read as an empty list")
            return
        }
        #expect(error.description.contains("the list of blocks does not exist"))
        #expect(isBlocked(try evaluate("lax/default")))
    }

    @Test func `refuse the daemon's own identities`() throws {
        let scene = try IdentityScene([SceneIdentity(name: "billing")])
        let challenge = ["authenticationMethod": "clientCertificate", "host": "api.partner.example"]
        let content: [String: Any] = [
            "algorithm": "ecdsaWithSHA256",
            "tls13CertificateVerify": [
                "role": "client", "transcriptHash": Data([UInt8](repeating: 1, count: 32)).base64EncodedString(),
            ],
        ]
        func isUsable() throws -> Bool {
            let answer = try scene.challenge(challenge)
            let signature = try scene.sign("billing", content)
            let listed = scene.send("GET", "/v1/identities").object["identities"] as? [[String: Any]]
            let isListed = listed?.first?["state"] as? String == "usable"
            #expect(isListed == (signature.status == 200))
            guard answer.object["disposition"] as? String != "useCredential" else { return signature.status == 200 }
            #expect(answer.object["disposition"] as? String == "cancelAuthenticationChallenge", "\(answer.text)")
            #expect(signature.code == "identityUnusable" && signature.text.contains("`stolen-1`: Laptop lost."))
            return false
        }
        #expect(try isUsable())
        for certificate in [try #require(scene.leaves["billing"]), scene.issuing.certificate] {
            try scene.api.block(
                "- {id: stolen-1, match: {spkiSha256: [\"\(pin(certificate))\"]}, reason: Laptop lost.}"
            )
            #expect(try !isUsable())
        }
        try scene.api.block("[]")
        #expect(try isUsable())
    }
}
