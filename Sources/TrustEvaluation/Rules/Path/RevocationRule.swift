import TrustModel

/// Rejects a path with a revoked certificate, or without evidence that the policy requires.
///
/// Revocation checking soft-fails, as in `SecTrust`: without `requirePositiveResponse` only a revocation is an error,
/// and missing or unusable evidence is a warning. Evidence in the request is used under every policy.
struct RevocationRule: Rule {
    static let name = "revocation"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard !context.revocation.isEmpty else {
            return .skipped(
                why: context.path.isAnchored
                    ? "the policy does not check revocation, and the request has no CRL or OCSP response"
                    : "revocation is checked only in paths that end in a trust anchor"
            )
        }
        let report = context.revocation
        var findings = report.entries.flatMap { self.findings(about: $0, report, context) }
        findings += report.unused.map { defect in
            Finding(
                defect.code,
                severity: .warning,
                message: defect.sentence,
                facts: defect.facts + report.origins.facts(of: defect.piece)
            )
        }
        if !report.exceededBounds.isEmpty {
            var finding = Finding.budgetExhausted(
                "Not all revocation evidence was checked",
                report.exceededBounds,
                remedy: .muchEvidence
            )
            if acceptsRevocation(at: 0, context) { finding.severity = .warning }
            findings.append(finding)
        }
        return .applied(findings, why: context.why(why(report)))
    }

    /// Whether revocation of the certificate is only a warning.
    ///
    /// True for anchors if the policy reproduces a library, because such libraries do not check whether anchors are
    /// revoked.
    private func acceptsRevocation(at depth: Int, _ context: PathContext) -> Bool {
        context.requirements.acceptsRevokedPins && context.isAnchor(depth)
    }

    private func why(_ report: RevocationReport) -> String {
        let known = report.entries.count { report.status(of: $0) != .unknown }
        return "evidence covers \(known) of \(report.entries.count) certificates"
    }

    private func findings(
        about entry: RevocationReport.Entry,
        _ report: RevocationReport,
        _ context: PathContext
    ) -> [Finding] {
        switch report.status(of: entry) {
        case .revoked(let revocation, let answer):
            [revoked(revocation, answer, entry, report, context)] + defects(of: entry, report, as: .warning)
        case .good(let answer):
            [good(answer, entry, report, context)] + deviations(answer, entry)
                + defects(of: entry, report, as: .warning)
        case .unknown:
            if entry.isAsked, let exemption = entry.exemption {
                [notice(of: exemption, entry, context)] + defects(of: entry, report, as: .warning)
            } else {
                unknown(entry, report, context)
            }
        }
    }

    private func revoked(
        _ revocation: RevocationAnswer.Revocation,
        _ answer: RevocationAnswer,
        _ entry: RevocationReport.Entry,
        _ report: RevocationReport,
        _ context: PathContext
    ) -> Finding {
        let reason = revocation.reason.map { " (\($0.rawValue))" } ?? ""
        let name = context.name(at: entry.depth)
        var facts = [Fact("revokedAt", revocation.date)]
        if let reason = revocation.reason { facts.append(Fact("reason", reason.rawValue)) }
        return Finding(
            .revocationRevoked,
            severity: acceptsRevocation(at: entry.depth, context) ? .warning : .error,
            depth: entry.depth,
            message: "\(name) was revoked on \(revocation.date)\(reason) according to \(answer.source).",
            facts: facts + [serialNumber(entry, context)] + answer.facts + report.origins.facts(of: answer.piece)
                + attempts(entry, answer)
        )
    }

    private func good(
        _ answer: RevocationAnswer,
        _ entry: RevocationReport.Entry,
        _ report: RevocationReport,
        _ context: PathContext
    ) -> Finding {
        Finding(
            .noticeRevocation,
            severity: .notice,
            depth: entry.depth,
            message: "\(context.name(at: entry.depth)) is not revoked according to \(answer.source).",
            facts: [serialNumber(entry, context)] + answer.facts + report.origins.facts(of: answer.piece)
                + attempts(entry, answer)
        )
    }

    /// Returns the failed attempts to update the CRLs that give the answer; empty if there was no attempt.
    private func attempts(_ entry: RevocationReport.Entry, _ answer: RevocationAnswer) -> [Fact] {
        entry.updatable.isEmpty || answer.method != .crl ? [] : entry.failures.facts
    }

    private func notice(
        of exemption: RevocationRequirements.Exemption,
        _ entry: RevocationReport.Entry,
        _ context: PathContext
    ) -> Finding {
        switch exemption {
        case .shortLived: shortLived(entry, context)
        case .noRevocationAvailable: noRevocationAvailable(entry, context)
        }
    }

    private func noRevocationAvailable(_ entry: RevocationReport.Entry, _ context: PathContext) -> Finding {
        Finding(
            .noticeNoRevocationAvailable,
            severity: .notice,
            depth: entry.depth,
            message:
                "\(context.name(at: entry.depth)) needs no evidence of its revocation status: according to its extension "
                + "noRevAvail, its CA publishes none.",
            facts: [serialNumber(entry, context)]
        )
    }

    private func shortLived(_ entry: RevocationReport.Entry, _ context: PathContext) -> Finding {
        let facts = context.path.certificates[entry.depth].facts
        return Finding(
            .noticeShortLived,
            severity: .notice,
            depth: entry.depth,
            message:
                "\(facts.displayName) needs no evidence of its revocation status: it is valid for only "
                + "\(facts.lifetime ?? 0) seconds.",
            facts: [
                Fact("seconds", Int(facts.lifetime ?? 0)),
                Fact("shortLivedSeconds", Int(context.requirements.shortLived(facts) ?? 0)),
            ]
        )
    }

    private func deviations(_ answer: RevocationAnswer, _ entry: RevocationReport.Entry) -> [Finding] {
        answer.deviations.map { deviation in
            Finding(
                deviation.code,
                severity: .warning,
                depth: entry.depth,
                message: deviation.sentence,
                facts: deviation.facts
            )
        }
    }

    private func unknown(
        _ entry: RevocationReport.Entry,
        _ report: RevocationReport,
        _ context: PathContext
    ) -> [Finding] {
        let missing = context.missingAnswer(entry)
        let isDemanded = entry.isAsked && report.requirements?.requirePositiveResponse == true
        let isDenied = entry.isAsked && report.requirements?.denies(missing.certificate) == true
        let severity: Severity = isDemanded || isDenied ? .error : .warning
        let defects = defects(of: entry, report, as: severity)
        guard defects.isEmpty || isDenied || !entry.failures.isEmpty else { return defects }
        let methods = (report.requirements?.methods ?? []).map(\.rawValue).sorted()
        return defects + [
            Finding(
                .revocationUnavailable,
                severity: severity,
                depth: entry.depth,
                message: missing.message,
                facts: [Fact("methods", methods), serialNumber(entry, context)] + entry.failures.facts + missing.facts
            )
        ]
    }

    /// Returns the findings about unusable evidence; omits evidence about other certificates if there is an answer.
    private func defects(
        of entry: RevocationReport.Entry,
        _ report: RevocationReport,
        as severity: Severity
    ) -> [Finding] {
        let relevant = entry.defects.filter { !$0.isOutOfScope || entry.answers.isEmpty }
        return relevant.prefix(PathContext.maximumFindingsEach).map { defect in
            Finding(
                defect.code,
                severity: severity,
                depth: entry.depth,
                message: defect.sentence,
                facts: defect.facts + report.origins.facts(of: defect.piece)
            )
        }
    }

    private func serialNumber(_ entry: RevocationReport.Entry, _ context: PathContext) -> Fact {
        Fact("serialNumber", Hexadecimal.encode(context.path.certificates[entry.depth].facts.serialNumber.prefix(64)))
    }
}
