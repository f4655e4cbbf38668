import TrustModel

extension EvaluatorDecision {
    /// The maximum number of rejected paths in an explanation, best first.
    private static let maximumRejectedPaths = 20

    /// Decides by the best path; `evaluations` is empty only if the budget was exhausted before the first path.
    init(
        of evaluations: [PathEvaluation],
        exceeding bounds: [ExhaustedBudget],
        under requirements: PathRequirements,
        to question: TrustQuestion,
        at time: Moment,
        with gathered: GatheredEvidence,
        isReporting: Bool
    ) {
        func exhausted(_ undone: String) -> Finding {
            .budgetExhausted(undone, bounds, namesakes: PolicyNamesakes(of: question, requirements))
        }
        guard let best = Self.best(of: evaluations, isReporting: isReporting) else {
            self = .refused([exhausted("No path was found within the work budget")])
            return
        }
        let path = best.element
        if path.isAccepted {
            let notices = path.anchorNotice + path.expirationNotices(under: requirements, at: time)
            self = .accepted(path.resultRule(requirements), reasons: (path.findings + notices).ranked)
            validUntil = path.validUntil
        } else {
            self = .refused((bounds.isEmpty ? [] : [exhausted("Not all paths were examined")]) + path.findings)
            // A path that was not examined could have an error that denies.
            isWaived = isReporting && bounds.isEmpty && path.isWaivable
        }
        isValidForReporting = isReporting && path.isValidForReporting
        var others = evaluations
        others.remove(at: best.offset)
        checks = path.checks
        self.path = path.path.elements
        rejectedPaths = others.prefix(Self.maximumRejectedPaths).map(\.rejected)
        matchedCertificate = path.matchedCertificate
        principal = path.principal
        revocation = path.revocation
        evidence = Self.evidence(of: path, gathered)
        addNeeds(
            of: evaluations,
            deciding: isAccepted || isWaived ? path : nil,
            under: requirements,
            at: time,
            with: gathered
        )
    }

    /// Returns the best path; among equally ranked paths, the first one found.
    ///
    /// In report mode, a path whose errors are all waived is better than every path that denies.
    private static func best(
        of evaluations: [PathEvaluation],
        isReporting: Bool
    ) -> (offset: Int, element: PathEvaluation)? {
        func key(_ path: PathEvaluation) -> Int { path.isAccepted ? 0 : path.isWaivable ? 1 : 2 }
        return evaluations.enumerated().min { left, right in
            let (first, second) = isReporting ? (key(left.element), key(right.element)) : (0, 0)
            return first == second ? left.element.rankingKey < right.element.rankingKey : first < second
        }
    }
}

extension PathEvaluation {
    fileprivate var rejected: RejectedPath {
        RejectedPath(path: path.elements, reasons: findings)
    }

    fileprivate func resultRule(_ requirements: PathRequirements) -> Verdict.ResultRule {
        isExcepted || requirements.enforcement != .everything ? .explicitTrust : .implicitTrust
    }

    /// The notice about the trust anchor of an accepted path; empty without an anchor.
    fileprivate var anchorNotice: [Finding] {
        guard case .anchor(let set) = path.end else { return [] }
        let depth = path.certificates.count - 1
        let anchor = path.certificates[depth]
        var notice = Finding(
            .noticeAnchor,
            severity: .notice,
            depth: depth,
            message: "The path ends in the trust anchor \(anchor.facts.displayName) (source: \(set.name)).",
            facts: [Fact("anchors", set.name), Fact("sha256", anchor.facts.fingerprint.hex)]
        )
        notice.certificate = anchor
        return [notice]
    }
}
