import Synchronization
import TrustModel

@testable import TrustEvaluation

/// A memory with the same evidence for every need of a method; it counts the look-ups.
final class FakeStore: StoredEvidenceReading {
    private let pieces: [EvidenceNeed.Method: RevocationEvidence]
    private let issuers: [Certificate]
    private let questions = Atomic(0)

    init(_ pieces: [EvidenceNeed.Method: RevocationEvidence] = [:], issuers: [Certificate] = []) {
        self.pieces = pieces
        self.issuers = issuers
    }

    /// The number of needs that were looked up.
    var count: Int { questions.load(ordering: .relaxed) }

    func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        pieces[need.method].map { GatheredEvidence.Result(need, evidence: $0, origin: .cache(age: 90)) }
    }

    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        questions.add(1, ordering: .relaxed)
        guard need.method != .issuer else {
            return issuers.isEmpty ? nil : GatheredEvidence.Result(need, issuers: issuers, origin: .cache(age: 90))
        }
        guard need.base == nil else { return nil }
        return pieces[need.method].map { GatheredEvidence.Result(need, evidence: $0, origin: .cache(age: 90)) }
    }
}
