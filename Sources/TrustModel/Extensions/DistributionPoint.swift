/// Where CRLs for a certificate are to be had, and what they cover (RFC 5280 section 4.2.1.13).
package struct DistributionPoint: Sendable, Hashable {
    /// The name of a point, in either of its two forms.
    package enum Name: Sendable, Hashable {
        /// Names of the same point, in encoded order.
        case full([GeneralName])
        /// What the point adds to the matching key of whoever issues the CRL (``DistinguishedName/matchingKey``).
        case relativeToIssuer(matchingKey: [UInt8])
    }

    /// The point's name; nil when absent.
    package let name: Name?
    /// The reasons that CRLs from here cover; nil for all.
    package let reasons: RevocationReasonFlags?
    /// Who issues the CRLs, where that is not the certificate's issuer; empty when absent.
    package let issuers: [GeneralName]

    /// Takes the parts as parsed.
    package init(name: Name?, reasons: RevocationReasonFlags?, issuers: [GeneralName]) {
        self.name = name
        self.reasons = reasons
        self.issuers = issuers
    }
}

extension DistributionPoint.Name {
    /// How many forms of one name are looked at; real points have two or three.
    package static let maximumForms = 32
}
