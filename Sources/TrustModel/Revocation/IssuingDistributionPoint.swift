/// The scope of a CRL (RFC 5280 section 5.2.5).
package struct IssuingDistributionPoint: Sendable, Hashable {
    /// The name of the CRL's distribution point; nil for all distribution points of the issuer.
    package var name: DistributionPoint.Name?
    /// Whether the CRL covers only end-entity certificates.
    package var onlyContainsUserCerts: Bool
    /// Whether the CRL covers only CA certificates.
    package var onlyContainsCACerts: Bool
    /// Whether the CRL covers only attribute certificates.
    package var onlyContainsAttributeCerts: Bool
    /// Whether the CRL may list certificates of other issuers.
    package var indirectCRL: Bool
    /// The revocation reasons that the CRL covers; nil for all.
    package var onlySomeReasons: RevocationReasonFlags?

    /// Creates a distribution point from its parsed fields; the defaults cover all certificates.
    package init(
        name: DistributionPoint.Name? = nil,
        onlyContainsUserCerts: Bool = false,
        onlyContainsCACerts: Bool = false,
        onlyContainsAttributeCerts: Bool = false,
        indirectCRL: Bool = false,
        onlySomeReasons: RevocationReasonFlags? = nil
    ) {
        self.name = name
        self.onlyContainsUserCerts = onlyContainsUserCerts
        self.onlyContainsCACerts = onlyContainsCACerts
        self.onlyContainsAttributeCerts = onlyContainsAttributeCerts
        self.indirectCRL = indirectCRL
        self.onlySomeReasons = onlySomeReasons
    }
}
