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
        var findings = report.entries.flatMap { self.findings(about: $0, in: context) }
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
            if acceptsRevocation(at: 0, in: context) { finding.severity = .warning }
            findings.append(finding)
        }
        return .applied(findings, why: context.why(why(report)))
    }

    /// Whether revocation of the certificate is only a warning.
    ///
    /// True for anchors if the policy reproduces a library, because such libraries do not check whether anchors are
    /// revoked.
    private func acceptsRevocation(at depth: Int, in context: PathContext) -> Bool {
        context.requirements.acceptsRevokedPins && context.isAnchor(depth)
    }

    private func why(_ report: RevocationReport) -> String {
        let known = report.entries.count { report.status(of: $0) != .unknown }
        return "evidence covers \(known) of \(report.entries.count) certificates"
    }

    private func findings(
        about entry: RevocationReport.CertificateEvidence,
        in context: PathContext
    ) -> [Finding] {
        let warnings = defects(of: entry, as: .warning, in: context)
        return switch context.revocation.status(of: entry) {
        case .revoked(let revocation, let answer):
            [revoked(revocation, by: answer, about: entry, in: context)] + warnings
        case .good(let answer):
            [good(answer, about: entry, in: context)] + deviations(of: answer, about: entry) + warnings
        case .unknown:
            if entry.isAsked, let exemption = entry.exemption {
                [notice(of: exemption, for: entry, in: context)] + warnings
            } else {
                unknown(entry, in: context)
            }
        }
    }

    private func revoked(
        _ revocation: RevocationAnswer.Revocation,
        by answer: RevocationAnswer,
        about entry: RevocationReport.CertificateEvidence,
        in context: PathContext
    ) -> Finding {
        let reason = revocation.reason.map { " (\($0.rawValue))" } ?? ""
        let name = context.name(at: entry.depth)
        var facts = [Fact("revokedAt", revocation.date)]
        if let reason = revocation.reason { facts.append(Fact("reason", reason.rawValue)) }
        return Finding(
            .revocationRevoked,
            severity: acceptsRevocation(at: entry.depth, in: context) ? .warning : .error,
            depth: entry.depth,
            message: "\(name) was revoked on \(revocation.date)\(reason) according to \(answer.source).",
            facts: facts + self.facts(of: answer, about: entry, in: context)
        )
    }

    private func good(
        _ answer: RevocationAnswer,
        about entry: RevocationReport.CertificateEvidence,
        in context: PathContext
    ) -> Finding {
        Finding(
            .noticeRevocation,
            severity: .notice,
            depth: entry.depth,
            message: "\(context.name(at: entry.depth)) is not revoked according to \(answer.source).",
            facts: facts(of: answer, about: entry, in: context)
        )
    }

    private func facts(
        of answer: RevocationAnswer,
        about entry: RevocationReport.CertificateEvidence,
        in context: PathContext
    ) -> [Fact] {
        [serialNumber(of: entry, in: context)] + answer.facts + context.revocation.origins.facts(of: answer.piece)
            + attempts(toUpdate: answer, about: entry)
    }

    /// Returns the failed attempts to update the CRLs that give the answer; empty if there was no attempt.
    private func attempts(
        toUpdate answer: RevocationAnswer,
        about entry: RevocationReport.CertificateEvidence
    ) -> [Fact] {
        entry.updatable.isEmpty || answer.method != .crl ? [] : entry.failures.facts
    }

    private func notice(
        of exemption: RevocationRequirements.Exemption,
        for entry: RevocationReport.CertificateEvidence,
        in context: PathContext
    ) -> Finding {
        switch exemption {
        case .shortLived: shortLived(entry, in: context)
        case .noRevocationAvailable: noRevocationAvailable(entry, in: context)
        }
    }

    private func noRevocationAvailable(
        _ entry: RevocationReport.CertificateEvidence,
        in context: PathContext
    ) -> Finding {
        Finding(
            .noticeNoRevocationAvailable,
            severity: .notice,
            depth: entry.depth,
            message:
                "\(context.name(at: entry.depth)) needs no evidence of its revocation status: according to its extension "
                + "noRevAvail, its CA publishes none.",
            facts: [serialNumber(of: entry, in: context)]
        )
    }

    private func shortLived(_ entry: RevocationReport.CertificateEvidence, in context: PathContext) -> Finding {
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

    private func deviations(of answer: RevocationAnswer, about entry: RevocationReport.CertificateEvidence) -> [Finding]
    {
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
        _ entry: RevocationReport.CertificateEvidence,
        in context: PathContext
    ) -> [Finding] {
        let requirements = context.revocation.requirements
        let missing = context.missingAnswer(entry)
        let isDemanded = entry.isAsked && requirements?.requirePositiveResponse == true
        let isDenied = entry.isAsked && requirements?.denies(missing.certificate) == true
        let severity: Severity = isDemanded || isDenied ? .error : .warning
        let defects = defects(of: entry, as: severity, in: context)
        guard defects.isEmpty || isDenied || !entry.failures.isEmpty else { return defects }
        let methods = (requirements?.methods ?? []).map(\.rawValue).sorted()
        return defects + [
            Finding(
                .revocationUnavailable,
                severity: severity,
                depth: entry.depth,
                message: missing.message,
                facts: [Fact("methods", methods), serialNumber(of: entry, in: context)] + entry.failures.facts
                    + missing.facts
            )
        ]
    }

    /// Returns the findings about unusable evidence; omits evidence about other certificates if there is an answer.
    private func defects(
        of entry: RevocationReport.CertificateEvidence,
        as severity: Severity,
        in context: PathContext
    ) -> [Finding] {
        let relevant = entry.defects.filter { !$0.isOutOfScope || entry.answers.isEmpty }
        return relevant.prefix(PathContext.maximumFindingsEach).map { defect in
            Finding(
                defect.code,
                severity: severity,
                depth: entry.depth,
                message: defect.sentence,
                facts: defect.facts + context.revocation.origins.facts(of: defect.piece)
            )
        }
    }

    private func serialNumber(of entry: RevocationReport.CertificateEvidence, in context: PathContext) -> Fact {
        Fact("serialNumber", Hexadecimal.encode(context.path.certificates[entry.depth].facts.serialNumber.prefix(64)))
    }
}
