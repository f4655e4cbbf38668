package import TrustModel

/// What a policy makes of one reason code (`checks` in documents).
package enum SeverityOverride: String, Sendable, CaseIterable {
    case error
    case warning
    case ignore
}

extension ReasonCode {
    /// Whether a policy may downgrade this code from an error.
    ///
    /// Without an anchor, authorities and true signatures nothing else in a chain means anything; a malformed extension counts as
    /// absent, so that what it limits would be unlimited; what its authority revoked is nobody's to accept; and what could not
    /// be evaluated must not pass. Whoever wants that says `evaluator: disabled`, which warns in every verdict. Pins have keys
    /// of their own that say how much they count, and hazards and notices are no errors.
    package var mayBeDowngraded: Bool {
        !Self.fixed.contains(self) && !Self.fixedGroups.contains(where: name.hasPrefix)
    }

    private static let fixed: Set<ReasonCode> = [
        .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainLoop,
        .chainOrder, .chainDistrusted, .extensionInvalid, .constraintNotCA, .revocationRevoked,
    ]

    private static let fixedGroups = ["internal.", "policy.", "pin.", "hazard.", "notice."]
}
