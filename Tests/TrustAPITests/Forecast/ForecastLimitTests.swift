import Synchronization
import Testing
import TrustModel
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// The time that a forecast for the last decisions takes.
@Suite struct `The time of a forecast` {
    private static let documents = [
        "own.yaml": "policies: {r: {evaluator: default, mode: report, reportChains: true}}"
    ]

    /// The number of readings of a clock, and the results of stopping the rounds.
    private final class Readings: Sendable {
        let count = Mutex(0)
        let stops = Mutex<[Bool]>([])

        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

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
        // A round has 30 days, and reads the clock at least once for each of them.
        for (part, questions) in [(20, 1), (2000, 2)] as [(Int64, Int)] {
            scene.clock.set(step: DecisionForecast.timeLimit / part)
            let context = scene.api.context
            context.forecasts.update(context)
            while context.forecasts.isRunning { await Task.yield() }
            #expect(context.forecasts.counts?.questions == questions)
            scene.api.clock.now = scene.api.clock.now.adding(seconds: ForecastRounds.interval)
        }
    }

    @Test func `ends when the daemon stops, within a question`() async throws {
        var context = scene.api.context
        let (forecasts, readings) = (context.forecasts, Readings())
        context.evaluations.decisions.stopwatch = {
            let reading = readings.next()
            // The round itself asks the time, so that it is certainly being made.
            if reading == 10 { readings.stops.withLock { $0.append(forecasts.stop(within: .zero)) } }
            return 0
        }
        forecasts.update(context)
        while forecasts.isRunning { await Task.yield() }
        #expect(readings.stops.withLock { $0 } == [false] && forecasts.counts == nil)
        #expect(readings.count.withLock { $0 } == 10, "nothing is evaluated after the end")
        #expect(forecasts.stop(within: .zero) && forecasts.place.take())
        forecasts.place.leave()
        forecasts.update(context)
        #expect(!forecasts.isRunning)
    }
}
