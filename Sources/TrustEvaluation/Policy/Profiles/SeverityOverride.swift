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
    /// Errors about the anchor, CA certificates and signatures are fixed, because all other checks depend on them. A
    /// malformed extension would be treated as absent, so its restrictions would not apply. A revoked certificate and
    /// a failed evaluation must not be accepted. To omit the fixed checks, a policy must use `evaluator: disabled`,
    /// which warns in every verdict. Pins are controlled by other configuration keys, and hazards and notices are not
    /// errors.
    package var mayBeDowngraded: Bool {
        !Self.fixed.contains(self) && !Self.fixedGroups.contains(where: name.hasPrefix)
    }

    private static let fixed: Set<ReasonCode> = [
        .chainSignatureInvalid, .chainIssuerNotFound, .chainUntrustedRoot, .chainSelfSignedLeaf, .chainLoop,
        .chainOrder, .chainDistrusted, .extensionInvalid, .constraintNotCA, .revocationRevoked,
    ]

    private static let fixedGroups = ["internal.", "policy.", "pin.", "hazard.", "notice."]
}
