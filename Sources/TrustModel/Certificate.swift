/// A cryptographic library's own view of a certificate; opaque outside the room that made it.
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

    /// Takes the parts as the parser made them.
    package init(der: [UInt8], facts: CertificateFacts, handle: any CertificateHandle) {
        self.der = der
        self.facts = facts
        self.handle = handle
    }
}

extension Certificate: Hashable {
    /// Certificates are the same when their DER is.
    package static func == (left: Certificate, right: Certificate) -> Bool {
        left.facts.fingerprint == right.facts.fingerprint
    }

    /// Hashes the fingerprint.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(facts.fingerprint)
    }
}
