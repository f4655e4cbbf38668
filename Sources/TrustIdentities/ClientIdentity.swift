package import TrustModel
package import TrustOpenSSL

/// A client certificate with its chain and its private key.
///
/// The private key is freed with the last reference to the identity.
package final class ClientIdentity: Sendable {
    /// The configuration.
    package let configuration: IdentityConfiguration
    /// The certificates: the leaf, then its issuers as far as they are known.
    package let certificates: [Certificate]
    /// The first second of the leaf's validity period.
    package let notBefore: Instant
    /// The last second of the leaf's validity period.
    package let notAfter: Instant
    /// The last second at which all certificates are valid.
    package let chainNotAfter: Instant
    /// The issuers of all certificates.
    package let issuers: Set<DistinguishedName>
    /// The properties that could be mistakes.
    package let warnings: [IdentityWarning]
    /// The private key.
    package let key: SigningKey

    init(
        configuration: IdentityConfiguration,
        certificates: [Certificate],
        validity: ClosedRange<Instant>,
        warnings: [IdentityWarning],
        key: SigningKey
    ) {
        self.configuration = configuration
        self.certificates = certificates
        notBefore = validity.lowerBound
        notAfter = validity.upperBound
        chainNotAfter = certificates.compactMap(\.facts.notAfter).min() ?? validity.upperBound
        issuers = Set(certificates.map(\.facts.issuer))
        self.warnings = warnings
        self.key = key
    }

    /// The type of the private key.
    package var keyType: SigningKeyType { key.type }

    /// The name in requests.
    package var name: String { configuration.name }

    /// The certificates as PEM.
    package var pem: [String] { certificates.map { PEMText.encode($0.der, label: "CERTIFICATE") } }

    /// The DER of the issuers of all certificates, in the order of the certificates.
    package var issuerNames: [[UInt8]] { certificates.map(\.facts.issuer.der) }
}
