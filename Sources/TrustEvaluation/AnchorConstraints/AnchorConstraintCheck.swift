import TrustModel

/// Compares a path with the alternatives of one constraint on its anchor.
struct AnchorConstraintCheck {
    /// Whether an alternative holds.
    let isMet: Bool
    /// The failed conditions of each alternative with the compared values; empty if the constraint is met.
    let failures: [String]

    init(_ constraint: AnchorConstraint, _ context: PathContext) {
        let failed = constraint.alternatives.map { Self.failures(of: $0, context) }
        let open = zip(constraint.alternatives, failed).filter { $0.1.isEmpty }.map(\.0)
        // The earlier ends of other alternatives do not matter as long as the latest one holds.
        let last = open.contains { $0.until == nil } ? nil : open.compactMap(\.until).max()
        isMet = !open.isEmpty && !(last.map(context.time.hasEnded) ?? false)
        failures =
            isMet
            ? []
            : zip(constraint.alternatives, failed).map { alternative, failed in
                (failed + (Self.ended(alternative, context).map { [$0] } ?? [])).joined(separator: "; ")
            }
    }

    /// The condition on the time of evaluation, if it has failed.
    private static func ended(_ alternative: AnchorAlternative, _ context: PathContext) -> String? {
        guard let until = alternative.until, context.time.hasEnded(until) else { return nil }
        return "until: the time of evaluation \(context.time.quoted) is after \(until)"
    }

    /// Returns the failed conditions that do not depend on the time of evaluation.
    private static func failures(of alternative: AnchorAlternative, _ context: PathContext) -> [String] {
        let leaf = context.path.leaf.facts
        return [
            alternative.leafNotBeforeUntil.flatMap { leafNotBefore(of: leaf, until: $0) },
            alternative.sctNotAfter.flatMap { scts(of: context, notAfter: $0) },
            alternative.dnsNames.flatMap { dnsNames(of: leaf, $0) },
            // The profile `basicX509` ignores the purpose of the leaf, but the policy still has one.
            alternative.allows(context.requirements.purpose)
                ? nil : purposes(alternative.purposes ?? [], context.requirements.purpose),
        ].compactMap(\.self)
    }

    private static func leafNotBefore(of leaf: CertificateFacts, until last: Instant) -> String? {
        guard let notBefore = leaf.notBefore else { return "leafNotBeforeUntil: notBefore of the leaf is malformed" }
        return notBefore <= last ? nil : "leafNotBeforeUntil: notBefore of the leaf is \(notBefore), after \(last)"
    }

    private static func scts(of context: PathContext, notAfter last: Instant) -> String? {
        let report = context.timestamps ?? TimestampReport()
        guard let earliest = report.verified.map(\.instant).min() else {
            return "sctNotAfter: an SCT not after \(last) is required, but \(obstacle(report, context.logs))"
        }
        guard earliest > last else { return nil }
        let unchecked = report.exceededBounds.isEmpty ? "" : "; not all SCTs were checked within the work budget"
        return "sctNotAfter: the earliest verified SCT is from \(earliest), after \(last)\(unchecked)"
    }

    /// Returns the reason why no SCT was verified, as a clause.
    private static func obstacle(_ report: TimestampReport, _ logs: TransparencyLogList?) -> String {
        if logs == nil { return "no log list is configured (evidence.logList)" }
        if !report.exceededBounds.isEmpty { return "not all SCTs were checked within the work budget" }
        guard let defect = report.defects.first else { return "the leaf has no SCT" }
        let others = report.defects.count - 1
        return "no SCT of the leaf was verified: the first one \(defect.message)"
            + (others == 0 ? "" : ", and \(others) more were not accepted")
    }

    /// Requires at least one DNS name, because a certificate without one is for other names than the allowed ones.
    private static func dnsNames(of leaf: CertificateFacts, _ allowed: AnchorNames) -> String? {
        let names = (leaf.extensions.subjectAlternativeNames ?? []).lazy.compactMap { name -> String? in
            if case .dns(let text) = name { text } else { nil }
        }
        let expected = ConstraintText.list(allowed.texts)
        guard !names.isEmpty else { return "dnsNames: the leaf has no DNS name; expected \(expected)" }
        return names.first { allowed.index.match($0) != .met }.map {
            "dnsNames: the DNS name \(ConstraintText.excerpt($0)) of the leaf does not match \(expected)"
        }
    }

    private static func purposes(_ allowed: [KeyPurpose], _ purpose: KeyPurpose) -> String {
        "purposes: the purpose of the evaluation is \(purpose); expected \(ConstraintText.list(allowed.map(\.description)))"
    }
}
