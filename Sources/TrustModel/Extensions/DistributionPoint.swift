/// A location of CRLs for a certificate, with their scope (RFC 5280 section 4.2.1.13).
package struct DistributionPoint: Sendable, Hashable {
    /// The name of a distribution point, in either of its two forms.
    package enum Name: Sendable, Hashable {
        /// Names of the same distribution point in encoded order.
        case full([GeneralName])
        /// A name relative to the CRL issuer's name: the octets to append to the CRL issuer's
        /// ``DistinguishedName/matchingKey``.
        case relativeToIssuer(matchingKey: [UInt8])
    }

    /// The name of the distribution point; nil if absent.
    package let name: Name?
    /// The revocation reasons that its CRLs cover; nil if they cover all.
    package let reasons: RevocationReasonFlags?
    /// The names of a CRL issuer that is not the certificate's issuer; empty if absent.
    package let issuers: [GeneralName]

    /// Creates a distribution point from its parsed fields.
    package init(name: Name?, reasons: RevocationReasonFlags?, issuers: [GeneralName]) {
        self.name = name
        self.reasons = reasons
        self.issuers = issuers
    }
}

extension DistributionPoint.Name {
    /// The maximum number of names compared for one distribution point; public certificates have two or three.
    package static let maximumForms = 32
}

extension DistributionPoint {
    /// The URIs among the first ``Name/maximumForms`` forms of the point's full name; empty for other names.
    package var locations: [String] {
        guard case .full(let names) = name else { return [] }
        return names.prefix(Name.maximumForms).compactMap { name in
            if case .uri(let location) = name { location } else { nil }
        }
    }
}

extension [DistributionPoint] {
    /// The URIs of all points, at most 32.
    package var locations: [String] {
        [String](lazy.flatMap { $0.locations }.prefix(DistributionPoint.Name.maximumForms))
    }
}
