import Foundation
import MicrohttpdServer
import Testing
import TrustModel
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// POST /v1/policy-sets/{name}/check.
@Suite struct `The check of a candidate` {
    private func groups(_ answer: Answer, _ name: String) -> [[String: Any]] {
        let changes = answer.object["changes"] as? [String: Any]
        return (changes?[name] as? [String: Any])?["groups"] as? [[String: Any]] ?? []
    }

    private func count(_ answer: Answer, _ name: String) -> Int? {
        answer.object[name] as? Int ?? (answer.object["changes"] as? [String: Any])?[name] as? Int
    }

    private func examples(_ answer: Answer) -> [[String: Any]] { answer.object["examples"] as? [[String: Any]] ?? [] }

    @Test func `shows which of the last decisions change, by reason, policy and host`() throws {
        let scene = try CandidateScene(["own.yaml": CandidateScene.plain])
        #expect(scene.put(CandidateScene.plain).status == 201)
        let first = try scene.evaluate()
        for _ in 0..<2 { _ = try scene.evaluate() }
        _ = try scene.evaluate(policy: "pay/q")
        _ = try scene.evaluate(policy: "own/p")
        let answer = scene.check(CandidateScene.strict)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(count(answer, "considered") == 4 && count(answer, "compared") == 4 && count(answer, "unchanged") == 1)
        #expect(answer.object["isComplete"] as? Bool == true && count(answer, "withoutVerdict") == 0)
        let reason = try #require(groups(answer, "byReason").first)
        #expect(reason["change"] as? String == "added" && reason["denied"] as? Int == 3)
        #expect(groups(answer, "byPolicy").map { $0["policy"] as? String } == ["pay/p"])
        #expect(groups(answer, "byHost").map { $0["host"] as? String } == ["api.example.com"])
        let example = try #require(examples(answer).last)
        #expect(examples(answer).count == 3 && example["id"] as? String == first)
        #expect((example["before"] as? [String: Any])?["action"] as? String == "allow")
        let after = example["after"] as? [String: Any]
        #expect(after?["action"] as? String == "deny" && (after?["reasons"] as? [Any])?.isEmpty == false)
        #expect(count(scene.check(CandidateScene.strict, decisions: "1"), "considered") == 1)
    }

    @Test func `compares chains in the request`() throws {
        let scene = try CandidateScene()
        #expect(scene.put(CandidateScene.plain).status == 201)
        let strict: [String: Any] = [
            "policies": ["p": ["evaluator": "default", "constraints": ["maximumLifetime": "1d"]]]
        ]
        for candidate in [CandidateScene.strict, strict] as [Any] {
            var questions = [scene.question, scene.question]
            questions[1]["host"] = "other.example"
            let answer = try scene.check(candidate, on: questions)
            #expect(answer.status == 200 && count(answer, "compared") == 2, "\(answer.text)")
            // The chain is not for the other host, under both.
            #expect(examples(answer).map { $0["id"] as? String } == ["0", "1"])
            let denied = groups(answer, "byPolicy").first?["denied"] as? Int
            #expect(denied == 1)
        }
    }

    @Test func `has verdicts of a new set, and problems of a removed policy`() throws {
        let scene = try CandidateScene()
        let new = try scene.check(CandidateScene.plain, on: [scene.question])
        #expect(count(new, "withoutVerdict") == 1 && count(new, "compared") == 0)
        let before = examples(new).first?["before"] as? [String: Any]
        #expect(before?["problem"] as? String == "unknownPolicySet" && new.object["revision"] == nil)
        #expect((examples(new).first?["after"] as? [String: Any])?["action"] as? String == "allow")
        #expect(scene.put(CandidateScene.plain).status == 201)
        _ = try scene.evaluate()
        let removed = scene.check("policies: {q: {evaluator: default}}")
        let after = examples(removed).first?["after"] as? [String: Any]
        #expect(after?["problem"] as? String == "unknownPolicy" && count(removed, "withoutVerdict") == 1)
    }

    @Test func `stores, records and remembers nothing`() throws {
        let scene = try CandidateScene()
        #expect(scene.put(CandidateScene.plain).status == 201)
        let first = try scene.evaluate()
        let files = try FileManager.default.subpathsOfDirectory(atPath: scene.api.directory.path).sorted()
        let (serial, bytes) = (scene.api.store.serial, scene.memory.bytes)
        let status = scene.api.store.status
        for _ in 0..<2 {
            #expect(scene.check(CandidateScene.strict).status == 200)
            #expect(scene.check("policies: {p: {evaluator: wrong}}").status == 400)
            #expect(try scene.check(CandidateScene.strict, on: [scene.question]).status == 200)
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: scene.api.directory.path).sorted() == files)
        #expect(scene.api.store.serial == serial && scene.memory.bytes == bytes && scene.api.store.status == status)
        let again = try APIFixture.json(scene.question)
        let answer = scene.send("POST", "/v1/evaluations", again)
        #expect(answer.object["action"] as? String == "allow" && answer.object["id"] as? String != first)
    }

    @Test func `ends early if it takes too long`() throws {
        let scene = try CandidateScene()
        #expect(scene.put(CandidateScene.plain).status == 201)
        for _ in 0..<5 { _ = try scene.evaluate() }
        scene.clock.set(step: CandidateComparison.timeLimit / 3)
        let answer = scene.check(CandidateScene.strict)
        #expect(answer.object["isComplete"] as? Bool == false && count(answer, "considered") == 3, "\(answer.text)")
    }

    @Test func `has one place for each client, and two in all`() {
        let places = CandidatePlaces()
        #expect(places.enter("a") && !places.enter("a") && places.enter("b") && !places.enter("c"))
        places.leave("a")
        #expect(places.enter("c") && !places.enter("a"))
        places.leave("b")
        #expect(places.enter("a"))
    }

    @Test func `is refused while its client has another`() throws {
        let scene = try CandidateScene()
        #expect(scene.api.context.candidatePlaces.enter("full"))
        let busy = scene.check(CandidateScene.plain)
        #expect(busy.status == 503 && busy.code == "tooManyWaitingRequests")
        #expect(busy.response.headers["Retry-After"] == "1")
        scene.api.context.candidatePlaces.leave("full")
        for _ in 0..<3 { #expect(scene.check(CandidateScene.plain).status == 200) }
    }
}
