package import TrustModel

/// The cryptographic operations for revocation evidence.
package protocol RevocationEvidenceVerifying: Sendable {
    /// Whether a CRL is signed with a certificate's key; false also if the key cannot be used.
    ///
    /// The strength of the algorithm and the certificate's right to sign CRLs are not checked.
    ///
    /// - Throws: ``LibraryFailure`` if the library could not carry out the check.
    func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) throws(LibraryFailure) -> Bool

    /// Whether an OCSP response is signed with a certificate's key; false also if the key cannot be used.
    ///
    /// - Throws: ``LibraryFailure`` if the library could not carry out the check.
    func isSigned(_ response: OCSPResponse, by signer: Certificate) throws(LibraryFailure) -> Bool

    /// Returns the digest of bytes; nil for algorithms other than SHA-1, SHA-256, SHA-384 and SHA-512.
    func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]?

    /// Returns the digest of the octets in the bit string of a certificate's public key (RFC 6960 section 4.1.1); nil
    /// for the same algorithms as ``digest(of:algorithm:)``.
    func digest(ofPublicKeyOf certificate: Certificate, algorithm: OID) -> [UInt8]?

    /// Returns the name and version of the library if it lacks an algorithm; otherwise nil.
    func library(without algorithm: PostQuantumAlgorithm) -> String?
}

extension RevocationEvidenceVerifying {
    /// Returns nil, for libraries that have all algorithms.
    package func library(without algorithm: PostQuantumAlgorithm) -> String? { nil }
}
