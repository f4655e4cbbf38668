package import TrustModel

/// What a policy makes of one reason code (`checks` in documents).
package enum SeverityOverride: String, Sendable, CaseIterable {
    case error
    case warning
    case ignore
}

extension ReasonCode {
    /// Whether a policy may make this code less than an error.
    ///
    /// Without an anchor, authorities and true signatures nothing else in a chain means anything; a malformed extension counts as
    /// absent, so that what it limits would be unlimited; and what could not be judged must not pass. Whoever wants that
    /// says `evaluator: disabled`, which warns in every verdict.
    package var mayBeLowered: Bool {
        let fixed: Set<ReasonCode> = [
            .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainDistrusted,
            .extensionInvalid, .constraintNotCA,
        ]
        return !fixed.contains(self) && !name.hasPrefix("internal.") && !name.hasPrefix("policy.")
    }
}
