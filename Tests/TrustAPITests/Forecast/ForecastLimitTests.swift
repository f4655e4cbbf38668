import Testing
import TrustModel
import TrustTestSupport

@testable import TrustAPI

/// The time that a forecast for the last decisions takes.
@Suite struct `The time of a forecast` {
    private static let documents = [
        "own.yaml": "policies: {r: {evaluator: default, mode: report, reportChains: true}}"
    ]

    private let scene: CandidateScene

    /// Records decisions whose verdicts quote the time, so that each question is evaluated on each day.
    init() throws {
        scene = try CandidateScene(Self.documents)
        let leaf = try scene.api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.notAfter = TestInstant.reference.adding(days: -1)
        }
        let chain = leaf.pem + scene.api.issuing.certificate.pem
        for host in ["api.example.com", "other.example.com"] {
            let body = try APIFixture.json(["chain": chain, "host": host, "policy": "own/r"])
            let answer = scene.send("POST", "/v1/evaluations", body)
            #expect(answer.object["action"] as? String == "allow", "\(answer.text)")
        }
    }

    /// The forecast by a clock that advances by a part of the time limit with each reading.
    private func forecast(part: Int64) -> [String: Any] {
        scene.clock.set(step: DecisionForecast.timeLimit / part)
        return scene.send("GET", "/v1/forecast?days=366", "").object
    }

    @Test func `is limited, also within a question`() throws {
        let short = forecast(part: 100)
        #expect(short["isComplete"] as? Bool == false && short["withoutForecast"] as? Int == 1)
        #expect(short["questions"] as? Int == 1)
        let long = forecast(part: 500)
        #expect(long["isComplete"] as? Bool == false && long["withoutForecast"] as? Int == 1)
        #expect(long["questions"] as? Int == 2)
        let whole = forecast(part: 2000)
        #expect(whole["isComplete"] as? Bool == true && whole["withoutForecast"] as? Int == 0)
        #expect(whole["questions"] as? Int == 2)
    }

    @Test func `is limited in rounds too`() async throws {
        scene.clock.set(step: DecisionForecast.timeLimit / 100)
        let context = scene.api.context
        context.forecasts.update(context)
        while context.forecasts.isRunning { await Task.yield() }
        #expect(context.forecasts.counts?.questions == 1)
    }
}
