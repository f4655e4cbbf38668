import TrustModel

/// Requires that whoever issued a certificate is an authority (RFC 5280 section 6.1.4 (k)).
///
/// Intermediates must say so in basic constraints. An anchor of version 1 or 2 cannot, and is an authority because it was
/// chosen as one; an anchor of version 3 that has issued something must say so as everyone else.
struct BasicConstraintsRule: Rule {
    static let name = "basicConstraints"
    static let nativeCodes: Set<ReasonCode> = [.constraintNotCA]

    func judge(_ context: PathContext) -> RuleOutcome {
        guard context.path.certificates.count > 1 else { return .skipped(why: "nothing was issued in this path") }
        let findings = context.certificates.dropFirst().compactMap { depth, facts -> Finding? in
            let native = context.violations.first { $0.code == .constraintNotCA && $0.depth == depth }?.nativeCode
            guard !(context.isAnchor(depth) && facts.version < 3) else { return nil }
            // OpenSSL counts a key usage without keyCertSign in here too, and whatever it could not read.
            let maySign = facts.extensions.keyUsage?.contains(.keyCertSign) ?? true
            let isRead = context.native(.extensionInvalid, at: depth) == nil
            guard !facts.isAuthority || native != nil && maySign && isRead else { return nil }
            return Finding(
                .constraintNotCA,
                depth: depth,
                message:
                    "\(facts.displayName) issued \(context.name(at: depth - 1)) but is not a certification authority.",
                facts: [Fact("hasBasicConstraints", facts.extensions.contains(.basicConstraints))],
                nativeCode: native
            )
        }
        return .judged(findings, why: "each issuer's basic constraints were read")
    }
}
