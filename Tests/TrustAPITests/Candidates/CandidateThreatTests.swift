import Foundation
import Testing
import TrustModel
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// Clients that check candidates to learn or to do more than they may.
@Suite struct `A check of a candidate` {
    /// A ustar archive of one entry.
    private func tar(_ name: String, kind: Character = "0", size: Int = 0) -> [UInt8] {
        var header = [UInt8](repeating: 0, count: 512)
        func write(_ text: String, at position: Int) {
            for (offset, byte) in text.utf8.enumerated() { header[position + offset] = byte }
        }
        write(name, at: 0)
        write("0000600\0", at: 100)
        write(String(repeating: "0", count: 11 - String(size, radix: 8).count) + String(size, radix: 8), at: 124)
        write(String(kind), at: 156)
        write("ustar\u{0}00", at: 257)
        write("        ", at: 148)
        let sum = header.reduce(0) { $0 + Int($1) }
        write(String(repeating: "0", count: 6 - String(sum, radix: 8).count) + String(sum, radix: 8) + "\0 ", at: 148)
        return header
    }

    @Test func `needs the right to write this set, and that to read decisions or to evaluate`() throws {
        let scene = try CandidateScene(["floor.yaml": CandidateScene.plain], floors: "floor")
        let question = [scene.question]
        for (client, decisions, chains) in [
            ("full", 200, 200), ("writer", 403, 200), ("blind", 200, 403), ("reader", 403, 403), ("other", 403, 403),
            ("unknown", 401, 401),
        ] {
            #expect(scene.check(CandidateScene.plain, as: client).status == decisions, "\(client)")
            #expect(try scene.check(CandidateScene.plain, on: question, as: client).status == chains, "\(client)")
        }
        // The floors need a right of their own, and a parameter without a value is a use of decisions too.
        #expect(scene.check(CandidateScene.plain, "floor", as: "writer").status == 403)
        #expect(scene.send("POST", "/v1/policy-sets/pay/check?decisions", "{}", as: "writer").status == 403)
        #expect(scene.send("POST", "/v1/policy-sets/pay/check?decisions", "{}").status == 400)
    }

    /// A client that may write `team-a` sees no decision about `pay`.
    @Test func `shows the decisions of its own set only`() throws {
        let scene = try CandidateScene()
        #expect(scene.put(CandidateScene.plain).status == 201)
        _ = try scene.evaluate(host: "secret.example")
        for type in ["application/yaml", "application/json"] {
            let text = type.hasSuffix("json") ? #"{"policies": {"p": {"evaluator": "default"}}}"# : CandidateScene.plain
            let answer = scene.check(text, "team-a", type: type, as: "other")
            #expect(answer.object["considered"] as? Int == 0 && answer.status == 200)
            #expect(!answer.text.contains("secret"), "\(answer.text)")
        }
    }

