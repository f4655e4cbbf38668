import TrustModel

/// What one member of a composite judged.
struct MemberJudgement: Sendable {
    let label: String
    let judgement: Judgement

    /// The checks, under the member's name.
    var checks: [CheckReport] {
        judgement.checks.map { CheckReport(name: "\(label)/\($0.name)", status: $0.status, why: $0.why) }
    }
}

extension Judgement {
    /// Accepted where all are; the path shown is the first refused one's, since that is what the reasons speak of.
    static func all(of answers: [MemberJudgement]) -> Judgement {
        let refused = answers.filter { !$0.judgement.isAccepted }
        var whole: Judgement
        if refused.isEmpty {
            let isImplicit = answers.allSatisfy { $0.judgement.resultRule == .implicitTrust }
            whole = .accepted(isImplicit ? .implicitTrust : .explicitTrust, reasons: reasons(of: answers))
            whole.validUntil = answers.compactMap(\.judgement.validUntil).min()
        } else {
            whole = .refused(reasons(of: answers))
            whole.isRefusedByPinsOnly = refused.allSatisfy(\.judgement.isRefusedByPinsOnly)
            whole.codesToAccept = refused.flatMap(\.judgement.codesToAccept).unique
        }
        whole.adopt((refused.first ?? answers[0]).judgement, checks: answers)
        whole.matchedPin = answers.lazy.compactMap(\.judgement.matchedPin).first
        return whole
    }

    /// Accepted where the last one is, the first of the members that did; refused for the reasons of all.
    static func any(of answers: [MemberJudgement]) -> Judgement {
        if let last = answers.last, last.judgement.isAccepted {
            var whole = Judgement.accepted(last.judgement.resultRule, reasons: reasons(of: [last]))
            whole.adopt(last.judgement, checks: answers)
            whole.validUntil = last.judgement.validUntil
            return whole
        }
        // One member that a person could overrule is enough: the whole is as grave as the mildest, and of several the one
        // that asks for the least is spoken of. Where one gave no answer, it might have been yes.
        let undecided = answers.first(where: \.judgement.isUndecided)
        let mildest = undecided ?? answers.min { $0.judgement.rankingKey < $1.judgement.rankingKey } ?? answers[0]
        var whole = Judgement.refused(reasons(of: answers))
        whole.isUndecided = undecided != nil
        whole.result = mildest.judgement.result
        whole.resultRule = mildest.judgement.resultRule
        whole.codesToAccept = mildest.judgement.codesToAccept
        whole.isRefusedByPinsOnly = answers.contains(where: \.judgement.isRefusedByPinsOnly)
        whole.adopt(mildest.judgement, checks: answers)
        return whole
    }

    /// How far it is from being accepted; the smaller, the closer.
    private var rankingKey: (Int, Int) { (result.gravity, codesToAccept.count) }

    /// Takes path, rejected paths and pin of one member, and the checks of all.
    private mutating func adopt(_ judgement: Judgement, checks answers: [MemberJudgement]) {
        path = judgement.path
        rejectedPaths = judgement.rejectedPaths
        matchedPin = judgement.matchedPin
        checks = answers.flatMap(\.checks)
    }

    /// The reasons of all members, equal ones once, each with the members that gave it.
    private static func reasons(of answers: [MemberJudgement]) -> [Finding] {
        var positions: [ComparableFinding: Int] = [:]
        var distinct: [(reason: Finding, members: [String])] = []
        for answer in answers {
            for reason in answer.judgement.reasons {
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
