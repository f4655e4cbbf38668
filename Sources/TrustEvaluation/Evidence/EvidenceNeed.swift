package import TrustModel

/// Evidence that an evaluation lacks and that can be fetched.
package struct EvidenceNeed: Sendable {
    /// The kind of evidence.
    package enum Method: String, Sendable, CaseIterable {
        case ocsp
        case crl
        /// The certificate of a missing issuer (RFC 5280 section 4.2.2.1).
        case issuer
    }

    /// The maximum number of locations of one need; certificates usually name one.
    package static let maximumLocations = 4

    /// The certificate that the evidence is about.
    package let certificate: Certificate
    /// The certificate's issuer in the path; nil if the issuer is needed.
    package let issuer: Certificate?
    /// The kind of evidence.
    package let method: Method
    /// The locations in order of preference: at least one and at most ``maximumLocations``, each an `http` URL.
    ///
    /// They are alternatives, so that one answer is sufficient.
    package let locations: [String]
    /// Whether the verdict is a rejection without the evidence (hard fail).
    package let isRequired: Bool
    /// The complete CRL that needs a delta CRL; nil if other evidence is needed.
    package let base: CertificateRevocationList?
    /// The needs about the same certificate that another method can meet, asked if this need is not met soon.
    package var alternatives: [EvidenceNeed] = []
    /// The maximum age of an OCSP response without nextUpdate (``RevocationRequirements/withoutNextUpdate``).
    package let withoutNextUpdate: Int64

    /// Creates a need; nil if none of the locations can be used.
    package init?(
        _ method: Method,
        about certificate: Certificate,
        issuedBy issuer: Certificate?,
        at locations: [String],
        isRequired: Bool,
        updating base: CertificateRevocationList? = nil,
        withoutNextUpdate: Int64 = EvidenceFreshness.ocspAge
    ) {
        self.withoutNextUpdate = withoutNextUpdate
        self.locations = Self.usable(locations)
        guard !self.locations.isEmpty else { return nil }
        self.method = method
        self.certificate = certificate
        self.issuer = issuer
        self.isRequired = isRequired
        self.base = base
    }

    /// Whether an OCSP response that was fetched for an earlier request may be used without asking the responder again.
    ///
    /// A status without nextUpdate may be used only up to the maximum age of the policy.
    package func accepts(stored response: OCSPResponse, at now: Instant) -> Bool {
        (response.answer?.facts.responses ?? []).allSatisfy { single in
            guard single.certificateID.serialNumber == certificate.facts.serialNumber else { return true }
            return now <= EvidenceFreshness(single, ageWithoutNextUpdate: withoutNextUpdate).end
        }
    }

    /// The maximum length of a location, in bytes.
    private static let maximumLength = 1024

    /// Returns the first distinct locations that are short `http` URLs of printable ASCII characters.
    ///
    /// With `https`, fetching would need the revocation status of yet another certificate.
    private static func usable(_ locations: [String]) -> [String] {
        var usable: [String] = []
        for location in locations.prefix(8 * maximumLocations) where usable.count < maximumLocations {
            if isUsable(location), !usable.contains(location) { usable.append(location) }
        }
        return usable
    }

    /// Whether a location may be asked, regardless of the number of locations.
    static func isUsable(_ location: String) -> Bool {
        let bytes = location.utf8
        return bytes.count <= maximumLength && bytes.allSatisfy { (0x21...0x7E).contains($0) }
            && location.prefix(7).lowercased() == "http://" && bytes.count > 7
    }
}

extension EvidenceNeed: Hashable {
    /// Whether both needs are about the same evidence, regardless of ``isRequired`` and ``alternatives``.
    ///
    /// The same delta CRLs are at the same locations for all complete CRLs of one scope, so one attempt is sufficient.
    package static func == (left: EvidenceNeed, right: EvidenceNeed) -> Bool {
        left.method == right.method && left.certificate == right.certificate && left.issuer == right.issuer
            && left.locations == right.locations && left.withoutNextUpdate == right.withoutNextUpdate
            && (left.base == nil) == (right.base == nil)
            && left.base?.facts.issuingDistributionPoint == right.base?.facts.issuingDistributionPoint
    }

    /// Hashes the certificate and the kind of evidence.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(certificate)
        hasher.combine(method)
    }
}

extension EvidenceNeed {
    /// Returns why a verified delta CRL cannot update the complete CRL of the need, as the code of a failure.
    ///
    /// - Returns: `otherBase` if the scope or the base number does not match (RFC 5280 section 5.2.4). Nil if the delta
    ///   updates the complete CRL, if it is not newer and so adds nothing, or if no delta is needed.
    package func mismatch(of list: CertificateRevocationList) -> FetchFailureCode? {
        guard let base else { return nil }
        return list.facts.isDelta(of: base.facts) || base.facts.supersedes(list.facts) ? nil : .otherBase
    }
}

extension [EvidenceNeed] {
    /// The needs, each once, with the alternatives of all its occurrences.
    ///
    /// If two needs are alternatives of each other, only the first remains, because either answer meets both.
    package var merged: [EvidenceNeed] {
        var order: [EvidenceNeed] = []
        var positions: [EvidenceNeed: Int] = [:]
        for need in self {
            if let position = positions[need] {
                let known = order[position].alternatives
                order[position].alternatives += need.alternatives.filter { !known.contains($0) }
            } else if !need.alternatives.contains(where: {
                positions[$0].map { order[$0].alternatives.contains(need) } ?? false
            }) {
                positions[need] = order.count
                order.append(need)
            }
        }
        return order
    }
}
