import Foundation
import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

@Suite struct `Pins over HTTP` {
    private let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    @Test func `a verdict names the matching pin, and is valid until the pins expire`() throws {
        let pins = try requests.pins
        let answer = try requests.evaluate(requests.pinning([pins[1], pins[2]], ["expires": "2026-01-01T00:10:00Z"]))
        #expect(answer.trusted == true)
        #expect(answer.object["matchedPin"] as? String == pins[1])
        #expect(answer.reasonCodes == ["notice.pinSetExpiring", "notice.expiresSoon", "notice.anchor", "notice.pin"])
        #expect(answer.object["validUntil"] as? String == "2026-01-01T00:10:00Z")
        #expect(answer.response.headers["Cache-Control"] == "private, max-age=600")
    }

    @Test func `a forged leaf under a pinned CA is denied even without validation`() throws {
        let forged = try requests.api.issuing.issueLeaf("api.example.com") {
            $0.signature.key = try TestKey.shared(.ecdsaP256, "stranger")
        }
        let chain = forged.pem + requests.api.issuing.certificate.pem + requests.api.root.certificate.pem
        let pins = try requests.pins
        for validates in [true, false] {
            let policy = requests.pinning([pins[1], pins[2]], ["validateCertificateChain": validates])
            let answer = try requests.evaluate(policy, ["chain": chain, "explain": true])
            #expect(answer.trusted == false)
            #expect(answer.reasonCodes.contains("pin.keyMismatch"))
            #expect(answer.object["matchedPin"] == nil)
            #expect(answer.object["exceptionOffer"] == nil)
        }
    }

    @Test func `a single pin is rejected unless requireBackupPin is false`() throws {
        let answer = try requests.evaluate(requests.pinning([try requests.pins[0]]))
        #expect(answer.status == 400)
        #expect(answer.code == "invalidPolicy")
        #expect(answer.pointers == ["/policy"])
        #expect(answer.text.contains("pin.noBackup"))
    }

    @Test func `a verdict in report mode allows, states the mode, and is not cached`() throws {
        let policy = requests.pinning([requests.stranger, try requests.pins[0]], ["mode": "report", "scope": "ca"])
        let answer = try requests.evaluate(policy)
        #expect(answer.trusted == true)
        #expect(answer.object["action"] as? String == "allow")
        #expect(answer.object["disposition"] as? String == "useCredential")
        #expect(answer.object["verdict"] as? String == "untrusted")
        #expect(answer.object["result"] as? String == "recoverableTrustFailure")
        #expect(answer.object["mode"] as? String == "report")
        #expect(answer.object["validUntil"] == nil)
        #expect(answer.response.headers["Cache-Control"] == "no-store")
        let other = try requests.evaluate(policy, ["host": "www.example.com"])
        #expect(other.trusted == false)
        let chain = requests.api.chain
        try requests.api.write(
            "policies: {p: {evaluator: default, constraints: {maximumLifetime: 1d}, mode: report}}",
            to: "watched.yaml"
        )
        let text = requests.api.send(
            "POST",
            "/v1/evaluations?host=api.example.com&policy=watched/p&failOnUntrusted=1",
            headers: [("Content-Type", "application/x-pem-file"), ("Accept", "text/plain")],
            body: Array(chain.utf8)
        )
        #expect(text.status == 200)
        #expect(text.text.hasPrefix("untrusted: allow (recoverableTrustFailure, policy watched/p, report mode,"))
    }
}

@Suite struct `Exceptions over HTTP` {
    private let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    /// Returns the offered exception for a request as JSON.
    private func offer(_ policy: [String: Any], _ members: [String: Any]) throws -> [String: Any] {
        let refused = try requests.evaluate(policy, members.merging(["explain": true]) { $1 })
        #expect(refused.trusted == false)
        #expect(refused.object["result"] as? String == "recoverableTrustFailure")
        return try #require(refused.object["exceptionOffer"] as? [String: Any], "\(refused.text)")
    }

    private static func check(_ answer: Answer, _ codes: [String], until: Any?) {
        #expect(answer.trusted == true, "\(answer.text)")
        #expect(answer.object["result"] as? String == "proceed")
        #expect(answer.object["resultRule"] as? String == "explicitTrust")
        #expect(answer.reasonCodes.contains("notice.exception"))
        let warnings = answer.reasons.filter { $0["severity"] as? String == "warning" }
        #expect(codes.allSatisfy { code in warnings.contains { $0["code"] as? String == code } })
        #expect(answer.object["validUntil"] as? String == until as? String)
        #expect(answer.object["exceptionOffer"] == nil)
    }

