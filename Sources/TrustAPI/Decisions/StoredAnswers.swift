import TrustEvaluation
import TrustModel
import TrustService

/// The answers whose text the present file of the log has.
struct StoredAnswers {
    /// The reference of a decision to the text of its answer.
    enum Reference {
        /// The file has the text.
        case stored(Fingerprint)
        /// The text must be stored before the decision.
        case new(DecisionAnswer)
        /// The text is not stored.
        case omitted
    }

    /// The number of answers above which the set is emptied, so that texts are stored again.
    private static let maximumCount = 1 << 16

    private var digests: Set<Fingerprint> = []
    private var budget = DenialBudget()
    /// The number of references to texts that are not stored.
    private(set) var omitted = 0

    /// Begins a file that has no answers.
    mutating func beginFile() { digests.removeAll() }

    /// Returns the reference of a decision with facts.
    ///
    /// A client causes as many new denials as it wants, and as many verdicts under policies of its own. Their texts need bytes of
    /// the budget.
    mutating func reference(of decision: Decision, with facts: DecisionFacts) -> Reference {
        guard let answer = facts.answer else {
            omitted += 1
            return .omitted
        }
        guard !digests.contains(answer.digest) else { return .stored(answer.digest) }
        if facts.action != .allow || facts.policy.set == nil {
            let time = decision.time.milliseconds
            guard budget.spend(answer.text.count, for: decision.place.share, at: time) else {
                omitted += 1
                return .omitted
            }
        }
        if digests.count >= Self.maximumCount { digests.removeAll() }
        digests.insert(answer.digest)
        return .new(answer)
    }
}
