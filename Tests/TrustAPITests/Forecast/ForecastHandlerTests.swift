import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import TrustAPI

/// GET /v1/forecast.
@Suite struct `The forecast for the last decisions` {
    private let scene: IdentityScene

    init() throws { scene = try Self.scene(memory: DecisionMemory(bytes: 16 << 20, workers: 2, then: Metrics())) }

    private static func scene(memory: DecisionMemory?, recordsInputs: Bool = true) throws -> IdentityScene {
        let sha256: @Sendable ([UInt8]) -> Fingerprint = { SHA256.fingerprint(of: $0[...]) }
        let inputs: Decisions.Inputs = { DecisionInputs($0, under: $1, sha256: sha256) }
        return try IdentityScene(
            [SceneIdentity(name: "partner")],
            adjust: { context in
                context.decisionMemory = memory
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 2),
                    recorder: memory,
                    inputs: recordsInputs ? inputs : nil
                )
                context.clients = ClientDirectory(Self.clients) { SHA256.fingerprint(of: $0[...]) }
            }
        )
    }

    /// The clients, of which only the reader may read decisions.
    private static var clients: [APIClient] {
        IdentityCaller.allCases.map { caller in
            let client = caller.client
            let more: Set<ClientRight> = caller == .reader ? [.decisions] : []
            return APIClient(name: client.name, credential: client.credential, rights: client.rights.union(more))
        }
    }

    private func evaluate(_ leaf: TestCertificate, host: String = "api.example.com", _ more: [String: Any] = [:]) throws
    {
        let members: [String: Any] = [
            "chain": leaf.pem + scene.api.issuing.certificate.pem, "host": host,
        ]
        let text = try APIFixture.json(members.merging(more) { $1 })
        let answer = scene.send("POST", "/v1/evaluations", body: text)
        #expect(answer.status == 200, "\(answer.text)")
    }

    private func leaf(days: Int64) throws -> TestCertificate {
        try scene.api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "leaf \(days)")) {
            $0.notAfter = TestInstant.reference.adding(days: days)
        }
    }

    private func forecast(_ query: String = "", as caller: IdentityCaller = .reader) -> Answer {
        scene.send("GET", "/v1/forecast\(query)", as: caller)
    }

    @Test func `names each end on its day, once for each question`() throws {
        let leaves = try [20, 10, 400].map { try leaf(days: $0) }
        for leaf in leaves + leaves { try evaluate(leaf) }
        try evaluate(leaves[0], host: "other.example")
        let answer = forecast()
        #expect(answer.status == 200, "\(answer.text)")
        let object = answer.object
        let ends = object["ends"] as? [[String: Any]] ?? []
        let expected = [10, 20].map { APIFixture.now.adding(seconds: $0 * 86400).description }
        #expect(ends.map { $0["allowedUntil"] as? String } == expected)
        #expect(ends.allSatisfy { $0["cause"] as? String == "leaf" && $0["codes"] as? [String] == ["time.expired"] })
        #expect(ends.allSatisfy { $0["host"] as? String == "api.example.com" && $0["decision"] is String })
        #expect(object["questions"] as? Int == 4 && object["deniedNow"] as? Int == 1)
        #expect(object["isComplete"] as? Bool == true && object["withoutInputs"] as? Int == 0)
        let short = forecast("?days=15").object["ends"] as? [[String: Any]]
        #expect(short?.count == 1)
    }

    @Test func `has its numbers in the status and the metrics, by day and cause`() async throws {
        let api = scene.api
        #expect(api.send("GET", "/v1/status").object["forecast"] == nil)
        let leaves = try [10, 20, 400].map { try leaf(days: $0) }
        for leaf in leaves + leaves { try evaluate(leaf) }
        func update() async {
            api.context.forecasts.update(api.context)
            while api.context.forecasts.isRunning { await Task.yield() }
        }
        await update()
        let status = scene.send("GET", "/v1/status", as: .reader)
        let forecast = try #require(status.object["forecast"] as? [String: Any])
        #expect(forecast["questions"] as? Int == 3 && forecast["time"] as? String == "\(APIFixture.now)")
        let ends = forecast["ends"] as? [[String: Any]] ?? []
        #expect(ends.map { $0["day"] as? Int } == [10, 20] && ends.allSatisfy { $0["cause"] as? String == "leaf" })
        #expect(!status.text.contains("api.example.com"))
        let metrics = scene.send("GET", "/metrics", as: .reader).text
        #expect(metrics.contains("\nanchord_forecast_ends{day=\"20\",cause=\"leaf\"} 1\n"))
        #expect(metrics.contains("\nanchord_forecast_questions 3\n"))
        // The next round is made ten minutes later.
        try evaluate(try leaf(days: 15))
        await update()
        #expect(api.context.forecasts.counts?.questions == 3)
        api.clock.now = APIFixture.now.adding(seconds: ForecastRounds.interval)
        await update()
        #expect(api.context.forecasts.counts?.questions == 4)
    }

    @Test func `is for callers who may read decisions`() throws {
        try evaluate(try leaf(days: 10))
        for caller in IdentityCaller.allCases where caller != .reader {
            let answer = forecast(as: caller)
            #expect([401, 403].contains(answer.status) && !answer.text.contains("api.example.com"), "\(caller)")
        }
    }

    @Test func `is made one at a time`() throws {
        try evaluate(try leaf(days: 10))
        #expect(scene.api.context.forecasts.place.take())
        let refused = forecast()
        #expect(refused.status == 503 && refused.code == "tooManyWaitingRequests")
        #expect(refused.response.headers["Retry-After"] == "1")
        scene.api.context.forecasts.place.leave()
        for _ in 0..<2 { #expect(forecast().status == 200) }
        // A refused query leaves the place free.
        #expect(forecast("?days=0").status == 400)
        #expect(forecast().status == 200)
    }

    @Test(arguments: ["days=0", "days=367", "days=x", "days=", "host=a", "days=1&days=2"])
    func `refuses other parameters`(query: String) { #expect(forecast("?\(query)").status == 400) }

    @Test func `has a bounded number of questions, the newest ones`() throws {
        let leaf = try leaf(days: 10)
        for number in 0...DecisionForecast.maximumQuestions { try evaluate(leaf, host: "h\(number).example") }
        let object = forecast().object
        #expect(object["questions"] as? Int == DecisionForecast.maximumQuestions)
        #expect(object["isComplete"] as? Bool == false)
    }

    @Test func `needs a memory of questions`() throws {
        let memory = DecisionMemory(bytes: 16 << 20, workers: 2, then: Metrics())
        let without = try Self.scene(memory: memory, recordsInputs: false)
        let members = ["chain": without.api.chain, "host": "api.example.com"]
        #expect(without.send("POST", "/v1/evaluations", body: try APIFixture.json(members)).status == 200)
        let answer = without.send("GET", "/v1/forecast", as: .reader)
        #expect(answer.status == 404 && answer.code == "unknownDecision" && answer.text.contains("decisions.record"))
        #expect(try Self.scene(memory: nil).send("GET", "/v1/forecast", as: .reader).status == 404)
    }

    @Test func `has no effect: nothing is recorded, and blocks apply`() throws {
        try evaluate(try leaf(days: 10))
        let before = scene.send("GET", "/v1/decisions", as: .reader).object["decisions"] as? [Any]
        #expect(forecast().status == 200)
        let after = scene.send("GET", "/v1/decisions", as: .reader).object["decisions"] as? [Any]
        #expect(before?.count == 1 && after?.count == 1)
    }
}