    @Test func `does not evaluate under policies of other sets, or of the request`() throws {
        let scene = try CandidateScene()
        for policy in ["system", "team-a/p", "pay/../x", "", "pay", 7, ["evaluator": "default"]] as [Any] {
            var question = scene.question
            question["policy"] = policy
            let answer = try scene.check(CandidateScene.plain, on: [scene.question, question])
            let isOwn = policy as? String == "pay"
            #expect(answer.status == (isOwn ? 200 : 400), "\(policy): \(answer.text)")
            if !isOwn { #expect(answer.pointers == ["/evaluations/1/policy"]) }
        }
    }

    @Test func `has the errors of a write`() throws {
        let scene = try CandidateScene(["own.yaml": CandidateScene.plain])
        for (document, type) in [
            ("policies: {p: {evaluator: wrong}}", "application/yaml"), ("[", "application/json"),
            ("policies: {p: {evaluator: default, anchors: [/etc/passwd]}}", "application/yaml"),
            ("policies: {p: {evaluator: custom, script: a.lua}}", "application/yaml"), ("x", "application/x-tar"),
            ("x", "text/plain"),
        ] {
            let written = scene.send("PUT", "/v1/policy-sets/pay", document, type: type)
            let checked = scene.check(document, type: type)
            #expect(written.status == checked.status && written.code == checked.code, "\(document): \(checked.text)")
            #expect(!checked.text.contains("changed"), "a check changes nothing anyway")
            #expect(checked.status >= 400 && checked.object["detail"] as? String == written.object["detail"] as? String)
        }
        #expect(scene.check(CandidateScene.plain, "system", as: "full").status == 403)
        for entry in [
            tar("../pay.yaml"), tar("/pay.yaml"), tar("pay.yaml", kind: "2"), tar("pay.yaml", kind: "3"),
            tar("pay.yaml", size: 7 << 30), tar("a/./pay.yaml"), tar(".pay.yaml"),
        ] {
            let archive = Data(entry + [UInt8](repeating: 0, count: 1024)).base64EncodedString()
            let body = try APIFixture.json(["archive": archive, "evaluations": [scene.question]])
            let answer = scene.send("POST", "/v1/policy-sets/pay/check", body)
            #expect(answer.status == 400 && answer.code == "malformedArchive", "\(answer.text)")
        }
    }

    @Test func `has scripts only with the right for them`() throws {
        let scene = try CandidateScene()
        let answer = scene.check("policies: {p: {evaluator: custom, script: a.lua}}")
        #expect(answer.status == 403 && answer.text.contains("writeScripts"))
    }

    @Test func `is bounded, and its errors have places`() throws {
        let scene = try CandidateScene()
        for (body, pointer) in [
            (#"{"candidate": "x"}"#, ""), (#"{"evaluations": [{}]}"#, ""),
            (#"{"candidate": "x", "archive": "AA==", "evaluations": [{}]}"#, ""),
            (#"{"candidate": 1, "evaluations": [{}]}"#, "/candidate"),
            (#"{"archive": "?", "evaluations": [{}]}"#, "/archive"),
            (#"{"candidate": "x", "evaluations": []}"#, "/evaluations"),
            (#"{"candidate": "x", "evaluations": [{"chain": "x", "nonce": "x"}]}"#, "/evaluations/0/nonce"),
            (#"{"candidate": "x", "evaluations": [7]}"#, "/evaluations/0"),
        ] {
            let answer = scene.send("POST", "/v1/policy-sets/pay/check", body)
            #expect(answer.status == 400 && answer.pointers.contains(pointer), "\(body): \(answer.text)")
        }
        let many = try scene.check("x", on: Array(repeating: ["chain": "x"], count: 1001))
        #expect(many.status == 400 && many.text.contains("at most 1000"))
        for (member, value, place) in [
            ("chain", "AAAA", "chain"), ("chain", [scene.api.chain, "AAAA"], "chain/1"), ("ocsp", ["AAAA"], "ocsp/0"),
            ("crls", ["AAAA"], "crls/0"), ("scts", ["AAAA"], "scts/0"), ("ocsp", "AAAA", "ocsp"),
        ] as [(String, Any, String)] {
            let unreadable = try scene.check("x", on: [scene.question, scene.question.merging([member: value]) { $1 }])
            #expect(
                unreadable.status == 422 && unreadable.pointers == ["/evaluations/1/\(place)"],
                "\(unreadable.text)"
            )
        }
        for count in ["0", "1001", "x", "-1", ""] {
            #expect(scene.check(CandidateScene.plain, decisions: count).pointers == ["/query/decisions"], "\(count)")
        }
        #expect(scene.send("POST", "/v1/policy-sets/pay/check", "x", type: "application/yaml").status == 400)
    }

    @Test func `needs the questions of decisions in memory`() throws {
        let scene = try CandidateScene(recordsInputs: false)
        let answer = scene.check(CandidateScene.plain)
        #expect(answer.status == 404 && answer.code == "unknownDecision" && answer.text.contains("decisions.record"))
    }
}
