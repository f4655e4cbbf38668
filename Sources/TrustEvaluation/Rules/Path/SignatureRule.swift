import TrustModel

/// Requires that each certificate's signature is valid for its issuer's key (RFC 5280 section 6.1.3 (a)(1)).
struct SignatureRule: Rule {
    static let name = "signatures"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let count = context.path.certificates.count - 1
        guard count > 0 else { return .skipped(why: "the path has no issuer") }
        let findings = (0..<count).compactMap { depth -> Finding? in
            let (name, issuer) = (context.name(at: depth), context.name(at: depth + 1))
            switch context.signatureDefect(at: depth) {
            // SignatureAlgorithmRule reports unsupported algorithms, and KeyStrengthRule unusable keys.
            case nil, .unsupportedAlgorithm, .missingAlgorithm, .unusableKey: return nil
            case .wrong:
                let message = "The signature of \(name) was not made with the key of \(issuer)."
                return Finding(.chainSignatureInvalid, depth: depth, message: message)
            }
        }
        return .applied(findings, why: context.why("\(count) signature\(count == 1 ? " was" : "s were") verified"))
    }
}
