import TrustModel

extension EvaluatorDecision {
    /// How many rejected paths an explanation tells, the most promising ones first.
    private static let maximumRejectedPaths = 20

    /// The decision by the best of some evaluated paths; at least one unless the budget was used up before the first.
    init(of evaluations: [PathEvaluation], exceeding bounds: [ExhaustedBudget], _ requirements: PathRequirements) {
        // The first of equals: paths come in the order of promise.
        guard let best = evaluations.enumerated().min(by: { $0.element.rankingKey < $1.element.rankingKey }) else {
            self = .refused([.budgetExhausted("No path was found within the bounds on work", bounds)])
            return
        }
        let path = best.element
        if path.isAccepted {
            self = .accepted(path.resultRule(requirements), reasons: (path.findings + path.anchorNotice).ranked)
            validUntil = path.validUntil
        } else {
            let exhausted = bounds.isEmpty ? [] : [Finding.budgetExhausted("Not all paths were examined", bounds)]
            self = .refused(exhausted + path.findings)
        }
        var others = evaluations
        others.remove(at: best.offset)
        checks = path.checks
        self.path = path.path.elements
        rejectedPaths = others.prefix(Self.maximumRejectedPaths).map(\.rejected)
        matchedPin = path.matchedPin
    }
}

extension PathEvaluation {
    fileprivate var rejected: RejectedPath {
        RejectedPath(path: path.elements, reasons: findings)
    }

    fileprivate func resultRule(_ requirements: PathRequirements) -> Verdict.ResultRule {
        isExcepted || requirements.enforcement != .everything ? .explicitTrust : .implicitTrust
    }

    /// What an accepted path rests on; nothing where it ends in no anchor.
    fileprivate var anchorNotice: [Finding] {
        guard case .anchor(let set) = path.end else { return [] }
        let depth = path.certificates.count - 1
        let anchor = path.certificates[depth]
        var notice = Finding(
            .noticeAnchor,
            severity: .notice,
            depth: depth,
            message: "Trust rests on \(anchor.facts.displayName), an anchor of \(set.name).",
            facts: [Fact("anchors", set.name), Fact("sha256", anchor.facts.fingerprint.hex)]
        )
        notice.certificate = anchor
        return [notice]
    }
}
