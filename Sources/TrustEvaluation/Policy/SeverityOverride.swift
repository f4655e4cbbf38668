package import TrustModel

/// The severity that a policy sets for one reason code (`checks` in documents).
package enum SeverityOverride: String, Sendable, CaseIterable {
    case error
    case warning
    case ignore
}

extension ReasonCode {
    /// Whether a policy may downgrade this code from an error.
    ///
    /// An anchor, CA certificates and valid signatures are necessary for every other check. A malformed extension would
    /// be treated as absent, so its restrictions would not apply. A revocation by the issuer and a failed evaluation
    /// must not be accepted. Policies without these checks need `evaluator: disabled`, which warns in every verdict.
    /// Pins have configuration keys of their own, and hazards and notices are not errors.
    package var mayBeDowngraded: Bool {
        !Self.fixed.contains(self) && !Self.fixedGroups.contains(where: name.hasPrefix)
    }

    private static let fixed: Set<ReasonCode> = [
        .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainLoop,
        .chainOrder, .chainDistrusted, .extensionInvalid, .constraintNotCA, .revocationRevoked,
    ]

    private static let fixedGroups = ["internal.", "policy.", "pin.", "hazard.", "notice."]
}
