import TrustModel

/// Requires that each certificate is signed with its issuer's key (RFC 5280 section 6.1.3 (a)(1)).
struct SignatureRule: Rule {
    static let name = "signatures"
    static let nativeCodes: Set<ReasonCode> = [.chainSignatureInvalid]

    func judge(_ context: PathContext) -> RuleOutcome {
        let findings = context.violations(of: Self.nativeCodes).map { violation in
            let issuer = context.path.certificates.indices.contains(violation.depth + 1) ? violation.depth + 1 : nil
            let by = issuer.map { " with the key of \(context.name(at: $0))" } ?? ""
            return Finding(
                .chainSignatureInvalid,
                depth: violation.depth,
                message: "The signature of \(context.name(at: violation.depth)) was not made\(by): \(violation.text).",
                nativeCode: violation.nativeCode
            )
        }
        let count = context.path.certificates.count - 1
        guard count > 0 else {
            return findings.isEmpty ? .skipped(why: "there is no issuer to check with") : .judged(findings, why: "")
        }
        return .judged(findings, why: context.why("\(count) signature\(count == 1 ? " was" : "s were") verified"))
    }
}
