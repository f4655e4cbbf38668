package import TrustModel
import TrustOpenSSL

/// A signature made by an identity.
package struct IdentitySignature: Sendable, Equatable {
    /// The signature; in DER for ECDSA.
    package let signature: [UInt8]
    /// The signed bytes if the daemon built them; nil for messages and digests.
    package let signed: [UInt8]?
}

extension ClientIdentity {
    /// Signs the content of a request.
    ///
    /// - Parameters:
    ///   - request: The content.
    ///   - algorithm: The algorithm, which must suit the key.
    /// - Returns: The signature.
    /// - Throws: ``SignatureRequestError`` if the configuration does not allow the request, if the request is invalid,
    ///   or if the algorithm does not suit the key or the request.
    package func sign(
        _ request: SignatureRequest,
        with algorithm: SigningAlgorithm
    ) throws(SignatureRequestError) -> IdentitySignature {
        let isBuilt: Bool
        switch request {
        case .tls13CertificateVerify:
            guard key.type.tls13Algorithms.contains(algorithm) else {
                throw .algorithmNotInTLS13(algorithm, key.type)
            }
            isBuilt = true
        case .challenge: isBuilt = true
        case .digest, .message:
            guard configuration.digests else { throw .digestsNotAllowed }
            isBuilt = false
        }
        let content = try request.content()
        do throws(SigningError) {
            if case .digest(let digest) = request {
                return IdentitySignature(signature: try key.sign(digest: digest, with: algorithm), signed: nil)
            }
            let signature = try key.sign(content ?? [], with: algorithm)
            return IdentitySignature(signature: signature, signed: isBuilt ? content : nil)
        } catch {
            throw .signing(error)
        }
    }
}
