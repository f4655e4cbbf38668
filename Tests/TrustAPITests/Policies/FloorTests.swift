import Foundation
import MicrohttpdServer
import Testing
import TrustModel
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// Attempts to avoid the policy of a host that the configuration protects.
@Suite struct `Floors` {
    private static let documents = [
        // The floor requires a key that the chain does not have.
        "house.yaml": """
        hosts: {"**.example.com": strict, denied.example: deny, "**.watched.example": watched}
        otherwise: performDefaultHandling
        policies:
          strict:
            evaluator: pinPublicKeys
            pins: ["sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="]
            requireBackupPin: false
          watched: {evaluator: default, anchors: [ROOT], constraints: {maximumLifetime: 1d}, mode: report}
        """,
        "lax.yaml": """
        policies:
          default: {evaluator: default, anchors: [ROOT]}
          revocation: {evaluator: revocation, anchors: [ROOT]}
          pinCertificates: {evaluator: pinCertificates, certificates: [ROOT], requireBackupPin: false}
          pinPublicKeys: {evaluator: pinPublicKeys, certificates: [ROOT], validateCertificateChain: false, requireBackupPin: false}
          composite: {evaluator: composite, anyOf: [default, {evaluator: disabled}]}
          securityPolicy: {evaluator: securityPolicy, sslPinningMode: none, allowInvalidCertificates: true, validatesDomainName: false}
          disabled: {evaluator: disabled}
          custom: {evaluator: custom, script: yes.lua, anchors: [ROOT]}
          scriptOnly: {evaluator: custom, script: yes.lua, validateCertificateChain: false}
          report: {evaluator: default, anchors: [ROOT], minimumRSABits: 2048, constraints: {maximumLifetime: 1d}, mode: report}
          alamofire4: {evaluator: disabled, compatibility: alamofire4}
          alamofire5: {evaluator: disabled, compatibility: alamofire5}
          empty5: {evaluator: composite, compatibility: alamofire5, allOf: []}
          afnetworking: {evaluator: securityPolicy, compatibility: afnetworking, sslPinningMode: none, allowInvalidCertificates: true, validatesDomainName: false}
        """,
        "yes.lua": "function evaluate() return true end",
    ]
    private static let lax = [
        "default", "revocation", "pinCertificates", "pinPublicKeys", "composite", "securityPolicy", "disabled",
        "custom",
        "scriptOnly", "report", "alamofire4", "alamofire5", "empty5", "afnetworking",
    ]
    private let free: APIFixture
    private let bound: APIFixture

    init() throws {
        free = try APIFixture(documents: Self.documents, scripts: true)
        bound = try APIFixture(
            documents: Self.documents,
            caches: CacheSizes(verdicts: 10, certificates: 10, signatures: 10),
            like: free,
            scripts: true,
            floors: "house"
        )
    }

    private func members(_ policy: Any, host: String = "api.example.com") -> [String: Any] {
        ["chain": free.chain, "host": host, "policy": policy]
    }

    private func isRefused(_ answer: Answer) -> Bool {
        answer.object["action"] as? String == "deny" && answer.trusted == false
            && answer.object["verdict"] as? String == "untrusted" && answer.errorCodes.contains("pin.keyMismatch")
    }

    @Test(arguments: lax)
    func `bind every policy of a set`(policy: String) throws {
        let request = members("lax/\(policy)")
        #expect(try free.evaluate(request).trusted == true, "\(policy) allows the chain without floors")
        // The second answer comes from the cache, if it is cached at all.
        for _ in 1...2 {
            let answer = try bound.evaluate(request)
            #expect(isRefused(answer), "\(answer.text)")
            #expect((answer.object["policy"] as? [String: Any])?["name"] as? String == policy)
            #expect((answer.object["floor"] as? [String: Any])?["name"] as? String == "strict")
            #expect((answer.object["floor"] as? [String: Any])?["rule"] as? String == "**.example.com")
            #expect(answer.object["principal"] == nil)
            #expect(answer.response.headers["Cache-Control"] == "no-store")
        }
    }

    @Test func `bind inline policies`() throws {
        let root = free.root.certificate.pem
        let policies: [[String: Any]] = [
            ["evaluator": "disabled"], ["evaluator": "default", "anchors": [root]],
            ["evaluator": "default", "anchors": [root], "mode": "report"],
            ["evaluator": "composite", "anyOf": [["evaluator": "disabled"]]],
            [
                "evaluator": "securityPolicy", "sslPinningMode": "none", "allowInvalidCertificates": true,
                "validatesDomainName": false,
            ],
            ["evaluator": "disabled", "compatibility": "alamofire5"],
        ]
        for policy in policies {
            #expect(try free.evaluate(members(policy)).trusted == true)
            let answer = try bound.evaluate(members(policy))
            #expect(isRefused(answer), "\(answer.text)")
        }
    }

    @Test func `bind policies with exceptions`() throws {
        let day: [String: Any] = [
            "evaluator": "default", "anchors": [free.root.certificate.pem], "constraints": ["maximumLifetime": "1d"],
        ]
        let explained = try free.evaluate(members(day).merging(["explain": true]) { $1 })
        let offer = try #require(explained.object["exceptionOffer"] as? [String: Any])
        let excepted = day.merging(["exceptions": [offer]]) { $1 }
        #expect(try free.evaluate(members(excepted)).trusted == true)
        #expect(isRefused(try bound.evaluate(members(excepted))))
        let bounded = try bound.evaluate(members(excepted).merging(["explain": true]) { $1 })
        #expect(bounded.object["exceptionOffer"] == nil)
    }

