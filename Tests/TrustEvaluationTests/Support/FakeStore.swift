import Synchronization
import TrustModel

@testable import TrustEvaluation

/// A memory with the same evidence for every need of a method; it counts the look-ups of current evidence.
final class FakeStore: Sendable {
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

extension RememberedEvidence {
    /// Records the results of look-ups.
    mutating func add(_ lookups: MemoryLookups, from store: FakeStore) {
        for need in lookups.current where current(for: need) == nil {
            record(current: store.storedResult(for: need), for: need)
        }
        for need in lookups.revoking where revoking(for: need) == nil {
            record(revoking: store.revokingResult(for: need), for: need)
        }
    }
}

extension TrustEngine {
    /// Evaluates a question with all that a memory has; nil as the memory means that there is none.
    func answer(
        to question: TrustQuestion,
        under policy: PolicyMatch,
        floor: PolicyMatch? = nil,
        with store: FakeStore?,
        foresees: Bool = true
    ) -> TrustAnswer {
        guard let store else { return answer(to: question, under: policy, floor: floor) }
        var question = question
        var known = RememberedEvidence()
        while true {
            if foresees { known.add(foreseeableLookups(for: question, under: policy, floor: floor), from: store) }
            question.known = known
            let answer = answer(to: question, under: policy, floor: floor)
            question.gathered = answer.gathered
            guard answer.unasked.isEmpty else {
                known.add(answer.unasked, from: store)
                continue
            }
            let found = answer.needs.compactMap(store.storedResult)
            guard !answer.needs.isEmpty, found.count == answer.needs.count else { return answer }
            for result in found { question.gathered.add(result) }
        }
    }
}
