package import TrustModel

/// Combines the decisions of other evaluators (`composite`; Alamofire 5's CompositeTrustEvaluator).
///
/// All members share the session's budget, so a composite cannot cost more than a single evaluator. Each reason names
/// the members that reported it.
package struct CompositeEvaluator: Evaluator {
    /// The way to combine the members' decisions.
    package enum Rule: String, Sendable, CaseIterable {
        /// Every member must accept; all members are evaluated, to report every reason.
        case allOf
        /// Every member must accept; the first that rejects ends the evaluation, as with Alamofire 5.
        case allInOrder
        /// At least one member must accept; the first that accepts ends the evaluation.
        case anyOf
    }

    /// One member of a composite.
    package struct Member: Sendable {
        /// The member's name in reasons and checks: the name of its policy, or its position in the list.
        package let label: String
        /// The member's evaluator.
        package let evaluator: any Evaluator
        /// The member's exceptions, in addition to those of the composite.
        package let exceptions: [TrustException]

        /// Creates a member.
        package init(label: String, evaluator: any Evaluator, exceptions: [TrustException] = []) {
            self.label = label
            self.evaluator = evaluator
            self.exceptions = exceptions
        }
    }

    /// The way to combine the members' decisions.
    package let rule: Rule
    /// The members in document order; an empty composite, allowed only for Alamofire 5, accepts every chain.
    package let members: [Member]

    /// Creates a composite.
    package init(_ rule: Rule, _ members: [Member]) {
        self.rule = rule
        self.members = members
    }

    /// The combined properties of the members.
    package var traits: EvaluatorTraits {
        let each = members.map { (label: $0.label, traits: $0.evaluator.traits) }
        var traits = EvaluatorTraits(
            summary: "\(rule.rawValue) " + members.map(\.label).joined(separator: ", "),
            clientRisks: risks(of: each.map(\.traits.clientRisks))
        )
        traits.needsHost = each.contains { $0.traits.needsHost }
        traits.acceptsServersAsClients = each.contains { $0.traits.acceptsServersAsClients }
        traits.pinsExpire = each.compactMap(\.traits.pinsExpire).min()
        traits.paths = each.flatMap(\.traits.paths)
        traits.remembering = each.flatMap(\.traits.remembering)
        // A hazard is that of the first member with it, because other members may prevent it.
        for (label, hazard) in each.flatMap({ member in member.traits.hazards.map { (member.label, $0) } })
        where !traits.hazards.contains(where: { $0.code == hazard.code }) {
            traits.hazards.append(.init(hazard.code, "In the member \(label): \(hazard.description)"))
        }
        if members.isEmpty { traits.hazards = [EvaluatorTraits.Hazard(.hazardAnyChainAccepted)] }
        return traits
    }

    /// Returns the risks of any member with `anyOf`, otherwise those that all members have, because all must accept.
    private func risks(of members: [Set<ClientRisk>]) -> Set<ClientRisk> {
        guard rule != .anyOf else { return members.reduce([]) { $0.union($1) } }
        return members.dropFirst().reduce(members.first ?? []) { $0.intersection($1) }
    }

    /// Evaluates the members and combines their decisions.
    package func evaluate(_ question: TrustQuestion, in session: EvaluationSession) -> EvaluatorDecision {
        var decisions: [(label: String, decision: EvaluatorDecision)] = []
        for member in members {
            let decision = session.evaluate(question, by: member)
            decisions.append((member.label, decision.labeled(member.label)))
            // A waived rejection does not decide: a later member may reject for a reason that denies.
            let isDecided =
                rule == .anyOf
                ? decision.isAccepted : rule == .allInOrder && !decision.isAccepted && !decision.isWaived
            if isDecided { break }
        }
        guard let last = decisions.last else { return Self.empty }
        let all = decisions.map(\.decision)
        guard rule == .anyOf else { return .all(of: all, reasons: Self.reasons(of: decisions)) }
        // If a member accepts, what the others found does not matter.
        return .any(of: all, reasons: Self.reasons(of: last.decision.isAccepted ? [last] : decisions))
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

extension CompositeEvaluator {
    /// The name of the fact with the members that reported a reason.
    private static let membersFact = "members"

    /// Returns the reasons of decisions, each once, with the names of the members that reported the reason.
    ///
    /// A member of a member has a name such as `0/pinned`, as in the names of checks.
    private static func reasons(of decisions: [(label: String, decision: EvaluatorDecision)]) -> [Finding] {
        var positions: [ComparableFinding: Int] = [:]
        var distinct: [(reason: Finding, members: [String])] = []
        for (label, decision) in decisions {
            for reason in decision.reasons {
                let position = positions[ComparableFinding(finding: reason), default: distinct.count]
                if position == distinct.count {
                    positions[ComparableFinding(finding: reason)] = position
                    distinct.append((reason, []))
                }
                distinct[position].members += names(of: reason, in: label)
            }
        }
        return distinct.map { reason, members in
            var named = reason
            // A member that is a composite has named its own members, and facts have unique names.
            named.facts.removeAll { $0.name == membersFact }
            named.facts.append(Fact(membersFact, members))
            return named
        }.ranked
    }

    private static func names(of reason: Finding, in label: String) -> [String] {
        guard case .list(let inner)? = reason.facts.first(where: { $0.name == membersFact })?.value else {
            return [label]
        }
        return inner.map { "\(label)/\($0)" }
    }
}

extension EvaluationSession {
    /// Evaluates a member with its own exceptions in addition to those of the session.
    fileprivate func evaluate(
        _ question: TrustQuestion,
        by member: CompositeEvaluator.Member
    ) -> EvaluatorDecision {
        let outer = exceptions
        exceptions += member.exceptions.filter { $0.isInForce(for: question.host, at: time) }
        defer { exceptions = outer }
        return member.evaluator.evaluate(question, in: self)
    }
}