    @Test func `bind batches, challenges and texts`() throws {
        let item = try APIFixture.json(members("lax/disabled"))
        let batch = bound.post("/v1/evaluations/batch", "[\(item), \(item)]")
        let answers = try #require(
            try JSONSerialization.jsonObject(with: Data(batch.response.body)) as? [[String: Any]]
        )
        #expect(answers.map { $0["action"] as? String } == ["deny", "deny"])
        let challenge = try APIFixture.json(
            members("lax/disabled").merging(["authenticationMethod": "serverTrust"]) { $1 }
        )
        let disposition = bound.post("/v1/challenges", challenge).object["disposition"] as? String
        #expect(disposition == "cancelAuthenticationChallenge")
        let text = bound.post("/v1/evaluations", item, headers: [("Accept", "text/plain")]).text
        #expect(text.hasPrefix("untrusted: deny (recoverableTrustFailure, policy lax/disabled, floor house/strict, "))
        #expect(text.contains("\n  reported by the floor house/strict\n"), "\(text)")
        let forced = bound.post("/v1/evaluations?failOnUntrusted=1", item)
        #expect(forced.status == 403)
    }

    @Test func `mark their reasons, and name both policies`() throws {
        let answer = try bound.evaluate(members("lax/default").merging(["explain": true]) { $1 })
        let floors = answer.reasons.map { ($0["facts"] as? [String: Any])?["floor"] as? String }
        #expect(answer.reasonCodes == ["pin.keyMismatch", "pin.noBackup", "notice.anchor"])
        #expect(floors == ["house/strict", "house/strict", nil])
        let checks = (answer.object["checks"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        #expect(checks.contains("pins"))
        #expect(checks.contains("floor/pins"))
    }

    @Test func `leave other hosts and stricter policies alone`() throws {
        // No floor: the policy decides, and the verdict names no floor.
        let other = try bound.evaluate(members("lax/disabled", host: "other.test"))
        #expect(other.trusted == true)
        #expect(other.object["floor"] == nil)
        // A floor in report mode does not reject for errors that it waives, but gives its reasons.
        let leaf = try free.issuing.issueLeaf("a.watched.example")
        let chain = ["chain": leaf.pem + free.issuing.certificate.pem]
        let watched = try bound.evaluate(members("lax/disabled", host: "a.watched.example").merging(chain) { $1 })
        #expect(watched.trusted == true)
        #expect(watched.errorCodes.isEmpty, "\(watched.text)")
        #expect(watched.reasonCodes.contains("time.validityTooLong"))
        #expect((watched.object["floor"] as? [String: Any])?["name"] as? String == "watched")
        let mismatched = try bound.evaluate(members("lax/disabled", host: "b.watched.example").merging(chain) { $1 })
        #expect(mismatched.trusted == false)
        // A policy that is stricter than its floor decides.
        let strict = try bound.evaluate(members("lax/default", host: "b.watched.example"))
        #expect(strict.trusted == false)
        #expect(strict.errorCodes.contains("host.mismatch"))
        #expect(strict.object["validUntil"] == nil)
    }

    @Test func `can deny a host`() throws {
        let answer = try bound.evaluate(members("lax/disabled", host: "denied.example"))
        #expect(answer.trusted == false)
        #expect(answer.errorCodes == ["policy.noMatch"])
        #expect((answer.object["floor"] as? [String: Any])?["set"] as? String == "house")
    }

    @Test(arguments: ["API.EXAMPLE.COM", "api.example.com.", "ａpi.example.com"])
    func `bind other spellings of a host`(host: String) throws {
        #expect(isRefused(try bound.evaluate(members("lax/disabled", host: host))))
    }

    @Test(arguments: ["api.example.com:443", "https://api.example.com", " api.example.com"])
    func `refuse a host name that cannot be read`(host: String) throws {
        let answer = try bound.evaluate(members("lax/disabled", host: host))
        #expect(answer.trusted == false, "\(answer.text)")
        #expect(answer.errorCodes == ["host.invalid"])
    }

    @Test func `evaluate the policy of the floor itself only once`() throws {
        let answer = try bound.evaluate(members("house"))
        #expect(isRefused(answer))
        #expect(answer.reasonCodes.count { $0 == "pin.keyMismatch" } == 1)
        #expect(answer.reasons.allSatisfy { ($0["facts"] as? [String: Any])?["floor"] as? String == "house/strict" })
        #expect((answer.object["floor"] as? [String: Any])?["name"] as? String == "strict")
    }

    @Test func `must exist when policies are loaded`() throws {
        #expect(throws: PolicyLoadError.self) {
            try APIFixture(documents: Self.documents, like: free, scripts: true, floors: "huose")
        }
        do {
            _ = try APIFixture(documents: Self.documents, like: free, scripts: true, floors: "huose")
        } catch let error as PolicyLoadError {
            #expect(
                error.problems.first?.description.hasPrefix("floors: there is no policy set `huose` in ") == true
                    && error.problems.first?.description.hasSuffix("; did you mean `house`?") == true
            )
        }
    }
}
