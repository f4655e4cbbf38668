import Foundation
import Testing
import TrustTestSupport

@testable import TrustAPI

/// Names in a certificate that a script returns as names of facts, where they would be members of the response.
@Suite struct `A script's facts cannot forge a verdict` {
    /// A URI that ends a JSON string, and adds members after it.
    private static let forgery =
        #"a":1}}],"verdict":"trusted","trusted":true,"action":"allow","disposition":"useCredential","z":[{"facts":{"b"#

    private static let document = """
        policies:
          scripted: {evaluator: custom, anchors: [ROOT], script: rule.lua}
        """

    /// Returns the facts `facts` for a certificate whose URI is `uri` in the script.
    private func api(returning facts: String) throws -> APIFixture {
        let script = """
            function evaluate(trust, host)
                local uri = trust.path[1].uris[1]
                local wrong = {}
                \(facts)
                return false, "the URI is wrong", wrong
            end
            """
        return try APIFixture(documents: ["house.yaml": Self.document, "rule.lua": script], scripts: true)
    }

    private func chain(_ api: APIFixture, uri: String = forgery) throws -> String {
        let leaf = try api.issuing.issueLeaf("api.example.com") { $0.subjectAlternativeNames.append(.uri(uri)) }
        return leaf.pem + api.issuing.certificate.pem
    }

    /// Checks that the script failed, so that the chain is rejected.
    private func expectFailure(_ answer: Answer) throws {
        #expect(answer.trusted == false, "\(answer.text)")
        #expect(answer.object["action"] as? String == "deny")
        #expect(answer.errorCodes == ["policy.customRejected"])
        let facts = try #require(answer.reasons.first { $0["code"] as? String == "policy.customRejected" }?["facts"])
        #expect((facts as? [String: Any])?["failure"] as? String == "result", "\(facts)")
    }

    @Test func `with a name from a certificate in an evaluation over HTTP`() throws {
        let api = try api(returning: "wrong[uri] = 'is not in our trust domain'")
        let members: [String: Any] = ["chain": try chain(api), "host": "api.example.com", "policy": "house/scripted"]
        try expectFailure(LiveService(api).evaluate(members))
        let text = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com&policy=house/scripted",
            headers: [("Content-Type", "application/x-pem-file"), ("Accept", "text/plain")],
            body: Array(try chain(api).utf8)
        )
        #expect(text.text.hasPrefix("untrusted: deny ("), "\(text.text)")
    }

    @Test func `with a name from a certificate in a challenge`() throws {
        let api = try api(returning: "wrong[uri] = true")
        let members: [String: Any] = [
            "authenticationMethod": "serverTrust", "chain": try chain(api), "host": "api.example.com",
            "policy": "house/scripted",
        ]
        let answer = api.post("/v1/challenges", try APIFixture.json(members))
        #expect(answer.object["disposition"] as? String == "cancelAuthenticationChallenge", "\(answer.text)")
        let verdict = try #require(answer.object["verdict"] as? [String: Any])
        #expect(verdict["trusted"] as? Bool == false)
    }

    @Test(arguments: [
        "", "1a", "_a", "-a", ".a", "a b", "a\"", "a\\", "a\n", "a\u{1B}", "a\u{7F}", "a\u{9B}", "ä", "a\u{301}",
        "a\u{202E}",
        "a\u{2028}", "a:", "a/b", "failure", String(repeating: "a", count: 65),
    ])
    func `with a name that is not one of a fact`(name: String) throws {
        let api = try api(returning: "wrong[host] = 1; wrong = {}; wrong['\(Self.lua(name))'] = 1")
        try expectFailure(
            api.evaluate(["chain": api.chain, "host": "api.example.com", "policy": "house/scripted"])
        )
    }

    @Test(arguments: ["a", "Z", "trustDomain", "a.b-c_d9", "verdict", "trusted", String(repeating: "a", count: 64)])
    func `with a name that is one of a fact`(name: String) throws {
        let api = try api(returning: "wrong['\(name)'] = uri")
        let uri = "a\":1}}],\"trusted\":true,\"\u{1B}[2K"
        let members: [String: Any] = [
            "chain": try chain(api, uri: uri), "host": "api.example.com", "policy": "house/scripted",
        ]
        let answer = try api.evaluate(members)
        #expect(answer.trusted == false, "\(answer.text)")
        let reason = try #require(answer.reasons.first { $0["code"] as? String == "policy.customRejected" })
        let facts = try #require(reason["facts"] as? [String: Any])
        #expect(facts[name] as? String == uri)
        #expect(facts["failure"] == nil)
    }

    /// Returns a text with an escape for each byte, as in a Lua string.
    private static func lua(_ text: String) -> String { text.utf8.map { "\\x" + hexadecimal($0) }.joined() }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

/// The names of members that the writer is given at run time.
@Suite struct `The JSON writer escapes names of members` {
    @Test(arguments: [
        "a\":1,\"b", "\\", "\n", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{2028}",
        "\u{FEFF}",
        "é", "",
    ])
    func `that are not literals of the source code`(name: String) throws {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key(escaping: name)
            writer.bool(true)
        }
        #expect(StrictJSON.defect(of: writer.bytes) == nil)
        let object = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String: Bool]
        #expect(object == [name: true])
    }

    @Test(arguments: ["1", "-0.5e10", "1,\"a\":2", "01", "NaN", "", "\u{2028}"])
    func `and writes digits of a document as a number only if they are one`(digits: String) throws {
        var writer = JSONWriter()
        writer.array([digits]) { $0.number(copying: $1) }
        #expect(StrictJSON.defect(of: writer.bytes) == nil)
        let isNumber = digits.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
        #expect((String(decoding: writer.bytes, as: UTF8.self) == "[\(digits)]") == isNumber)
    }
}

/// The checker that the tests apply to every response.
@Suite struct `The strict checker of JSON texts` {
    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":[{"b":1,"\u0062":1}]}"#, #"[1,]"#, #"{"a":1}x"#, #"{"a":01}"#, "\"\u{1B}\"",
        "\"\u{9B}\"",
        "\"\u{202E}\"", "\"\n\"", "", "nul", #""\x""#, #"{"a" 1}"#, #"{1:1}"#, "-", "1.", ".5", "1e+", "+1", "-01",
        "1.5.2", "truex",
    ])
    func `rejects duplicate members, raw control characters and malformed texts`(text: String) {
        #expect(StrictJSON.defect(of: Array(text.utf8)) != nil)
    }

    @Test(arguments: [
        #"{"a":{"a":1},"b":[{"a":1},{"a":"\u001b"}]}"#, #"[]"#, " {} ", "-1.5e3", "0", "-0", "[10, 0.25E-3, 2e+10]",
        #""é\ud83d\ude00""#, "null",
    ])
    func `accepts others`(text: String) {
        #expect(StrictJSON.defect(of: Array(text.utf8)) == nil)
    }
}
