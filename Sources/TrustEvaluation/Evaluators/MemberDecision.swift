import TrustModel

struct MemberDecision: Sendable {
    let label: String
    let decision: EvaluatorDecision

    var checks: [CheckReport] {
        decision.checks.map { CheckReport(name: "\(label)/\($0.name)", status: $0.status, why: $0.why) }
    }
}

extension EvaluatorDecision {
    /// Accepts if all members accept; the path is that of the first member that rejects or, if none does, of member 0.
    static func all(of answers: [MemberDecision]) -> EvaluatorDecision {
        let refused = answers.filter { !$0.decision.isAccepted }
        var whole: EvaluatorDecision
        if refused.isEmpty {
            let isImplicit = answers.allSatisfy { $0.decision.resultRule == .implicitTrust }
            whole = .accepted(isImplicit ? .implicitTrust : .explicitTrust, reasons: reasons(of: answers))
            whole.validUntil = answers.compactMap(\.decision.validUntil).min()
            whole.principal = answers.lazy.compactMap(\.decision.principal).first
        } else {
            whole = .refused(reasons(of: answers))
            whole.isWaived = refused.allSatisfy(\.decision.isWaived)
            whole.codesToAccept = refused.flatMap(\.decision.codesToAccept).unique
        }
        whole.adopt((refused.first ?? answers[0]).decision, checks: answers)
        whole.needs = answers.needsOfAll
        whole.matchedCertificate = answers.lazy.compactMap(\.decision.matchedCertificate).first
        return whole
    }

    /// Accepts if the last evaluated member accepts; otherwise rejects with the reasons of all members.
    static func any(of answers: [MemberDecision]) -> EvaluatorDecision {
        if let last = answers.last, last.decision.isAccepted {
            var whole = EvaluatorDecision.accepted(last.decision.resultRule, reasons: reasons(of: [last]))
            whole.adopt(last.decision, checks: answers)
            whole.validUntil = last.decision.validUntil
            whole.principal = last.decision.principal
            whole.needs = last.decision.needs
            return whole
        }
        // One accepting member would be enough, so the mildest result is reported. Among equal results, the one with
        // the fewest codes to accept is reported. An undecided member takes precedence, because it might have accepted,
        // and in report mode a member whose errors are waived.
        let undecided = answers.first(where: \.decision.isUndecided)
        let waived = answers.first(where: \.decision.isWaived)
        let mildest =
            undecided ?? waived ?? answers.min { $0.decision.rankingKey < $1.decision.rankingKey } ?? answers[0]
        var whole = EvaluatorDecision.refused(reasons(of: answers))
        whole.isUndecided = undecided != nil
        whole.result = mildest.decision.result
        whole.resultRule = mildest.decision.resultRule
        whole.codesToAccept = mildest.decision.codesToAccept
        whole.isWaived = waived != nil
        whole.adopt(mildest.decision, checks: answers)
        whole.needs = answers.needsOfAny
        return whole
    }

    /// The distance from acceptance: smaller is closer.
    private var rankingKey: (Int, Int) { (result.severityRank, codesToAccept.count) }

    private mutating func adopt(_ decision: EvaluatorDecision, checks answers: [MemberDecision]) {
        path = decision.path
        rejectedPaths = decision.rejectedPaths
        matchedCertificate = decision.matchedCertificate
        checks = answers.flatMap(\.checks)
        evidence = answers.flatMap(\.decision.evidence).unique
    }

    /// The name of the fact with the members that reported a reason.
    private static let membersFact = "members"

    /// Returns the reasons of all members, each once, with the names of the members that reported the reason.
    ///
    /// A member of a member has a name such as `0/pinned`, as in the names of checks.
    private static func reasons(of answers: [MemberDecision]) -> [Finding] {
        var positions: [ComparableFinding: Int] = [:]
        var distinct: [(reason: Finding, members: [String])] = []
        for answer in answers {
            for reason in answer.decision.reasons {
                let position = positions[ComparableFinding(finding: reason), default: distinct.count]
                if position == distinct.count {
                    positions[ComparableFinding(finding: reason)] = position
                    distinct.append((reason, []))
                }
                distinct[position].members += names(of: reason, in: answer)
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

    private static func names(of reason: Finding, in answer: MemberDecision) -> [String] {
        guard case .list(let inner)? = reason.facts.first(where: { $0.name == membersFact })?.value else {
            return [answer.label]
        }
        return inner.map { "\(answer.label)/\($0)" }
    }
}

extension Verdict.Result {
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
