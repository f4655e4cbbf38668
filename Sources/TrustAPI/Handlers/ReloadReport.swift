package import TrustIdentities
package import TrustPolicies

/// The outcome of a reload of everything that can be reloaded.
package struct ReloadReport: Sendable {
    /// The outcome for policies and trust anchors.
    package let policies: ReloadOutcome
    /// The outcome for identities, which are reloaded only if the policies were loaded.
    package let identities: IdentityReloadOutcome
    /// Whether all responses under earlier blocks have been sent.
    package var isSettled = true

    /// Creates a report.
    package init(policies: ReloadOutcome, identities: IdentityReloadOutcome) {
        self.policies = policies
        self.identities = identities
    }
}
