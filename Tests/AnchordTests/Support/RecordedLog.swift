import Foundation
import TrustAPI
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustTestSupport

@testable import TrustService
@testable import anchord

/// Records decisions as a daemon with `decisions.record: inputs` does, without its server and its thread.
struct RecordedLog {
    /// No question waits: no evidence is fetched.
    private struct NoPlace: WaitingPlace {
        struct Refusal: Error {}

        func wait<Value: Sendable>(
            of share: ClientShare,
            keeping bytes: Int,
            for operation: () async -> Value
        ) async throws -> Value { throw Refusal() }
    }

    private let evaluations: Evaluations
    private let snapshot: PolicySnapshot
    private let parts: EvaluationComponents
    private let queue = DecisionQueue(bytes: 1 << 26, onFull: .refuse, workers: 1, wake: {})
    private var intake: DecisionIntake
    private var encoder = DecisionLines(.inputs)
    private let place = DecisionPlace(.evaluations, clients: ["payments"], peer: .user(993), share: .connection(1))
    /// The lines that were not taken.
    private(set) var bytes: [UInt8] = []

    /// Begins the first file of a log under the policies of a directory.
    init(policies: String, systemAnchors: String) throws {
        parts = try EvaluationComponents(caches: EvaluationCaches(Configuration().caches))
        snapshot = try parts.loader(directory: policies, systemAnchors: systemAnchors).load()
        let queue = queue
        let sha256: @Sendable ([UInt8]) -> Fingerprint = { SHA256.fingerprint(of: $0[...]) }
        evaluations = try parts.evaluations(
            budget: WorkBudget(),
            limits: CertificateLimits(),
            allowsInlinePolicies: true,
            decisions: Decisions(
                ids: DecisionIDSource(workers: 1),
                cache: DecisionCache(entries: 1 << 16, bytes: 1 << 30),
                log: queue,
                inputs: { DecisionInputs($0, under: $1, sha256: sha256) }
            )
        )
        intake = DecisionIntake(of: queue)
        encoder.append(.run(DecisionRun(version: "test", at: WallTime(milliseconds: 0))), to: &bytes)
    }

    /// Returns the certificates of a chain.
    func certificates(_ chain: [TestCertificate]) throws -> [Certificate] {
        try parts.documents.certificates.certificates(in: chain.flatMap(\.der), limits: CertificateLimits())
    }

    /// Records the decision on an inquiry that arrives at a time; returns its identifier.
    @discardableResult
    mutating func record(_ inquiry: Inquiry, at time: Instant) async throws -> String {
        let milliseconds = UInt64(time.secondsSince1970) * 1000
        let asker = Asker(
            place: place,
            trace: nil,
            time: WallTime(milliseconds: milliseconds),
            worker: 0,
            stopwatch: Stopwatch(at: 0)
        )
        let decided = try await evaluations.decision(on: inquiry, of: asker, under: snapshot, in: NoPlace())
        intake.take()
        while let decision = intake.next() {
            encoder.append(.decision(decision), to: &bytes)
            queue.release(bytes: DecisionQueue.leave(decision))
        }
        return decided.id.description
    }

    /// Returns the lines so far, and removes them.
    mutating func takeLines() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
