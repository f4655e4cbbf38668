/// What a CRL covers (RFC 5280 section 5.2.5).
package struct IssuingDistributionPoint: Sendable, Hashable {
    /// The name of the point that the CRL is for; nil for all points of its issuer.
    package var name: DistributionPoint.Name?
    /// Whether it lists certificates of end entities only.
    package var onlyContainsUserCerts: Bool
    /// Whether it lists certificates of authorities only.
    package var onlyContainsCACerts: Bool
    /// Whether it lists attribute certificates only.
    package var onlyContainsAttributeCerts: Bool
    /// Whether it may list certificates of other issuers.
    package var indirectCRL: Bool
    /// The reasons that it covers; nil for all.
    package var onlySomeReasons: RevocationReasonFlags?

    /// Takes the parts as parsed; without any, a CRL that covers everything.
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
