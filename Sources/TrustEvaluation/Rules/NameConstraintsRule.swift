import TrustModel

/// Holds names to the subtrees that authorities above them permit and exclude (RFC 5280 section 6.1.3 (b), (c)).
///
/// The comparison is the library's; its limits on the number of names and constraints make it answer with an error where
/// a path is built to waste time.
struct NameConstraintsRule: Rule {
    let name = "nameConstraints"
    let nativeCodes: Set<ReasonCode> = [.constraintName]

    func judge(_ context: PathContext) -> RuleOutcome {
        let findings = context.violations(of: nativeCodes).map { violation in
            let names =
                context.path.certificates.indices.contains(violation.depth)
                ? Self.names(of: context.path.certificates[violation.depth].facts) : []
            return Finding(
                .constraintName,
                depth: violation.depth,
                message:
                    "The names of \(context.name(at: violation.depth)) break a name constraint: \(violation.text).",
                facts: [Fact("names", names)],
                nativeCode: violation.nativeCode
            )
        }
        let hasConstraints = context.path.issuers.contains { $0.facts.extensions.contains(.nameConstraints) }
        guard hasConstraints || !findings.isEmpty else { return .skipped(why: "no authority constrains names") }
        return .judged(findings, why: "names were compared with the constraints above them")
    }

    private static func names(of facts: CertificateFacts) -> [String] {
        (facts.extensions.subjectAlternativeNames ?? []).prefix(20).compactMap { name in
            switch name {
            case .dns(let text), .email(let text), .uri(let text): text
            case .ip(let octets) where octets.count == 4: IPAddress.v4(octets).description
            case .ip(let octets) where octets.count == 16: IPAddress.v6(octets).description
            case .directory(let name): name.abbreviated
            case .ip, .other: nil
            }
        }
    }
}
