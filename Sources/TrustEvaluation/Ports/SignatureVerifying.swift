package import TrustModel

/// Verifies the signatures of certificates; implemented by the cryptographic library.
package protocol SignatureVerifying: Sendable {
    /// Whether a certificate's signature was made with the key of another certificate; false also if the key cannot
    /// be used or the algorithm is not supported.
    ///
    /// - Throws: ``LibraryFailure`` if the library could not carry out the check.
    func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool

    /// Returns the reason why ``isSigned(_:by:)`` returned false.
    func defect(of certificate: Certificate, signedBy issuer: Certificate) -> SignatureDefect

    /// Adds the parameters of issuers in the path to keys that omit their own (RFC 5280 section 6.1.4 (f)).
    ///
    /// Only DSA keys may omit their parameters (RFC 3279 section 2.3.2). The parameters depend on the path, so a
    /// completed certificate must not be used in another path.
    ///
    /// - Parameter certificates: A path, leaf first.
    /// - Returns: The same certificates; completed certificates have another handle and a known key size.
    func completingKeys(of certificates: [Certificate]) -> [Certificate]
}

extension SignatureVerifying {
    /// Returns the certificates unchanged, for libraries that do not support inherited parameters.
    package func completingKeys(of certificates: [Certificate]) -> [Certificate] { certificates }

    /// Reports a wrong signature, for libraries that do not distinguish defects.
    package func defect(of certificate: Certificate, signedBy issuer: Certificate) -> SignatureDefect { .wrong }
}

/// The reason why a certificate's signature is not verified with its issuer's key.
package enum SignatureDefect: Sendable, Hashable {
    /// The signature was not made with the key.
    case wrong
    /// anchord does not support the signature algorithm, so it is unknown whether the signature is valid.
    case unsupportedAlgorithm
    /// anchord supports the signature algorithm, but the library at run time, with this name and version, lacks it.
    case missingAlgorithm(library: String)
    /// The library cannot use the issuer's public key; a clause about the key explains a limit of the library.
    case unusableKey(limit: String?)

    /// Whether the algorithm prevents verification with any key.
    var isOfAlgorithm: Bool {
        switch self {
        case .unsupportedAlgorithm, .missingAlgorithm: true
        case .wrong, .unusableKey: false
        }
    }
}
