import TrustModel

/// What one member of a composite evaluated.
struct MemberDecision: Sendable {
    let label: String
    let decision: EvaluatorDecision

    /// The checks, under the member's name.
    var checks: [CheckReport] {
        decision.checks.map { CheckReport(name: "\(label)/\($0.name)", status: $0.status, why: $0.why) }
    }
}

extension EvaluatorDecision {
    /// Accepted where all are; the path shown is the first refused one's, since that is what the reasons speak of.
    static func all(of answers: [MemberDecision]) -> EvaluatorDecision {
        let refused = answers.filter { !$0.decision.isAccepted }
        var whole: EvaluatorDecision
        if refused.isEmpty {
            let isImplicit = answers.allSatisfy { $0.decision.resultRule == .implicitTrust }
            whole = .accepted(isImplicit ? .implicitTrust : .explicitTrust, reasons: reasons(of: answers))
            whole.validUntil = answers.compactMap(\.decision.validUntil).min()
        } else {
            whole = .refused(reasons(of: answers))
            whole.isRefusedByPinsOnly = refused.allSatisfy(\.decision.isRefusedByPinsOnly)
            whole.codesToAccept = refused.flatMap(\.decision.codesToAccept).unique
        }
        whole.adopt((refused.first ?? answers[0]).decision, checks: answers)
        whole.matchedPin = answers.lazy.compactMap(\.decision.matchedPin).first
        return whole
    }

    /// Accepted where the last one is, the first of the members that did; refused for the reasons of all.
    static func any(of answers: [MemberDecision]) -> EvaluatorDecision {
        if let last = answers.last, last.decision.isAccepted {
            var whole = EvaluatorDecision.accepted(last.decision.resultRule, reasons: reasons(of: [last]))
            whole.adopt(last.decision, checks: answers)
            whole.validUntil = last.decision.validUntil
            return whole
        }
        // One member that a person could overrule is enough: the whole is as grave as the mildest, and of several the one
        // that asks for the least is spoken of. Where one gave no answer, it might have been yes.
        let undecided = answers.first(where: \.decision.isUndecided)
        let mildest = undecided ?? answers.min { $0.decision.rankingKey < $1.decision.rankingKey } ?? answers[0]
        var whole = EvaluatorDecision.refused(reasons(of: answers))
        whole.isUndecided = undecided != nil
        whole.result = mildest.decision.result
        whole.resultRule = mildest.decision.resultRule
        whole.codesToAccept = mildest.decision.codesToAccept
        whole.isRefusedByPinsOnly = answers.contains(where: \.decision.isRefusedByPinsOnly)
        whole.adopt(mildest.decision, checks: answers)
        return whole
    }

    /// How far it is from being accepted; the smaller, the closer.
    private var rankingKey: (Int, Int) { (result.gravity, codesToAccept.count) }

    /// Takes path, rejected paths and pin of one member, and the checks of all.
    private mutating func adopt(_ decision: EvaluatorDecision, checks answers: [MemberDecision]) {
        path = decision.path
        rejectedPaths = decision.rejectedPaths
        matchedPin = decision.matchedPin
        checks = answers.flatMap(\.checks)
    }

    /// The reasons of all members, equal ones once, each with the members that gave it.
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
                distinct[position].members.append(answer.label)
            }
        }
        return distinct.map { reason, members in
            var named = reason
            named.facts.append(Fact("members", members))
            return named
        }.ranked
    }
}

extension Verdict.Result {
    /// How far a refusal is from being accepted by a person.
    fileprivate var gravity: Int {
        switch self {
        case .unspecified, .proceed: 0
        case .recoverableTrustFailure: 1
        case .fatalTrustFailure: 2
        case .deny: 3
        case .otherError: 4
        }
    }
}
