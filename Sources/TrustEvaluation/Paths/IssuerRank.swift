import TrustModel

/// The order in which issuers are tried; smaller ranks first (RFC 4158 section 3.5).
///
/// Issuers without defects that would invalidate every path come first. Therefore, a valid path is found early even if
/// many defective variants of its certificates were sent.
struct IssuerRank: Comparable {
    /// The distance of an issuer to the trust anchors, as far as it is known without searching.
    enum Distance: Int64 {
        case isAnchor
        /// An anchor issued the certificate.
        case belowAnchor
        case unknown
        /// The certificate is self-issued and leads to another certificate of the same CA.
        case selfIssued
    }

    private let key: [Int64]
    private let fingerprint: Fingerprint

    init(
        _ issuer: Certificate,
        asIssuerOf certificate: Certificate,
        distance: Distance,
        isDistrusted: Bool,
        for purpose: KeyPurpose,
        at time: Moment
    ) {
        let keyIdentifierRank: Int64 =
            switch KeyIdentifierFit(of: issuer, asIssuerOf: certificate) {
            case .equal: 0
            case .unknown: 1
            case .different: 2
            }
        let faults = Self.faults(of: issuer.facts, isAnchor: distance == .isAnchor, for: purpose, at: time)
        key = [
            faults + (isDistrusted ? 1 : 0), keyIdentifierRank, distance.rawValue,
            -(issuer.facts.notAfter?.secondsSince1970 ?? 0),
        ]
        fingerprint = issuer.facts.fingerprint
    }

    /// Returns the number of a CA certificate's defects that do not depend on the path.
    ///
    /// The number affects only the order of issuers.
    private static func faults(
        of facts: CertificateFacts,
        isAnchor: Bool,
        for purpose: KeyPurpose,
        at time: Moment
    ) -> Int64 {
        let extensions = facts.extensions
        let isFaulty = [
            !time.isWithinValidity(of: facts), !(isAnchor ? facts.isAuthority : facts.isIntermediateAuthority),
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
    /// Whether the certificate's authority key identifier names this issuer's key; nil if either identifier is missing.
    func fitsKeyIdentifier(in certificate: Certificate) -> Bool? {
        guard let wanted = certificate.facts.extensions.authorityKeyIdentifier?.keyIdentifier,
            let offered = facts.extensions.subjectKeyIdentifier
        else { return nil }
        return wanted == offered
    }
}
