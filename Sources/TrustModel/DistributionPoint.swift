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
    private static let maximumForms = 32

    /// Whether two names have a point in common, among the first 32 forms of each.
    ///
    /// - Parameters:
    ///   - other: the name to compare with.
    ///   - issuer: who issues the CRL, to whom relative names are relative on both sides.
    /// - Returns: whether some form of one is a form of the other.
    package func matches(_ other: DistributionPoint.Name, issuer: DistinguishedName) -> Bool {
        switch (self, other) {
        case (.full(let left), .full(let right)):
            !Set(left.prefix(Self.maximumForms)).isDisjoint(with: right.prefix(Self.maximumForms))
        case (.relativeToIssuer(let left), .relativeToIssuer(let right)): left == right
        case (.full(let names), .relativeToIssuer(let key)), (.relativeToIssuer(let key), .full(let names)):
            names.prefix(Self.maximumForms).contains { name in
                if case .directory(let name) = name { name.matchingKey == issuer.matchingKey + key } else { false }
            }
        }
    }
}