    @Test func `an offer copied into the policy accepts the same request`() throws {
        let later = "2026-03-05T00:00:00Z"
        let pins = [requests.stranger, try requests.pins[0]]
        let cases: [(policy: [String: Any], members: [String: Any], codes: [String])] = [
            (["evaluator": "default"], ["at": later], ["time.expired"]),
            (["evaluator": "default"], ["at": later, "host": "BÜCHER.example."], ["time.expired", "host.mismatch"]),
            (["evaluator": "default"], ["host": "[2001:DB8::1]"], ["host.ipMismatch"]),
            (["evaluator": "default", "profile": "basicX509"], ["at": later, "host": NSNull()], ["time.expired"]),
            (["evaluator": "default"], ["chain": requests.api.leaf.pem], ["chain.issuerNotFound"]),
            (requests.pinning(pins, ["scope": "ca"]), [:], ["pin.keyMismatch"]),
            (
                requests.pinning(pins, ["scope": "ca", "validateCertificateChain": false]), ["at": later],
                ["pin.keyMismatch"]
            ),
            (
                [
                    "evaluator": "composite",
                    "anyOf": [requests.pinning(pins, ["scope": "ca"]), ["evaluator": "default"]],
                ], ["at": later], ["time.expired"]
            ),
        ]
        for (index, (policy, members, codes)) in cases.enumerated() {
            let offer = try offer(policy, members)
            #expect(offer["codes"] as? [String] == codes)
            var inline = policy
            inline["exceptions"] = [offer]
            Self.check(try requests.evaluate(inline, members), codes, until: offer["until"])
            // As an item of the policy's exceptions in a document.
            let json = try JSONSerialization.data(withJSONObject: ["policies": ["p": inline]])
            try requests.api.write(String(decoding: json, as: UTF8.self), to: "case\(index).json")
            Self.check(try requests.evaluate("case\(index)/p", members), codes, until: offer["until"])
        }
    }

    @Test func `an offer is a valid item of a YAML document`() throws {
        let later: [String: Any] = ["at": "2026-03-05T00:00:00Z"]
        let offer = try offer(["evaluator": "default"], later)
        let item = String(decoding: try JSONSerialization.data(withJSONObject: offer), as: UTF8.self)
        try requests.api.write(
            """
            policies:
              server:
                evaluator: default
                exceptions:
                  - \(item)
            """,
            to: "excepted.yaml"
        )
        Self.check(try requests.evaluate("excepted/server", later), ["time.expired"], until: offer["until"])
        let other = try requests.evaluate("excepted/server", ["at": "2026-05-01T00:00:00Z"])
        #expect(other.trusted == false)
    }

    @Test func `a text response has the offer as one line of JSON`() throws {
        let answer = requests.api.send(
            "POST",
            "/v1/evaluations?host=www.example.com&explain=1",
            headers: [("Content-Type", "application/x-pem-file"), ("Accept", "text/plain")],
            body: Array(requests.api.chain.utf8)
        )
        let line = try #require(answer.text.split(separator: "\n").last)
        let start = try #require(line.firstIndex(of: "{"))
        let offer = try JSONSerialization.jsonObject(with: Data(line[start...].utf8)) as? [String: Any]
        #expect(offer?["codes"] as? [String] == ["host.mismatch"])
        let policy: [String: Any] = ["evaluator": "default", "exceptions": [try #require(offer)]]
        Self.check(
            try requests.evaluate(policy, ["host": "www.example.com"]),
            ["host.mismatch"],
            until: offer?["until"]
        )
    }
}

@Suite struct `Composites over HTTP` {
    private let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    @Test func `reasons name their members`() throws {
        let pinned = requests.pinning([try requests.pins[0], requests.stranger])
        let answer = try requests.evaluate(["evaluator": "composite", "allOf": [["evaluator": "default"], pinned]])
        #expect(answer.trusted == true)
        let members = answer.reasons.map { ($0["facts"] as? [String: Any])?["members"] as? [String] }
        #expect(members == [["0", "1"], ["1"]])
    }

    @Test func `references and excessive depth are rejected with a pointer`() throws {
        let named = try requests.evaluate(["evaluator": "composite", "anyOf": ["server"]])
        #expect(named.code == "invalidPolicy")
        #expect(named.pointers == ["/policy/anyOf/0"])
        var deep: [String: Any] = ["evaluator": "default"]
        for _ in 0..<9 { deep = ["evaluator": "composite", "allOf": [deep]] }
        let refused = try requests.evaluate(deep)
        #expect(refused.code == "invalidPolicy")
        #expect(refused.pointers == ["/policy" + String(repeating: "/allOf/0", count: 8) + "/allOf"])
    }
}
