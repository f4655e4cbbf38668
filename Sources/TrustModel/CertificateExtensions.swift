/// The extensions of a certificate (RFC 5280 section 4.2).
///
/// A property is nil when the extension is absent or malformed; ``malformed`` tells which.
package struct CertificateExtensions: Sendable {
    /// An extension as it stands in the list.
    package struct Entry: Sendable, Hashable {
        /// Which extension it is (extnID).
        package let type: OID
        /// Whether whoever does not understand it must refuse the certificate.
        package let isCritical: Bool

        /// Takes the parts as parsed.
        package init(type: OID, isCritical: Bool) {
            self.type = type
            self.isCritical = isCritical
        }
    }

    /// An extension whose contents do not follow their syntax.
    package struct Malformed: Sendable, Hashable {
        /// Which extension it is (extnID).
        package let type: OID
        /// Byte offset in the certificate's DER.
        package let offset: Int
        /// What is wrong there, as a clause.
        package let reason: String

        /// Takes the parts as parsed.
        package init(type: OID, offset: Int, reason: String) {
            self.type = type
            self.offset = offset
            self.reason = reason
        }
    }

    /// All extensions in encoded order.
    package var entries: [Entry] = []
    /// Those that could not be read, and those that stand twice (RFC 5280 section 4.2).
    package var malformed: [Malformed] = []
    /// Whether the subject is an authority, and how far (RFC 5280 section 4.2.1.9).
    package var basicConstraints: BasicConstraints?
    /// What the key may be used for (RFC 5280 section 4.2.1.3).
    package var keyUsage: KeyUsage?
    /// Key purposes in encoded order.
    package var extendedKeyUsage: [OID]?
    /// The names that the certificate is for, in encoded order (RFC 5280 section 4.2.1.6).
    package var subjectAlternativeNames: [GeneralName]?
    /// Which names may stand below an authority (RFC 5280 section 4.2.1.10).
    package var nameConstraints: NameConstraints?
    /// Policy identifiers in encoded order.
    package var certificatePolicies: [OID]?
    /// Which of its issuer's keys signed (RFC 5280 section 4.2.1.1).
    package var authorityKeyIdentifier: AuthorityKeyIdentifier?
    /// The identifier of the certificate's own key (RFC 5280 section 4.2.1.2).
    package var subjectKeyIdentifier: [UInt8]?
    /// Where the issuer's certificate may be fetched.
    package var issuerLocations: [String] = []
    /// Where OCSP is answered.
    package var ocspLocations: [String] = []
    /// Where full CRLs may be fetched.
    package var crlLocations: [String] = []

    /// No extensions.
    package init() {}

    /// Whether an extension stands in the list, readable or not.
    package func contains(_ type: OID) -> Bool {
        entries.contains { $0.type == type }
    }
}

/// Whether a subject may issue certificates, and how far (RFC 5280 section 4.2.1.9).
package struct BasicConstraints: Sendable, Hashable {
    /// Whether the subject is a certification authority (cA).
    package let isAuthority: Bool
    /// How many non-self-issued intermediates may follow; nil without limit.
    package let pathLength: Int?

    /// Takes the parts as parsed.
    package init(isAuthority: Bool, pathLength: Int?) {
        self.isAuthority = isAuthority
        self.pathLength = pathLength
    }
}

/// What a key may be used for (RFC 5280 section 4.2.1.3).
package struct KeyUsage: OptionSet, Sendable, Hashable {
    /// One bit a usage; bits beyond the nine that RFC 5280 names are kept and mean nothing here.
    package let rawValue: UInt16

    /// Takes the bits, the first named bit of the standard being the lowest here.
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The usages of RFC 5280, in the order of their bits.
    package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    package static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    package static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    package static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    package static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    package static let cRLSign = KeyUsage(rawValue: 1 << 6)
    package static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    package static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    private static let names = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
        "cRLSign", "encipherOnly", "decipherOnly",
    ]

    /// The names of RFC 5280 of the bits that are set.
    package var names: [String] {
        Self.names.enumerated().filter { rawValue & 1 << $0.offset != 0 }.map(\.element)
    }

    /// Finds one bit by its name in RFC 5280; nil for an unknown name.
    package init?(name: String) {
        guard let bit = Self.names.firstIndex(of: name) else { return nil }
        self.init(rawValue: 1 << bit)
    }
}

/// Which names may stand below an authority (RFC 5280 section 4.2.1.10).
package struct NameConstraints: Sendable, Hashable {
    /// The subtrees that names must be in, for the kinds of names that stand here; empty for all.
    package let permitted: [GeneralName]
    /// The subtrees that no name may be in.
    package let excluded: [GeneralName]

    /// Takes the parts as parsed.
    package init(permitted: [GeneralName], excluded: [GeneralName]) {
        self.permitted = permitted
        self.excluded = excluded
    }
}

/// Which key of the issuer signed (RFC 5280 section 4.2.1.1).
package struct AuthorityKeyIdentifier: Sendable, Hashable {
    /// The subject key identifier of the issuer's certificate; nil when absent.
    package let keyIdentifier: [UInt8]?
    /// The names of the issuer's issuer; nil when absent.
    package let issuers: [GeneralName]?
    /// Content octets of the issuer certificate's serial number.
    package let serialNumber: [UInt8]?

    /// Takes the parts as parsed.
    package init(keyIdentifier: [UInt8]?, issuers: [GeneralName]?, serialNumber: [UInt8]?) {
        self.keyIdentifier = keyIdentifier
        self.issuers = issuers
        self.serialNumber = serialNumber
    }
}
