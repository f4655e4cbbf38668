package import TrustModel

/// Decides by the decisions of other evaluators (`composite`; Alamofire 5's CompositeTrustEvaluator).
///
/// All members share the session, so that many of them cost no more than one. Each reason says which members gave it.
package struct CompositeEvaluator: Evaluator {
    /// How the members' decisions make one.
    package enum Rule: String, Sendable, CaseIterable {
        /// Every member must accept; all are asked, so that every reason is known.
        case allOf
        /// Every member must accept; the first that refuses ends the evaluation, as with Alamofire 5.
        case allInOrder
        /// One member must accept; the first that does ends the evaluation.
        case anyOf
    }

    /// One part of a composite.
    package struct Member: Sendable {
        /// What reasons and checks call it: a policy's name, or its place in the list.
        package let label: String
        /// What decides.
        package let evaluator: any Evaluator
        /// What it accepts although it is wrong, besides what the composite does.
        package let exceptions: [TrustException]

        /// Takes the parts.
        package init(label: String, evaluator: any Evaluator, exceptions: [TrustException] = []) {
            self.label = label
            self.evaluator = evaluator
            self.exceptions = exceptions
        }
    }

    /// How the members' decisions make one.
    package let rule: Rule
    /// The members in written order; none only with Alamofire 5, whose empty composite accepts everything.
    package let members: [Member]

    /// Takes a rule and members.
    package init(_ rule: Rule, _ members: [Member]) {
        self.rule = rule
        self.members = members
    }

    /// Whether a member needs the host.
    package var needsHost: Bool { members.contains { $0.evaluator.needsHost } }

    /// Whether a member has pins.
    package var isPinning: Bool { members.contains { $0.evaluator.isPinning } }

    /// When the first pins of a member expire.
    package var pinsExpire: Instant? { members.compactMap(\.evaluator.pinsExpire).min() }

    /// The rule and its members.
    package var summary: String { "\(rule.rawValue) " + members.map(\.label).joined(separator: ", ") }

    /// Those of the members, each once; without members everything is accepted.
    package var hazards: [ReasonCode] {
        guard !members.isEmpty else { return [.hazardAnyChainAccepted] }
        return members.flatMap(\.evaluator.hazards).unique
    }

    /// What the members hold changes, and their exceptions end.
    package func note(changesIn stability: inout CacheLifetime) {
        for member in members {
            for exception in member.exceptions { stability.note(end: exception.until) }
            member.evaluator.note(changesIn: &stability)
        }
    }

    /// Asks the members and puts their decisions together.
    package func evaluate(_ question: TrustQuestion, in session: inout EvaluationSession) -> EvaluatorDecision {
        var answers: [MemberDecision] = []
        for member in members {
            let decision = session.evaluate(question, by: member)
            answers.append(MemberDecision(label: member.label, decision: decision))
            let isDecided = rule == .anyOf ? decision.isAccepted : rule == .allInOrder && !decision.isAccepted
            if isDecided { break }
        }
        guard !answers.isEmpty else { return Self.empty }
        return rule == .anyOf ? .any(of: answers) : .all(of: answers)
    }

    private static let empty = EvaluatorDecision.accepted(
        .explicitTrust,
        reasons: [
            Finding(
                .hazardAnyChainAccepted,
                severity: .warning,
                message: "The composite has no members and accepts any chain."
            )
        ]
    )
}

extension EvaluationSession {
    /// A member's decision, with its own exceptions in force besides those of the whole.
    fileprivate mutating func evaluate(
        _ question: TrustQuestion,
        by member: CompositeEvaluator.Member
    ) -> EvaluatorDecision {
        let outer = exceptions
        exceptions += member.exceptions.filter { $0.isInForce(for: question.host, at: question.instant) }
        defer { exceptions = outer }
        return member.evaluator.evaluate(question, in: &self)
    }
}
