import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// Compares the verdicts under the policies in use with those under a candidate, one question after another.
///
/// Both verdicts are of the same time and have the same evidence, so that each difference is due to the candidate. Nothing is
/// fetched, remembered or recorded.
struct CandidateComparison {
    /// The verdict on a question, or the code of the problem that a client gets.
    enum Side: Equatable {
        case verdict(DecisionOutcome)
        case problem(ProblemCode)
    }

    /// A changed decision.
    struct Example {
        let id: String
        let policy: String
        let host: String?
        let before, after: Side
    }

    /// The answers to one question.
    private struct Answers {
        let before, after: Side
        let policy: String
        let host: String?
        let lacksEvidence: Bool
    }

    /// The maximum number of examples with both verdicts.
    private static let maximumExamples = 20
    /// The time after which no further question is evaluated, in nanoseconds.
    static let timeLimit: Int64 = 10_000_000_000

    let candidate: PolicyWriter.Candidate
    let instant: Instant
    private let evaluations: Evaluations
    private let end: Int64
    /// The answers to the questions of decisions, by their digests, since most decisions ask what others ask.
    private var known: [Fingerprint: Answers] = [:]
    /// The differences of all pairs of verdicts.
    private(set) var report = ChangeReport()
    private(set) var examples: [Example] = []
    /// The number of questions without one of the verdicts, or without both.
    private(set) var withoutVerdict = 0
    /// The number of questions for which a policy would look for evidence that is not at hand.
    private(set) var lackingEvidence = 0

    init(_ candidate: PolicyWriter.Candidate, _ evaluations: Evaluations, at instant: Instant) {
        self.candidate = candidate
        self.instant = instant
        self.evaluations = evaluations.withoutFetches
        end = evaluations.decisions.stopwatch() + Self.timeLimit
    }

    /// Whether the time is used up.
    var isLate: Bool { evaluations.decisions.stopwatch() > end }

    /// Compares the verdicts on a question.
    mutating func compare(_ inquiry: Inquiry, id: String) { add(answers(to: inquiry), id: id) }

    /// Compares the verdicts on the question of a decision, which is read unless the same one was compared before.
    mutating func compare(
        _ inputs: DecisionInputs,
        id: String,
        read: () throws(ReplayFailure) -> Inquiry
    ) throws(ReplayFailure) {
        let answers: Answers
        if let found = known[inputs.digest] {
            answers = found
        } else {
            answers = self.answers(to: try read())
            known[inputs.digest] = answers
        }
        add(answers, id: id)
    }

    private func answers(to inquiry: Inquiry) -> Answers {
        let (before, live) = side(inquiry, candidate.live)
        let (after, changed) = side(inquiry, candidate.changed)
        let asked = if case .named(let name) = inquiry.policy { name.description } else { "" }
        return Answers(
            before: before,
            after: after,
            policy: (live ?? changed)?.policy.reference ?? asked,
            host: inquiry.host,
            lacksEvidence: live?.lacksEvidence == true || changed?.lacksEvidence == true
        )
    }

    private func side(_ inquiry: Inquiry, _ snapshot: PolicySnapshot) -> (Side, Verdict?) {
        do throws(InquiryError) {
            let verdict = try evaluations.verdict(on: inquiry, under: snapshot, now: instant)
            return (.verdict(DecisionOutcome(verdict)), verdict)
        } catch {
            return (.problem((try? Problem(error).code) ?? .internalFailure), nil)
        }
    }

    private mutating func add(_ answers: Answers, id: String) {
        if answers.lacksEvidence { lackingEvidence += 1 }
        if case .verdict(let before) = answers.before, case .verdict(let after) = answers.after {
            let change = DecisionChange(from: before, to: after)
            report.add(change, id: id, policy: answers.policy, host: answers.host ?? "")
        } else {
            withoutVerdict += 1
        }
        guard answers.before != answers.after, examples.count < Self.maximumExamples else { return }
        examples.append(
            Example(
                id: id,
                policy: answers.policy,
                host: answers.host,
                before: answers.before,
                after: answers.after
            )
        )
    }
}
