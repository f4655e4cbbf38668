/// The uses for which OpenSSL trust settings trust or reject a certificate (`X509_CERT_AUX`).
///
/// `openssl x509 -addtrust` and `-addreject` write these settings.
package struct TrustSettings: Sendable, Hashable {
    /// The only uses for which the certificate is trusted; nil if the list is absent.
    ///
    /// An empty list trusts the certificate for no use.
    package let trusted: [OID]?
    /// The uses that the certificate is rejected for.
    package let rejected: [OID]
    /// The SHA-256 of the encoded settings; the revisions of policy documents depend on it.
    package let digest: Fingerprint

    /// Creates settings from the encoded lists.
    package init(trusted: [OID]?, rejected: [OID], digest: Fingerprint) {
        self.trusted = trusted
        self.rejected = rejected
        self.digest = digest
    }
}
