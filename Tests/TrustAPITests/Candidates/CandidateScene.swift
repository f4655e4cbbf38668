import Foundation
import StructuredDocuments
import Synchronization
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI
@testable import TrustService

/// A service whose clients write policy sets, and that keeps the questions of decisions.
struct CandidateScene {
    let api: APIFixture
    let memory: DecisionMemory
    let clock: SteppingClock

    static let plain = "policies: {p: {evaluator: default}, q: {evaluator: default}}"
    static let strict =
        "policies: {p: {evaluator: default, constraints: {maximumLifetime: 1d}}, q: {evaluator: default}}"

    init(
        _ documents: [String: String] = [:],
        floors: String? = nil,
        recordsInputs: Bool = true,
        wrap: (any SignatureVerifying) -> any SignatureVerifying = { $0 }
    ) throws {
        let memory = DecisionMemory(bytes: 16 << 20, workers: 2, then: Metrics())
        let clock = SteppingClock()
        (self.memory, self.clock) = (memory, clock)
        let sha256: @Sendable ([UInt8]) -> Fingerprint = { SHA256.fingerprint(of: $0[...]) }
        let inputs: Decisions.Inputs = { DecisionInputs($0, under: $1, sha256: sha256) }
        api = try APIFixture(
            documents: documents,
            wrap: wrap,
            scripts: true,
            floors: floors,
            writesPolicies: true,
            adjust: { context in
                context.decisionMemory = memory
                context.evaluations.decisions = Decisions(
                    ids: DecisionIDSource(workers: 2),
                    cache: DecisionCache(entries: 100, bytes: 1 << 20),
                    recorder: memory,
                    inputs: recordsInputs ? inputs : nil,
                    stopwatch: { clock.next() }
                )
                context.authorization.floors = floors
                context.clients = ClientDirectory(Self.clients, sha256: sha256)
            }
        )
    }

    private static var clients: [APIClient] {
        [
            ("full", [.evaluate, .read, .write, .decisions, .writeFloors], ["pay", "team-*", "floor"]),
            ("writer", [.evaluate, .write], ["pay", "floor"]), ("blind", [.write, .decisions], ["pay"]),
            ("reader", [.evaluate, .read, .decisions], []), ("other", [.evaluate, .write, .decisions], ["team-*"]),
        ].map { name, rights, sets in
            APIClient(
                name: name,
                credential: .tokens([SHA256.fingerprint(of: Array(name.utf8)[...])]),
                rights: rights,
                writable: sets.compactMap { WritePattern($0) }
            )
        }
    }

    func send(
        _ method: String = "POST",
        _ target: String,
        _ body: String,
        type: String = "application/json",
        as client: String = "full"
    ) -> Answer {
        let fields = [
            ("Authorization", "Bearer \(client)"), ("Content-Type", type), ("If-None-Match", "*"),
        ]
        return api.send(method, target, headers: fields, body: Array(body.utf8))
    }

    func put(_ document: String, _ set: String = "pay") -> Answer {
        send("PUT", "/v1/policy-sets/\(set)", document, type: "application/yaml")
    }

    /// Evaluates the chain, and returns the identifier of the decision.
    func evaluate(host: String = "api.example.com", policy: String = "pay/p") throws -> String {
        let body = try APIFixture.json(["chain": api.chain, "host": host, "policy": policy])
        return send("POST", "/v1/evaluations", body).object["id"] as? String ?? ""
    }

    /// Checks a candidate on the last decisions.
    func check(
        _ document: String,
        _ set: String = "pay",
        decisions: String = "1000",
        type: String = "application/yaml",
        as client: String = "full"
    ) -> Answer {
        send("POST", "/v1/policy-sets/\(set)/check?decisions=\(decisions)", document, type: type, as: client)
    }

    /// Checks a candidate on chains in the request.
    func check(
        _ document: Any,
        on evaluations: [[String: Any]],
        _ set: String = "pay",
        as client: String = "full"
    ) throws -> Answer {
        let body = try APIFixture.json(["candidate": document, "evaluations": evaluations])
        return send("POST", "/v1/policy-sets/\(set)/check", body, as: client)
    }

    var question: [String: Any] { ["chain": api.chain, "host": "api.example.com", "policy": "pay/p"] }
}

/// A clock that advances by a step with each reading.
final class SteppingClock: Sendable {
    private let state = Mutex((time: Int64(0), step: Int64(0)))

    func set(step: Int64) { state.withLock { $0.step = step } }

    func next() -> Int64 {
        state.withLock { state in
            state.time += state.step
            return state.time
        }
    }
}
