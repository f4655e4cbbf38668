import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustModel
import TrustOpenSSL
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// POST /v1/decisions/{id}/evaluation.
@Suite struct `The evaluation of a recorded question` {
    private static let documents = ["pay.yaml": CandidateScene.plain]

    private func evaluation(
        _ id: String,
        _ query: String = "",
        as client: String = "reader",
        in scene: CandidateScene
    ) -> Answer {
        scene.send("POST", "/v1/decisions/\(id)/evaluation\(query)", "", as: client)
    }

    @Test func `is under the policies and blocks of today, and is not recorded`() throws {
        let scene = try CandidateScene(Self.documents)
        let id = try scene.evaluate()
        let same = evaluation(id, in: scene)
        #expect(same.status == 200 && same.object["id"] as? String == id, "\(same.text)")
        #expect(same.object["action"] as? String == "allow" && same.object["checks"] == nil)
        #expect(same.response.headers["Cache-Control"] == "no-store")
        try scene.api.write(CandidateScene.strict, to: "pay.yaml")
        let changed = evaluation(id, "?explain=1", in: scene)
        #expect(
            changed.reasonCodes.contains("time.validityTooLong") && changed.object["checks"] != nil,
            "\(changed.text)"
        )
        try scene.api.write(CandidateScene.plain, to: "pay.yaml")
        let late = evaluation(id, "?at=2099-01-01T00:00:00Z", in: scene)
        #expect(
            late.reasonCodes.contains("time.expired") && late.object["evaluatedAt"] as? String == "2099-01-01T00:00:00Z"
        )
        // The evaluations are not among the decisions.
        let decisions = scene.api.send("GET", "/v1/decisions", headers: [("Authorization", "Bearer reader")])
        #expect((decisions.object["decisions"] as? [Any])?.count == 1, "\(decisions.text)")
        let shown = scene.api.send("GET", "/v1/decisions/\(id)", headers: [("Authorization", "Bearer reader")])
        #expect(shown.object["action"] as? String == "allow")
    }

    @Test func `is under the blocks in force`() throws {
        let scene = try CandidateScene(Self.documents)
        let id = try scene.evaluate()
        try scene.api.block("- {id: a, match: {spkiSha256: [\"\(try #require(scene.api.leafPin))\"]}, reason: Lost.}")
        #expect(evaluation(id, in: scene).reasonCodes.contains("policy.blocked"))
    }

    @Test func `needs the recorded question`() throws {
        let scene = try CandidateScene(Self.documents)
        let unknown = evaluation("019b76da-a800-788f-8343-d94c71fe6c32", in: scene)
        #expect(unknown.status == 404 && unknown.code == "unknownDecision", "\(unknown.text)")
        let refused = scene.send("POST", "/v1/evaluations", "{\"chain\": \"\"}")
        #expect(refused.status == 422)
        let id = try scene.evaluate()
        let body = scene.send("POST", "/v1/decisions/\(id)/evaluation", "{}", as: "reader")
        #expect(body.status == 400 && body.code == "invalidRequest", "\(body.text)")
        let wrong = evaluation(id, "?at=now", in: scene)
        #expect(wrong.status == 400 && wrong.pointers == ["/query/at"], "\(wrong.text)")
        let removed = try scene.evaluate(policy: "pay/q")
        try scene.api.write("policies: {p: {evaluator: default}}", to: "pay.yaml")
        let missing = evaluation(removed, in: scene)
        #expect(missing.status == 404 && missing.code == "unknownPolicy", "\(missing.text)")

        let without = try CandidateScene(Self.documents, recordsInputs: false)
        let answer = evaluation(try without.evaluate(), in: without)
        #expect(answer.status == 404 && answer.text.contains("decisions.record"), "\(answer.text)")
    }

    private func last(in scene: CandidateScene) throws -> String {
        let list = scene.api.send("GET", "/v1/decisions", headers: [("Authorization", "Bearer reader")])
        return try #require((list.object["decisions"] as? [[String: Any]])?.first?["id"] as? String, "\(list.text)")
    }

    @Test func `is refused without a verdict, or if the question was not recorded`() throws {
        let scene = try CandidateScene(Self.documents)
        let challenge = ["authenticationMethod": "httpBasic", "host": "api.example.com", "port": 443] as [String: Any]
        _ = scene.send("POST", "/v1/challenges", try APIFixture.json(challenge))
        let withoutVerdict = evaluation(try last(in: scene), in: scene)
        #expect(
            withoutVerdict.status == 409 && withoutVerdict.text.contains("with a verdict"),
            "\(withoutVerdict.text)"
        )
        // The policy in the request is longer than the longest part of a question.
        let description = String(repeating: "x", count: DecisionInputs.maximumPart)
        let policy = ["evaluator": "default", "description": description]
        let body = try APIFixture.json(["chain": scene.api.chain, "host": "api.example.com", "policy": policy])
        let answer = scene.send("POST", "/v1/evaluations", body)
        let long = evaluation(try last(in: scene), in: scene)
        #expect(long.status == 409 && long.code == "questionNotRecorded", "\(answer.text) \(long.text)")
    }

    @Test func `is at the present time, also if the request had another`() throws {
        let scene = try CandidateScene(Self.documents)
        let question: [String: Any] = scene.question.merging(["at": "2025-12-31T00:00:00Z"]) { $1 }
        let id = scene.send("POST", "/v1/evaluations", try APIFixture.json(question)).object["id"] as? String ?? ""
        #expect(evaluation(id, in: scene).object["evaluatedAt"] as? String == APIFixture.now.description)
    }

    @Test func `says that the policy requires a host today`() throws {
        let scene = try CandidateScene(["pay.yaml": "policies: {p: {evaluator: default, validateHost: false}}"])
        let body = try APIFixture.json(["chain": scene.api.chain, "policy": "pay/p"])
        let id = scene.send("POST", "/v1/evaluations", body).object["id"] as? String ?? ""
        try scene.api.write(CandidateScene.plain, to: "pay.yaml")
        let answer = evaluation(id, in: scene)
        #expect(answer.status == 400 && answer.text.contains("requires a host today"), "\(answer.text)")
    }

    @Test func `is for clients with the right to read decisions`() throws {
        let scene = try CandidateScene(Self.documents)
        let id = try scene.evaluate()
        #expect(evaluation(id, as: "writer", in: scene).code == "forbidden")
        #expect(evaluation(id, as: "nobody", in: scene).code == "unauthorized")
        #expect(evaluation(id, as: "blind", in: scene).status == 200)
    }

    @Test func `has its codes explained in the decision itself`() throws {
        let scene = try CandidateScene(["pay.yaml": CandidateScene.strict])
        let id = try scene.evaluate()
        let shown = scene.api.send("GET", "/v1/decisions/\(id)", headers: [("Authorization", "Bearer reader")])
        let reason = try #require((shown.object["reasons"] as? [[String: Any]])?.first, "\(shown.text)")
        let code = try #require(ReasonCode.all.first { $0.name == reason["code"] as? String })
        #expect(reason["meaning"] as? String == code.summary && reason["remedy"] as? String == code.remedy)
        #expect(reason["reference"] as? String == code.reference)
        let list = scene.api.send("GET", "/v1/decisions", headers: [("Authorization", "Bearer reader")])
        #expect(!list.text.contains("\"meaning\""))
    }
}
