/// The uses that a certificate is trusted for or rejected for, as OpenSSL keeps them beside the certificate
/// (`X509_CERT_AUX`, `openssl x509 -addtrust` and `-addreject`).
package struct TrustSettings: Sendable, Hashable {
    /// The uses that the certificate is trusted for, which exclude all others; nil where the settings name none.
    ///
    /// An empty list trusts the certificate for nothing.
    package let trusted: [OID]?
    /// The uses that the certificate is rejected for.
    package let rejected: [OID]
    /// The SHA-256 of the encoded settings, for the revisions of documents.
    package let digest: Fingerprint

    /// Takes the lists as encoded.
    package init(trusted: [OID]?, rejected: [OID], digest: Fingerprint) {
        self.trusted = trusted
        self.rejected = rejected
        self.digest = digest
    }
}
