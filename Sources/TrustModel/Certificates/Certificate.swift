/// A cryptographic library's own view of a certificate; opaque outside the target that made it.
package protocol CertificateHandle: AnyObject, Sendable {}

/// A parsed certificate: its bytes, what they say, and the handle by which signatures are checked.
///
/// Immutable and shared: anchors and intermediates are parsed once and used by many evaluations.
package final class Certificate: Sendable {
    /// The DER encoding, as received.
    package let der: [UInt8]
    /// What the bytes say.
    package let facts: CertificateFacts
    /// What the library that parsed the bytes checks signatures with.
    package let handle: any CertificateHandle
    /// The trust settings that came beside the certificate; nil where none restrict it.
    package var trustSettings: TrustSettings? { if case .present(let settings) = settings { settings } else { nil } }

    /// Outside of the certificate, since few have any.
    private indirect enum Settings: Sendable {
        case absent
        case present(TrustSettings)
    }

    private let settings: Settings

    /// Takes the parts as the parser made them.
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

    /// The same certificate with trust settings beside it.
    package func with(_ settings: TrustSettings) -> Certificate {
        Certificate(der: der, facts: facts, handle: handle, trustSettings: settings)
    }

    /// The SHA-256 of the DER, and of the trust settings where there are some, for the revisions of documents.
    package var contentDigests: [Fingerprint] {
        [facts.fingerprint] + (trustSettings.map { [$0.digest] } ?? [])
    }
}

extension Certificate: Hashable {
    /// Certificates are the same when their DER is, whatever trust settings came beside them.
    package static func == (left: Certificate, right: Certificate) -> Bool {
        left.facts.fingerprint == right.facts.fingerprint
    }

    /// Hashes the fingerprint.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(facts.fingerprint)
    }
}
