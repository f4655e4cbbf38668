import TrustModel

/// The order in which issuers are tried; the smaller, the more promising (RFC 4158 section 3.5).
///
/// First those in which nothing is wrong that would spoil every path through them, so that a sound path is found early
/// however many faulty twins of its certificates were sent.
struct IssuerRank: Comparable {
    private let key: [Int64]
    private let fingerprint: Fingerprint

    init(
        _ issuer: Certificate,
        asIssuerOf certificate: Certificate,
        isAnchor: Bool,
        isDistrusted: Bool,
        for purpose: KeyPurpose,
        at instant: Instant
    ) {
        let keyIdentifierRank: Int64 =
            switch issuer.fitsKeyIdentifier(in: certificate) {
            case true: 0
            case nil: 1
            case false: 2
            }
        key = [
            Self.faults(of: issuer.facts, isAnchor: isAnchor, for: purpose, at: instant) + (isDistrusted ? 1 : 0),
            keyIdentifierRank, isAnchor ? 0 : 1, -(issuer.facts.notAfter?.secondsSince1970 ?? 0),
        ]
        fingerprint = issuer.facts.fingerprint
    }

    /// How many things are wrong in an authority's certificate, whatever path it stands in; rules have the last word.
    private static func faults(
        of facts: CertificateFacts,
        isAnchor: Bool,
        for purpose: KeyPurpose,
        at instant: Instant
    ) -> Int64 {
        let extensions = facts.extensions
        let isFaulty = [
            !facts.isValid(at: instant), !(isAnchor ? facts.isAuthority : facts.isIntermediateAuthority),
            !(extensions.keyUsage?.contains(.keyCertSign) ?? true), !extensions.malformed.isEmpty,
            extensions.entries.contains { $0.isCritical && !CriticalExtensionsRule.understood.contains($0.type) },
            !isAnchor && !PurposeRule.allows(purpose, facts),
        ]
        return Int64(isFaulty.count { $0 })
    }

    static func < (left: IssuerRank, right: IssuerRank) -> Bool {
        guard left.key == right.key else { return left.key.lexicographicallyPrecedes(right.key) }
        return left.fingerprint < right.fingerprint
    }
}

extension Certificate {
    /// Whether this is the issuer whose key a certificate names by its identifier; nil where either says nothing.
    func fitsKeyIdentifier(in certificate: Certificate) -> Bool? {
        guard let wanted = certificate.facts.extensions.authorityKeyIdentifier?.keyIdentifier,
            let offered = facts.extensions.subjectKeyIdentifier
        else { return nil }
        return wanted == offered
    }
}
