package import TrustModel

/// The cryptographic library's part in evaluating revocation evidence.
package protocol RevocationEvidenceVerifying: Sendable {
    /// Whether a CRL was signed with a certificate's key; false also where the key cannot be used.
    ///
    /// Says nothing of whether the algorithm is strong enough, nor of whether the certificate may sign CRLs.
    /// - Throws: ``LibraryFailure`` where that could not be found out.
    func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) throws(LibraryFailure) -> Bool

    /// Whether an OCSP answer was signed with a certificate's key; false also where the key cannot be used.
    ///
    /// - Throws: ``LibraryFailure`` where that could not be found out.
    func isSigned(_ response: OCSPResponse, by signer: Certificate) throws(LibraryFailure) -> Bool

    /// The digest of some bytes; nil for other algorithms than SHA-1, SHA-256, SHA-384 and SHA-512.
    func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]?

    /// The digest of a certificate's public key, the octets of its bit string (RFC 6960 section 4.1.1); nil as above.
    func digest(ofPublicKeyOf certificate: Certificate, algorithm: OID) -> [UInt8]?
}
