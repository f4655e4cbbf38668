import TrustEvaluation
import TrustModel
import TrustService

/// The answers, the questions and their parts that the present file of the log has.
struct StoredTexts {
    /// The reference of a decision to a text.
    enum Reference<Text> {
        /// The file has the text.
        case stored(Fingerprint)
        /// The text must be stored before the decision.
        case new(Text)
        /// The text is not stored.
        case omitted
    }

    /// Inputs with the parts of them that the file does not have.
    typealias NewInputs = (inputs: DecisionInputs, parts: [DecisionInputs.Part])

    /// The number of texts above which the set is emptied, so that texts are stored again.
    private static let maximumCount = 1 << 16
    /// The bytes of a line in addition to a text or a part.
    private static let lineBytes = 100

    private var digests: Set<Fingerprint> = []
    /// The bytes for chains that a policy of the daemon trusts: CAs issue their certificates, so that clients have few of them.
    private var trusted = TextBudget(rate: 4 << 20)
    /// The bytes for all other questions, which clients can make at will.
    private var others = TextBudget(rate: 256 << 10)
    /// The number of references to texts that are not stored.
    private(set) var omitted = (answers: 0, inputs: 0)

    /// Begins a file that has no texts.
    mutating func beginFile() { digests.removeAll() }

    /// Returns the references of a decision to its answer, and to its inputs unless they are not recorded.
    mutating func references(
        of decision: Decision,
        with facts: DecisionFacts,
        recordsInputs: Bool
    ) -> (answer: Reference<DecisionAnswer>, inputs: Reference<NewInputs>?) {
        // The set is emptied only between two decisions, so that one can refer to what is stored with it.
        if digests.count >= Self.maximumCount { digests.removeAll() }
        let answer = answer(of: decision, with: facts)
        return (answer, recordsInputs ? inputs(of: decision, with: facts) : nil)
    }

    private mutating func answer(of decision: Decision, with facts: DecisionFacts) -> Reference<DecisionAnswer> {
        if let digest = facts.answer?.digest, digests.contains(digest) { return .stored(digest) }
        guard let answer = facts.answer, permits(Self.lineBytes + answer.text.count, for: decision, with: facts) else {
            omitted.answers += 1
            return .omitted
        }
        digests.insert(answer.digest)
        return .new(answer)
    }

    private mutating func inputs(of decision: Decision, with facts: DecisionFacts) -> Reference<NewInputs> {
        if let digest = facts.inputs?.digest, digests.contains(digest) { return .stored(digest) }
        let parts = facts.inputs?.parts.filter { !digests.contains($0.digest) } ?? []
        guard let inputs = facts.inputs,
            // Base64 is longer by a third.
            permits(
                parts.reduce(Self.lineBytes + inputs.question.count) { $0 + Self.lineBytes + $1.bytes.count * 4 / 3 },
                for: decision,
                with: facts
            )
        else {
            omitted.inputs += 1
            return .omitted
        }
        for part in parts { digests.insert(part.digest) }
        digests.insert(inputs.digest)
        return .new((inputs, parts))
    }

    /// Returns whether bytes may be stored.
    ///
    /// A client causes as many new denials as it wants, and as many verdicts under policies of its own. Even a trusted chain can have
    /// certificates beside it that are new each time.
    private mutating func permits(_ count: Int, for decision: Decision, with facts: DecisionFacts) -> Bool {
        let (share, time) = (decision.place.share, decision.time.milliseconds)
        guard facts.outcome == .trusted, facts.action == .allow, facts.policy.set != nil else {
            return others.spend(count, for: share, at: time)
        }
        return trusted.spend(count, for: share, at: time)
    }
}
