import TrustModel

extension EvaluatorDecision {
    /// The maximum number of rejected paths in an explanation, best first.
    private static let maximumRejectedPaths = 20

    /// Decides by the best path; `evaluations` is empty only if the budget was exhausted before the first path.
    static func choosing(
        from evaluations: [PathEvaluation],
        exceeding bounds: [ExhaustedBudget],
        under requirements: PathRequirements,
        to question: TrustQuestion,
        at time: Moment,
        with gathered: GatheredEvidence,
        isReporting: Bool
    ) -> EvaluatorDecision {
        func exhausted(_ undone: String) -> Finding {
            .budgetExhausted(undone, bounds, namesakes: PolicyNamesakes(of: question, requirements))
        }
        guard let best = Self.best(of: evaluations, isReporting: isReporting) else {
            return .refused([exhausted("No path was found within the work budget")])
        }
        let path = evaluations[best]
        var decision: EvaluatorDecision
        if path.isAccepted {
            let reasons = path.acceptingReasons(under: requirements, at: time)
            decision = .accepted(path.resultRule(requirements), reasons: reasons)
            decision.validUntil = path.validUntil
        } else {
            decision = .refused((bounds.isEmpty ? [] : [exhausted("Not all paths were examined")]) + path.findings)
            // A path that was not examined could have an error that denies.
            decision.isWaived = isReporting && bounds.isEmpty && path.isWaivable
        }
        decision.isPathValidated =
            requirements.enforcement.needsAnchor && path.isVerifiedToAnchor && (path.isAccepted || decision.isWaived)
        decision.isValidForReporting = isReporting && path.isValidForReporting
        decision.take(path, with: gathered)
        let others = evaluations.indices.lazy.filter { $0 != best }
        decision.rejectedPaths = others.prefix(Self.maximumRejectedPaths).map { evaluations[$0].rejected }
        decision.addNeeds(
            of: evaluations,
            deciding: decision.isAccepted || decision.isWaived ? path : nil,
            under: requirements,
            at: time,
            with: gathered
        )
        return decision
    }

    /// Adds the path that decides, and its evidence.
    private mutating func take(_ evaluation: PathEvaluation, with gathered: GatheredEvidence) {
        checks = evaluation.checks
        path = evaluation.path.elements
        matchedCertificate = evaluation.matchedCertificate
        principal = evaluation.principal
        revocation = evaluation.revocation
        evidence = Self.evidence(of: evaluation, gathered)
    }

    /// Returns the index of the best path; among equally ranked paths, the first one found.
    ///
    /// In report mode, a path whose errors are all waived is better than every path that denies.
    private static func best(of evaluations: [PathEvaluation], isReporting: Bool) -> Int? {
        func key(_ path: PathEvaluation) -> Int { path.isAccepted ? 0 : path.isWaivable ? 1 : 2 }
        return evaluations.indices.min { left, right in
            let (first, second) = isReporting ? (key(evaluations[left]), key(evaluations[right])) : (0, 0)
            return first == second ? evaluations[left].rankingKey < evaluations[right].rankingKey : first < second
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

    /// Returns the findings of an accepted path with the notices about it, most useful first.
    fileprivate func acceptingReasons(under requirements: PathRequirements, at time: Moment) -> [Finding] {
        var reasons = findings
        if let anchorNotice { reasons.append(anchorNotice) }
        reasons += expirationNotices(under: requirements, at: time)
        return reasons.ranked
    }

    /// The notice about the trust anchor of an accepted path; nil without an anchor.
    private var anchorNotice: Finding? {
        guard case .anchor(let set) = path.end else { return nil }
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
        return notice
    }
}
