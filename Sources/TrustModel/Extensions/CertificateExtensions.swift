/// The extensions of a certificate (RFC 5280 section 4.2).
///
/// A property is nil if the extension is absent or malformed; ``malformed`` lists malformed extensions. Instances are
/// immutable and shared, like ``CertificateFacts``.
package final class CertificateExtensions: Sendable {
    /// An extension in the list.
    package struct Entry: Sendable, Hashable {
        /// The identifier of the extension (extnID).
        package let type: OID
        /// Whether software that does not support the extension must reject the certificate.
        package let isCritical: Bool
        /// The parts of the extension that DER omits.
        package var deviations: EncodingDeviations

        /// Creates a value from its parsed fields.
        package init(type: OID, isCritical: Bool, deviations: EncodingDeviations = []) {
            self.type = type
            self.isCritical = isCritical
            self.deviations = deviations
        }
    }

    /// An extension with invalid contents.
    package struct Malformed: Sendable, Hashable {
        /// The identifier of the extension (extnID).
        package let type: OID
        /// The byte offset of the defect in the certificate's DER.
        package let offset: Int
        /// The defect as a clause.
        package let reason: String

        /// Creates a value from its parsed fields.
        package init(type: OID, offset: Int, reason: String) {
            self.type = type
            self.offset = offset
            self.reason = reason
        }
    }

    /// The malformed and the duplicate extensions (RFC 5280 section 4.2).
    package let malformed: [Malformed]
    /// The subject alternative names in encoded order (RFC 5280 section 4.2.1.6).
    package let subjectAlternativeNames: [GeneralName]?
    /// The identifier of the subject's key (RFC 5280 section 4.2.1.2).
    package let subjectKeyIdentifier: [UInt8]?
    /// The values that are not specific to the certificate; certificates of one issuer may share this object.
    private let common: Common

    private final class Common: Sendable {
        let entries: [Entry]
        let basicConstraints: BasicConstraints?
        let keyUsage: KeyUsage?
        let extendedKeyUsage: [OID]?
        let nameConstraints: NameConstraints?
        let certificatePolicies: [OID]?
        let hasUnknownPolicyQualifiers: Bool
        let policyMappings: [PolicyMapping]
        let policyConstraints: PolicyConstraints?
        let inhibitAnyPolicy: Int?
        let authorityKeyIdentifier: AuthorityKeyIdentifier?
        let issuerLocations: [String]
        let ocspLocations: [String]
        let namesResponder: Bool
        let crlDistributionPoints: [DistributionPoint]?
        let deltaLocations: [String]

        init(
            entries: [Entry],
            basicConstraints: BasicConstraints?,
            keyUsage: KeyUsage?,
            extendedKeyUsage: [OID]?,
            nameConstraints: NameConstraints?,
            certificatePolicies: [OID]?,
            hasUnknownPolicyQualifiers: Bool,
            policyMappings: [PolicyMapping],
            policyConstraints: PolicyConstraints?,
            inhibitAnyPolicy: Int?,
            authorityKeyIdentifier: AuthorityKeyIdentifier?,
            issuerLocations: [String],
            ocspLocations: [String],
            namesResponder: Bool,
            crlDistributionPoints: [DistributionPoint]?,
            deltaLocations: [String]
        ) {
            self.entries = entries
            self.basicConstraints = basicConstraints
            self.keyUsage = keyUsage
            self.extendedKeyUsage = extendedKeyUsage
            self.nameConstraints = nameConstraints
            self.certificatePolicies = certificatePolicies
            self.hasUnknownPolicyQualifiers = hasUnknownPolicyQualifiers
            self.policyMappings = policyMappings
            self.policyConstraints = policyConstraints
            self.inhibitAnyPolicy = inhibitAnyPolicy
            self.authorityKeyIdentifier = authorityKeyIdentifier
            self.issuerLocations = issuerLocations
            self.ocspLocations = ocspLocations
            self.namesResponder = namesResponder
            self.crlDistributionPoints = crlDistributionPoints
            self.deltaLocations = deltaLocations
        }
    }

    /// Creates extensions from their parsed values; by default, all extensions are absent.
    package init(
        entries: [Entry] = [],
        malformed: [Malformed] = [],
        basicConstraints: BasicConstraints? = nil,
        keyUsage: KeyUsage? = nil,
        extendedKeyUsage: [OID]? = nil,
        subjectAlternativeNames: [GeneralName]? = nil,
        nameConstraints: NameConstraints? = nil,
        certificatePolicies: [OID]? = nil,
        hasUnknownPolicyQualifiers: Bool = false,
        policyMappings: [PolicyMapping] = [],
        policyConstraints: PolicyConstraints? = nil,
        inhibitAnyPolicy: Int? = nil,
        authorityKeyIdentifier: AuthorityKeyIdentifier? = nil,
        subjectKeyIdentifier: [UInt8]? = nil,
        issuerLocations: [String] = [],
        ocspLocations: [String] = [],
        namesResponder: Bool? = nil,
        crlDistributionPoints: [DistributionPoint]? = nil,
        deltaLocations: [String] = []
    ) {
        self.malformed = malformed
        self.subjectAlternativeNames = subjectAlternativeNames
        self.subjectKeyIdentifier = subjectKeyIdentifier
        common = Common(
            entries: entries,
            basicConstraints: basicConstraints,
            keyUsage: keyUsage,
            extendedKeyUsage: extendedKeyUsage,
            nameConstraints: nameConstraints,
            certificatePolicies: certificatePolicies,
            hasUnknownPolicyQualifiers: hasUnknownPolicyQualifiers,
            policyMappings: policyMappings,
            policyConstraints: policyConstraints,
            inhibitAnyPolicy: inhibitAnyPolicy,
            authorityKeyIdentifier: authorityKeyIdentifier,
            issuerLocations: issuerLocations,
            ocspLocations: ocspLocations,
            namesResponder: namesResponder ?? !ocspLocations.isEmpty,
            crlDistributionPoints: crlDistributionPoints,
            deltaLocations: deltaLocations
        )
    }

    /// Returns a copy with the given certificate-specific values.
    package func with(
        subjectAlternativeNames: [GeneralName]?,
        subjectKeyIdentifier: [UInt8]?,
        malformed: [Malformed]
    ) -> CertificateExtensions {
        CertificateExtensions(
            malformed: malformed,
            subjectAlternativeNames: subjectAlternativeNames,
            subjectKeyIdentifier: subjectKeyIdentifier,
            common: common
        )
    }

    private init(
        malformed: [Malformed],
        subjectAlternativeNames: [GeneralName]?,
        subjectKeyIdentifier: [UInt8]?,
        common: Common
    ) {
        self.malformed = malformed
        self.subjectAlternativeNames = subjectAlternativeNames
        self.subjectKeyIdentifier = subjectKeyIdentifier
        self.common = common
    }

    /// All extensions in encoded order.
    package var entries: [Entry] { common.entries }
    /// The basic constraints (RFC 5280 section 4.2.1.9).
    package var basicConstraints: BasicConstraints? { common.basicConstraints }
    /// The permitted uses of the key (RFC 5280 section 4.2.1.3).
    package var keyUsage: KeyUsage? { common.keyUsage }
    /// The key purposes in encoded order.
    package var extendedKeyUsage: [OID]? { common.extendedKeyUsage }
    /// The constraints on names in certificates below a CA (RFC 5280 section 4.2.1.10).
    package var nameConstraints: NameConstraints? { common.nameConstraints }
    /// The policy identifiers in encoded order.
    package var certificatePolicies: [OID]? { common.certificatePolicies }
    /// Whether a policy has a qualifier that RFC 5280 section 4.2.1.4 does not define.
    package var hasUnknownPolicyQualifiers: Bool { common.hasUnknownPolicyQualifiers }
    /// The policy mappings in encoded order; empty if there are none.
    package var policyMappings: [PolicyMapping] { common.policyMappings }
    /// The constraints on policies of certificates below a CA.
    package var policyConstraints: PolicyConstraints? { common.policyConstraints }
    /// The number of further certificates in the path before `anyPolicy` has no effect (RFC 5280 section 4.2.1.14).
    package var inhibitAnyPolicy: Int? { common.inhibitAnyPolicy }
    /// The identifier of the issuer's key (RFC 5280 section 4.2.1.1).
    package var authorityKeyIdentifier: AuthorityKeyIdentifier? { common.authorityKeyIdentifier }
    /// The locations of the issuer's certificate.
    package var issuerLocations: [String] { common.issuerLocations }
    /// The locations of OCSP responders.
    package var ocspLocations: [String] { common.ocspLocations }
    /// Whether the certificate names an OCSP responder, also by another form than a URI.
    package var namesResponder: Bool { common.namesResponder }
    /// The distribution points of CRLs for the certificate, in encoded order (RFC 5280 section 4.2.1.13).
    package var crlDistributionPoints: [DistributionPoint]? { common.crlDistributionPoints }
    /// The locations of delta CRLs for the certificate: the URIs of freshestCRL (RFC 5280 section 4.2.1.15).
    package var deltaLocations: [String] { common.deltaLocations }

    /// Whether the CA publishes no revocation information about the certificate (RFC 9608).
    package var hasNoRevocationAvailable: Bool { contains(.noRevocationAvailable) }

    /// Returns whether an extension is present, even if it is malformed.
    package func contains(_ type: OID) -> Bool {
        entries.position(of: type) != nil
    }

    /// Returns whether an extension is present and critical.
    package func isCritical(_ type: OID) -> Bool {
        let entries = entries.span
        for position in entries.indices where entries[position].isCritical && entries[position].type == type {
            return true
        }
        return false
    }

    /// The locations of complete CRLs: the URIs of the distribution points.
    package var crlLocations: [String] {
        (crlDistributionPoints ?? []).flatMap { point -> [String] in
            guard case .full(let names) = point.name else { return [] }
            return names.compactMap { name in if case .uri(let uri) = name { uri } else { nil } }
        }
    }
}

extension [CertificateExtensions.Entry] {
    /// Returns the position of the first extension of a type; nil if there is none.
    ///
    /// The span avoids copies of entries, which would retain their identifiers.
    package func position(of type: OID) -> Int? {
        let entries = span
        for position in entries.indices where entries[position].type == type { return position }
        return nil
    }
}
