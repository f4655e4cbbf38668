/// The representation of a certificate in a cryptographic library; opaque outside the target that creates it.
package protocol CertificateHandle: AnyObject, Sendable {
    /// The SubjectPublicKeyInfo in DER, as received (RFC 5280 section 4.1.2.7).
    var publicKeyInfo: ArraySlice<UInt8> { get }
}

/// A parsed certificate: its encoding, its fields, and the handle used to check signatures.
///
/// Instances are immutable and shared: anchors and intermediates are parsed once and used by many evaluations.
package final class Certificate: Sendable {
    /// The DER encoding, as received.
    package let der: [UInt8]
    /// The parsed fields.
    package let facts: CertificateFacts
    /// The library's handle, used to check signatures.
    package let handle: any CertificateHandle
    /// The trust settings sent with the certificate; nil if they are absent or restrict nothing.
    package var trustSettings: TrustSettings? { if case .present(let settings) = settings { settings } else { nil } }

    /// Indirect cases save memory, since few certificates have trust settings.
    private indirect enum Settings: Sendable {
        case absent
        case present(TrustSettings)
    }

    private let settings: Settings

    /// Creates a certificate from its parsed parts.
    package init(
        der: [UInt8],
        facts: CertificateFacts,
        handle: any CertificateHandle,
        trustSettings: TrustSettings? = nil
    ) {
        self.der = der
        self.facts = facts
        self.handle = handle
        settings = trustSettings.map(Settings.present) ?? .absent
    }

    /// Returns a copy with trust settings.
    package func with(_ settings: TrustSettings) -> Certificate {
        Certificate(der: der, facts: facts, handle: handle, trustSettings: settings)
    }

    /// The SHA-256 of the DER and of any trust settings; the revisions of policy documents depend on both.
    package var contentDigests: [Fingerprint] {
        [facts.fingerprint] + (trustSettings.map { [$0.digest] } ?? [])
    }
}

extension Certificate: Hashable {
    /// Returns whether the DER of both certificates is equal, regardless of trust settings.
    package static func == (left: Certificate, right: Certificate) -> Bool {
        left.facts.fingerprint == right.facts.fingerprint
    }

    /// Hashes the fingerprint.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(facts.fingerprint)
    }
}
