package import TrustModel

/// Forms verdicts: from judged paths, and where there is nothing to judge.
package enum VerdictRule {
    /// How many rejected paths an explanation tells, the most promising ones first.
    private static let maximumRejectedPaths = 20

    /// The verdict of the best of some judged paths; at least one unless the budget was used up before the first.
    static func verdict(
        of judged: [JudgedPath],
        isExhausted: Bool,
        question: TrustQuestion,
        requirements: PathRequirements,
        identity: PolicyIdentity
    ) -> Verdict {
        // The first of equals: paths come in the order of promise.
        guard let best = judged.enumerated().min(by: { $0.element.demerits < $1.element.demerits }) else {
            let reasons = [Finding(.internalBudgetExhausted, message: "No path could be found within the work budget.")]
            return failed(reasons, [], nil, question, identity)
        }
        var others = judged
        others.remove(at: best.offset)
        guard best.element.isAccepted else {
            let exhausted =
                isExhausted
                ? [
                    Finding(
                        .internalBudgetExhausted,
                        message: "The search for other paths stopped at the work budget."
                    )
                ] : []
            return failed(exhausted + best.element.findings, others, best.element, question, identity)
        }
        return trusted(best.element, others, question, identity)
    }

    /// The verdict under a policy that accepts everything.
    static func disabled(_ question: TrustQuestion, _ identity: PolicyIdentity) -> Verdict {
        let reason = Finding(
            .policyDisabled,
            severity: .warning,
            message: "The policy accepts any chain without looking at it."
        )
        return Verdict(
            outcome: .trusted,
            action: .allow,
            result: .proceed,
            policy: identity,
            reasons: [reason],
            evaluatedAt: question.instant
        )
    }

    /// The verdict where a policy set has no policy for the host: it denies the host, or leaves it to the client.
    package static func noMatch(
        _ identity: PolicyIdentity,
        host: HostQuestion,
        leavesToClient: Bool,
        at instant: Instant
    ) -> Verdict {
        let set = identity.set ?? "inline"
        let subject =
            switch host {
            case .none: "a request without host"
            case .name(let name): "\(name)"
            case .invalid(let text, _): "\"\(text)\""
            }
        let consequence = leavesToClient ? "the client's own handling applies" : "it is denied"
        let reason = Finding(
            .policyNoMatch,
            severity: leavesToClient ? .notice : .error,
            message:
                "The policy set \(set) has no policy for \(subject): by `\(identity.rule ?? "otherwise")`, \(consequence)."
        )
        return Verdict(
            outcome: leavesToClient ? .indeterminate : .untrusted,
            action: leavesToClient ? .defaultHandling : .deny,
            result: leavesToClient ? .otherError : .deny,
            policy: identity,
            reasons: [reason],
            evaluatedAt: instant
        )
    }

    private static func trusted(
        _ path: JudgedPath,
        _ others: [JudgedPath],
        _ question: TrustQuestion,
        _ identity: PolicyIdentity
    ) -> Verdict {
        let depth = path.path.certificates.count - 1
        let anchor = path.path.certificates[depth].facts
        let set = if case .anchor(let set) = path.path.end { set.name } else { "" }
        let notice = Finding(
            .noticeAnchor,
            severity: .notice,
            depth: depth,
            message: "Trust rests on \(anchor.displayName), an anchor of \(set).",
            facts: [Fact("anchors", set), Fact("sha256", anchor.fingerprint.hex)]
        )
        return Verdict(
            outcome: .trusted,
            action: .allow,
            result: .unspecified,
            policy: identity,
            reasons: path.findings + [notice],
            checks: question.explain ? path.checks : [],
            path: path.path.elements,
            rejectedPaths: question.explain ? others.prefix(maximumRejectedPaths).map(\.rejected) : [],
            evaluatedAt: question.instant,
            validUntil: path.path.certificates.compactMap(\.facts.notAfter).min()
        )
    }

    private static func failed(
        _ reasons: [Finding],
        _ others: [JudgedPath],
        _ best: JudgedPath?,
        _ question: TrustQuestion,
        _ identity: PolicyIdentity
    ) -> Verdict {
        let gravities = Set(reasons.filter { $0.severity == .error }.map(\.code.gravity))
        let result: Verdict.Result =
            if gravities.contains(.denied) {
                .deny
            } else if gravities.contains(.fatal) {
                .fatalTrustFailure
            } else if gravities.contains(.other) {
                .otherError
            } else {
                .recoverableTrustFailure
            }
        let isUndecided = gravities == [.other]
        return Verdict(
            outcome: isUndecided ? .indeterminate : .untrusted,
            action: .deny,
            result: result,
            policy: identity,
            reasons: reasons,
            checks: question.explain ? best?.checks ?? [] : [],
            path: best?.path.elements ?? [],
            rejectedPaths: question.explain ? others.prefix(maximumRejectedPaths).map(\.rejected) : [],
            evaluatedAt: question.instant
        )
    }
}

extension JudgedPath {
    fileprivate var rejected: RejectedPath {
        RejectedPath(path: path.elements, reasons: findings)
    }
}
