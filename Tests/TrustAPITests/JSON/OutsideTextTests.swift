import Foundation
import MicrohttpdServer
import Testing
import TrustAPI

/// Tests with texts that `String` needs quadratic time to compare or hash, because it sorts combining marks first.
///
/// With the lengths here, each comparison would take more than ten minutes.
@Suite(.timeLimit(.minutes(15))) struct `Texts from requests are compared by their bytes` {
    /// A letter with 200,000 pairs of accents in the wrong order.
    private static let accents = "e" + String(repeating: "\u{301}\u{323}", count: 200_000)

    let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    @Test(arguments: [
        ("\u{202E}", #"\u202e"#), ("\u{2066}", #"\u2066"#), ("\u{200B}", #"\u200b"#), ("\u{061C}", #"\u061c"#),
        ("\u{FEFF}", #"\ufeff"#), ("\u{AD}", #"\u00ad"#), ("\u{E0041}", #"\udb40\udc41"#), ("\u{9B}", #"\u009b"#),
        ("\u{2028}", #"\u2028"#), ("é", "é"), ("漢", "漢"), ("😀", "😀"),
    ])
    func `in JSON responses, with escapes only for characters that reorder or hide text`(
        character: String,
        written: String
    ) throws {
        let nonce = "a\(character)b"
        let answer = try requests.evaluate("system", ["nonce": nonce])
        #expect(answer.text.contains("\"nonce\":\"a\(written)b\""), "\(answer.text)")
        #expect(answer.object["nonce"] as? String == nonce)
    }

    @Test(arguments: ["chain", "host", "policy", "at", "ocsp", "crls", "nonce"])
    func `in members of a request`(member: String) throws {
        let request: [String: Any] = ["chain": requests.api.chain, "host": "api.example.com"]
        let answer = try requests.api.evaluate(request.merging([member: Self.accents]) { $1 })
        #expect([200, 400, 422].contains(answer.status))
        #expect(answer.trusted != true)
    }

    @Test(arguments: [
        #"{"chain":"x","@":1}"#, #"{"chain":"x","@":1,"@":2}"#, #"{"chain":"x","policy":{"@":1}}"#,
        #"{"chain":"x","policy":{"evaluator":"default","checks":{"@":"error"}}}"#,
    ])
    func `in keys, which may not be as long as this`(request: String) {
        let answer = requests.api.post("/v1/evaluations", request.replacing("@", with: Self.accents))
        #expect(answer.status == 400)
        #expect(answer.code == "malformedJSON")
    }

    @Test(arguments: [
        "evaluator", "mode", "profile", "purpose", "compatibility", "scope", "onExpiry", "expires", "sslPinningMode",
        "maxChainDepth", "anchorsOnly",
    ])
    func `in names of an inline policy`(key: String) throws {
        let answer = try requests.evaluate(
            (["evaluator": "default"] as [String: Any]).merging([key: Self.accents]) { $1 }
        )
        #expect(answer.status == 400)
        #expect(answer.code == "invalidPolicy")
    }

    @Test(arguments: ["anchors", "pins", "emails", "keyUsage", "allOf", "pinnedCertificates", "options"])
    func `in list items of an inline policy`(key: String) throws {
        let evaluators = [
            "pins": "pinPublicKeys", "allOf": "composite", "pinnedCertificates": "securityPolicy",
            "options": "revocation",
        ]
        var policy: [String: Any] = ["evaluator": evaluators[key] ?? "default", key: [Self.accents]]
        if key == "options" { policy["compatibility"] = "alamofire5" }
        let answer = try requests.evaluate(policy)
        // An unreadable certificate or key has the same problem code as in a chain.
        let isMaterial = ["anchors", "pins", "pinnedCertificates"].contains(key)
        #expect(answer.status == (isMaterial ? 422 : 400))
        #expect(answer.code == (isMaterial ? "malformedPEM" : "invalidPolicy"))
        #expect(answer.pointers.contains("/policy/\(key)/0"))
    }

    @Test(arguments: ["codes", "chain", "host", "until"])
    func `in members of an exception`(key: String) throws {
        var exception: [String: Any] = [
            "codes": ["time.expired"], "chain": [requests.stranger], "host": "api.example.com", "until": "2030-01-01",
        ]
        exception[key] = exception[key] is [Any] ? [Self.accents] : Self.accents
        let answer = try requests.evaluate(["evaluator": "default", "exceptions": [exception]])
        #expect(answer.status == 400)
        #expect(answer.code == "invalidPolicy")
    }

    @Test func `in certificate policies and constraints`() throws {
        for (key, value) in [
            ("certificatePolicies", ["initialPolicySet": [Self.accents]]),
            ("constraints", ["maximumLifetime": Self.accents]), ("revocation", ["prefer": Self.accents]),
        ] as [(String, [String: Any])] {
            let answer = try requests.evaluate(["evaluator": "default", key: value])
            #expect(answer.code == "invalidPolicy")
        }
    }

    @Test(arguments: [("Host", "foreignHost"), ("Origin", "foreignOrigin"), ("Content-Type", "unsupportedMediaType")])
    func `in header fields, which must be ASCII`(name: String, code: String) {
        for value in [Self.accents, "localhost\u{301}", "é"] {
            let answer = requests.api.send("POST", "/v1/evaluations", headers: [(name, value)])
            #expect(answer.code == code)
        }
    }

    @Test func `in header fields that select a response`() {
        for name in ["Accept", "If-None-Match"] {
            let list = Self.accents + ", application/yaml" + Self.accents
            #expect(requests.api.send("GET", "/v1/policy-sets/system", headers: [(name, list)]).status == 200)
        }
    }

    /// Returns the response to a request with a parsed target.
    private func answer(_ method: String, _ path: String, _ query: [HTTPQueryItem] = []) -> Answer {
        let head = HTTPRequestHead(
            method: method,
            target: "/",
            path: path,
            query: query,
            headers: ["Content-Type": "application/x-pem-file"]
        )
        return Answer(requests.api.responder.admit(head).answer(to: Array(requests.api.chain.utf8)))
    }

    @Test(arguments: [("GET", "unknownRoute"), ("OPTIONS", "unknownRoute"), ("POST", "unknownRoute")])
    func `in paths`(method: String, code: String) {
        #expect(answer(method, "/" + Self.accents).code == code)
        #expect(answer(method, "/v1/" + Self.accents + "/x").code == code)
    }

    @Test func `in names of policy sets in paths`() {
        #expect(answer("GET", "/v1/policy-sets/" + Self.accents).code == "unknownPolicySet")
        #expect(answer("OPTIONS", "/v1/policy-sets/" + Self.accents).status == 204)
    }

    @Test(arguments: ["policy", "at", "explain", "nonce", "failOnUntrusted"])
    func `in query parameters`(name: String) {
        let item = HTTPQueryItem(name: name, value: Self.accents)
        #expect(answer("POST", "/v1/evaluations", [item]).code == "invalidRequest")
    }

    @Test func `in hosts and unknown parameters of a query`() {
        let host = HTTPQueryItem(name: "host", value: Self.accents)
        #expect(answer("POST", "/v1/evaluations", [host]).reasonCodes == ["host.invalid"])
        let unknown = HTTPQueryItem(name: Self.accents, value: "1")
        #expect(answer("POST", "/v1/evaluations", [unknown]).code == "invalidRequest")
    }
}

@Suite struct `Texts in responses` {
    let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    @Test func `quote at most 256 characters of hosts and names from a request`() throws {
        let long = String(repeating: "ü:", count: 50000)
        let shown = String(long.prefix(256)) + "…"
        let verdict = try requests.api.evaluate(["chain": requests.api.chain, "host": long])
        #expect(verdict.reasonCodes == ["host.invalid"])
        #expect((verdict.reasons.first?["facts"] as? [String: String])?["host"] == shown)
        #expect(verdict.text.utf8.count < 10000)
        for answer in [
            requests.api.send("GET", "/" + long), requests.api.send("GET", "/livez", headers: [("Host", long)]),
            requests.api.send("GET", "/livez", headers: [("Origin", long)]), requests.api.send("\(long)", "/livez"),
        ] {
            #expect((answer.object["detail"] as? String)?.contains(long.prefix(200)) == true)
            #expect(answer.text.utf8.count < 2000)
        }
        #expect(try requests.evaluate(["evaluator": long, "description": long]).text.utf8.count < 2000)
    }
}
