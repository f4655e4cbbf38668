import Testing
import TrustModel

@testable import TrustEvaluation

/// Asks the same questions of an evaluator that remembers issuers and of new ones, which remember nothing.
struct MemoryComparison {
    /// The circumstances of a question.
    struct Circumstances {
        var mode = Verdict.Mode.enforce
        var exceptions: [TrustException] = []
        var budget = WorkBudget()
    }

    private let ports: EvaluationPorts
    private let requirements: PathRequirements
    private let remembering: PathEvaluator
    /// The number of questions whose issuers were known.
    private(set) var known = 0

    init(_ requirements: PathRequirements) throws {
        self.requirements = requirements
        remembering = PathEvaluator(requirements)
        ports = try .tests()
    }

    /// Asks a question twice; the second time, the evaluator may know the issuers from the first.
    mutating func check(_ question: TrustQuestion, in circumstances: Circumstances = Circumstances(), _ name: String) {
        let expected = decision(on: question, in: circumstances, by: PathEvaluator(requirements))
        for _ in 0..<2 {
            known += remembering.knownIssuers.path(of: question, requirements) == nil ? 0 : 1
            let found = decision(on: question, in: circumstances, by: remembering)
            #expect(found == expected, "\(name)")
        }
    }

    /// A verdict, the evidence that it lacks, and the work that remained.
    private struct Decision: Equatable {
        let content: VerdictContent
        let needs: [String]
        let paths: Int
        let remaining: String
    }

    private func decision(
        on question: TrustQuestion,
        in circumstances: Circumstances,
        by evaluator: PathEvaluator
    ) -> Decision {
        let policy = TrustPolicy(
            identity: .inline,
            evaluator: evaluator,
            mode: circumstances.mode,
            exceptions: circumstances.exceptions
        )
        let engine = TrustEngine(ports: ports, budget: circumstances.budget)
        let (decision, session) = engine.evaluation(of: question, under: policy)
        let answer = TrustAnswer.concluding(
            decision,
            session.report,
            wanting: [decision.needs],
            to: question,
            under: .policy(policy),
            floor: nil
        )
        return Decision(
            content: VerdictContent(answer.verdict),
            needs: answer.needs.map { "\($0)" },
            paths: session.resources.evaluatedPaths,
            remaining: "\(session.resources.signatures.remainingBudget.total)"
        )
    }
}
