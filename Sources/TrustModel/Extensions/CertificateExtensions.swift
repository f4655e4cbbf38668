/// The extensions of a certificate (RFC 5280 section 4.2).
///
/// A property is nil when the extension is absent or malformed; ``malformed`` names the extension. Immutable and shared, as the
/// certificate's other facts are.
package final class CertificateExtensions: Sendable {
    /// An extension as it stands in the list.
    package struct Entry: Sendable, Hashable {
        /// Which extension it is (extnID).
        package let type: OID
        /// Whether whoever does not understand it must refuse the certificate.
        package let isCritical: Bool
        /// Whether the criticality is written out although it is the default, FALSE.
        package let writesDefault: Bool

        /// Takes the parts as parsed.
        package init(type: OID, isCritical: Bool, writesDefault: Bool = false) {
            self.type = type
            self.isCritical = isCritical
            self.writesDefault = writesDefault
        }
    }

    /// An extension whose contents do not follow their syntax.
    package struct Malformed: Sendable, Hashable {
        /// Which extension it is (extnID).
        package let type: OID
        /// Byte offset in the certificate's DER.
        package let offset: Int
        /// The defect at that byte, as a clause.
        package let reason: String

        /// Takes the parts as parsed.
        package init(type: OID, offset: Int, reason: String) {
            self.type = type
            self.offset = offset
            self.reason = reason
        }
    }

    /// Those that could not be read, and those that stand twice (RFC 5280 section 4.2).
    package let malformed: [Malformed]
    /// The names that the certificate is for, in encoded order (RFC 5280 section 4.2.1.6).
    package let subjectAlternativeNames: [GeneralName]?
    /// The identifier of the certificate's own key (RFC 5280 section 4.2.1.2).
    package let subjectKeyIdentifier: [UInt8]?
    /// The extensions that a certificate may share with others of its issuer.
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
        let crlDistributionPoints: [DistributionPoint]?

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
            crlDistributionPoints: [DistributionPoint]?
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
            self.crlDistributionPoints = crlDistributionPoints
        }
    }

    /// Takes what was found of each; no extensions unless some are given.
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
        crlDistributionPoints: [DistributionPoint]? = nil
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
            crlDistributionPoints: crlDistributionPoints
        )
    }

    /// The same extensions with those of a single certificate.
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
    /// Whether the subject is an authority, and how far (RFC 5280 section 4.2.1.9).
    package var basicConstraints: BasicConstraints? { common.basicConstraints }
    /// The permitted uses of the key (RFC 5280 section 4.2.1.3).
    package var keyUsage: KeyUsage? { common.keyUsage }
    /// Key purposes in encoded order.
    package var extendedKeyUsage: [OID]? { common.extendedKeyUsage }
    /// Which names may stand below an authority (RFC 5280 section 4.2.1.10).
    package var nameConstraints: NameConstraints? { common.nameConstraints }
    /// Policy identifiers in encoded order.
    package var certificatePolicies: [OID]? { common.certificatePolicies }
    /// Whether policies have qualifiers of a kind that RFC 5280 section 4.2.1.4 does not know.
    package var hasUnknownPolicyQualifiers: Bool { common.hasUnknownPolicyQualifiers }
    /// Which policies of the issuer's stand for which of the subject's, in encoded order; empty without any.
    package var policyMappings: [PolicyMapping] { common.policyMappings }
    /// The requirements of a CA on the policies of the certificates below it.
    package var policyConstraints: PolicyConstraints? { common.policyConstraints }
    /// How many certificates may stand below before `anyPolicy` counts for nothing (RFC 5280 section 4.2.1.14).
    package var inhibitAnyPolicy: Int? { common.inhibitAnyPolicy }
    /// Which of its issuer's keys signed (RFC 5280 section 4.2.1.1).
    package var authorityKeyIdentifier: AuthorityKeyIdentifier? { common.authorityKeyIdentifier }
    /// The locations of the issuer's certificate.
    package var issuerLocations: [String] { common.issuerLocations }
    /// The locations of OCSP responders.
    package var ocspLocations: [String] { common.ocspLocations }
    /// The distribution points of CRLs for the certificate, in encoded order (RFC 5280 section 4.2.1.13).
    package var crlDistributionPoints: [DistributionPoint]? { common.crlDistributionPoints }

    /// Whether an extension stands in the list, readable or not.
    package func contains(_ type: OID) -> Bool {
        entries.contains { $0.type == type }
    }

    /// Whether an extension stands in the list and is critical.
    package func isCritical(_ type: OID) -> Bool {
        entries.contains { $0.type == type && $0.isCritical }
    }

    /// The number of object identifiers and names in the lists that a certificate may fill: each takes 24 bytes or more, however
    /// short it is.
    package var elementCount: Int {
        let identifiers = (extendedKeyUsage?.count ?? 0) + (certificatePolicies?.count ?? 0) + 2 * policyMappings.count
        let constraints = nameConstraints.map { $0.permitted.count + $0.excluded.count + $0.basesWithDistances.count }
        return entries.count + identifiers + (subjectAlternativeNames?.count ?? 0) + (constraints ?? 0)
    }

    /// The locations of full CRLs: the URIs among the names of the distribution points.
    package var crlLocations: [String] {
        (crlDistributionPoints ?? []).flatMap { point -> [String] in
            guard case .full(let names) = point.name else { return [] }
            return names.compactMap { name in if case .uri(let uri) = name { uri } else { nil } }
        }
    }
}
