import TrustModel

/// The combination of decisions: of the members of a composite, and of a policy and its floor.
extension EvaluatorDecision {
    /// Returns a decision that accepts if all members accept.
    ///
    /// The path is that of the first member that denies, and the result the gravest of all that deny. If none denies, both
    /// are those of the first that does not accept, such as a policy in report mode, or else of member 0. A member without
    /// a path leaves it to the next.
    ///
    /// - Parameters:
    ///   - members: At least one decision.
    ///   - reasons: The reasons of all members.
    /// - Returns: The decision.
    static func all(of members: [EvaluatorDecision], reasons: [Finding]) -> EvaluatorDecision {
        let action = members.lazy.map(\.conclusion.action).max() ?? .deny
        let decisive = members.filter { !$0.isAccepted && $0.conclusion.action == action }
        var whole = decisive.first ?? members[0]
        whole.combine(members, reasons: reasons)
        if whole.path.isEmpty, let other = members.first(where: { !$0.path.isEmpty }) {
            (whole.path, whole.rejectedPaths) = (other.path, other.rejectedPaths)
        }
        whole.matchedCertificate = members.lazy.compactMap(\.matchedCertificate).first
        whole.needs = members.needsOfAll
        whole.isPathValidated = members.contains(where: \.isPathValidated)
        guard !decisive.isEmpty else {
            let isImplicit = members.allSatisfy { $0.conclusion.resultRule == .implicitTrust }
            whole.conclusion = .accepting(isImplicit ? .implicitTrust : .explicitTrust)
            whole.validUntil = members.compactMap(\.validUntil).min()
            whole.principal = members.lazy.compactMap(\.principal).first
            return whole
        }
        let rejecting = members.filter { !$0.isAccepted }
        if decisive.count > 1 {
            let gravest = decisive.map(\.conclusion).max { $0.result.gravity < $1.result.gravity }
            whole.conclusion = gravest ?? whole.conclusion
            whole.exceptionOffer = nil
        }
        // One rejection decides, even if another member is undecided.
        whole.conclusion.outcome = rejecting.allSatisfy(\.isUndecided) ? .indeterminate : .untrusted
        whole.conclusion.action = action
        whole.isWaived = rejecting.allSatisfy(\.isWaived)
        whole.codesToAccept = rejecting.flatMap(\.codesToAccept).unique
        return whole
    }

    /// Returns a decision that accepts if the last member accepts.
    ///
    /// One accepting member would be enough, so that the mildest rejection is reported. Among equal results, it is the one
    /// with the fewest codes to accept. An undecided member takes precedence, because it might have accepted, and in report
    /// mode a member whose errors are waived.
    ///
    /// - Parameters:
    ///   - members: At least one decision; only the last one can be accepting.
    ///   - reasons: The reasons of the last member if it accepts, otherwise those of all members.
    /// - Returns: The decision.
    static func any(of members: [EvaluatorDecision], reasons: [Finding]) -> EvaluatorDecision {
        if var whole = members.last, whole.isAccepted {
            whole.combine(members, reasons: reasons)
            return whole
        }
        let undecided = members.first(where: \.isUndecided)
        let waived = members.first(where: \.isWaived)
        var whole = undecided ?? waived ?? members.min { $0.rankingKey < $1.rankingKey } ?? members[0]
        whole.combine(members, reasons: reasons)
        whole.isWaived = waived != nil
        whole.needs = members.flatMap(\.needs).merged
        return whole
    }

    /// Takes the reasons, checks and evidence of all members.
    private mutating func combine(_ members: [EvaluatorDecision], reasons: [Finding]) {
        self.reasons = reasons
        checks = members.flatMap(\.checks)
        evidence = members.flatMap(\.evidence).unique
    }

    /// The distance from acceptance: smaller is closer.
    private var rankingKey: (Int, Int) { (conclusion.result.severityRank, codesToAccept.count) }
}

extension EvaluatorDecision {
    /// Returns the decision with its checks named as those of a member.
    func labeled(_ label: String) -> EvaluatorDecision {
        guard !checks.isEmpty else { return self }
        var labeled = self
        labeled.checks = checks.map { CheckReport(name: "\(label)/\($0.name)", status: $0.status, why: $0.why) }
        return labeled
    }
}

extension [EvaluatorDecision] {
    /// The needs of members that must all accept.
    ///
    /// If a member denies for another reason than missing evidence, evidence cannot change the decision.
    fileprivate var needsOfAll: [EvidenceNeed] {
        guard allSatisfy({ $0.conclusion.action != .deny || $0.isWaived || !$0.needs.isEmpty }) else { return [] }
        return flatMap(\.needs).merged
    }
}

extension Verdict.Action: Comparable {
    /// Whether an action is milder: `allow`, then `default`, then `deny`.
    package static func < (left: Verdict.Action, right: Verdict.Action) -> Bool {
        left.severityRank < right.severityRank
    }

    private var severityRank: Int {
        switch self {
        case .allow: 0
        case .defaultHandling: 1
        case .deny: 2
        }
    }
}

extension Verdict.Result {
    /// The order in which the results of members that must all accept prevail, as ``Conclusion/refusing(_:)`` has it.
    fileprivate var gravity: Int {
        switch self {
        case .unspecified, .proceed: 0
        case .recoverableTrustFailure: 1
        case .otherError: 2
        case .fatalTrustFailure: 3
        case .deny: 4
        }
    }

    /// The distance of a member of alternatives from acceptance; one without a decision is the farthest.
    fileprivate var severityRank: Int {
        switch self {
        case .unspecified, .proceed: 0
        case .recoverableTrustFailure: 1
        case .fatalTrustFailure: 2
        case .deny: 3
        case .otherError: 4
        }
    }
}
