/// A signature algorithm of client identities; the names are stable.
package enum SigningAlgorithm: String, Sendable, Hashable, CaseIterable {
    /// RSASSA-PSS; the salt is as long as the digest, and the mask uses the same digest (RFC 8446 section 4.2.3).
    case rsaPSSWithSHA256
    case rsaPSSWithSHA384
    case rsaPSSWithSHA512
    /// RSASSA-PKCS1-v1_5 (RFC 8017 section 8.2).
    case rsaPKCS1WithSHA256
    case rsaPKCS1WithSHA384
    case rsaPKCS1WithSHA512
    /// ECDSA with a signature in DER (RFC 5758 section 3.2).
    case ecdsaWithSHA256
    case ecdsaWithSHA384
    case ecdsaWithSHA512
    /// Ed25519, which signs messages, not digests (RFC 8032).
    case ed25519

    /// The length of the signed digest in bytes; nil if the algorithm signs the message itself.
    package var digestLength: Int? {
        switch self {
        case .rsaPSSWithSHA256, .rsaPKCS1WithSHA256, .ecdsaWithSHA256: 32
        case .rsaPSSWithSHA384, .rsaPKCS1WithSHA384, .ecdsaWithSHA384: 48
        case .rsaPSSWithSHA512, .rsaPKCS1WithSHA512, .ecdsaWithSHA512: 64
        case .ed25519: nil
        }
    }
}

/// The types of private keys that can sign.
package enum SigningKeyType: String, Sendable, Hashable, CaseIterable {
    case rsa
    case ecdsaP256
    case ecdsaP384
    case ecdsaP521
    case ed25519

    /// The algorithms with which keys of this type can sign.
    package var algorithms: [SigningAlgorithm] {
        switch self {
        case .rsa:
            [
                .rsaPSSWithSHA256, .rsaPSSWithSHA384, .rsaPSSWithSHA512,
                .rsaPKCS1WithSHA256, .rsaPKCS1WithSHA384, .rsaPKCS1WithSHA512,
            ]
        case .ecdsaP256, .ecdsaP384, .ecdsaP521: [.ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512]
        case .ed25519: [.ed25519]
        }
    }

    /// The algorithms with which a TLS 1.3 client can sign (RFC 8446 section 4.2.3).
    ///
    /// TLS 1.3 has no PKCS #1 signatures in a CertificateVerify, and one digest for each curve.
    package var tls13Algorithms: [SigningAlgorithm] {
        switch self {
        case .rsa: [.rsaPSSWithSHA256, .rsaPSSWithSHA384, .rsaPSSWithSHA512]
        case .ecdsaP256: [.ecdsaWithSHA256]
        case .ecdsaP384: [.ecdsaWithSHA384]
        case .ecdsaP521: [.ecdsaWithSHA512]
        case .ed25519: [.ed25519]
        }
    }
}

/// The reasons why a private key makes no signature.
package enum SigningError: Error, Sendable, Equatable {
    /// The algorithm is for keys of another type.
    case unsuitableAlgorithm(SigningAlgorithm, SigningKeyType)
    /// The digest does not have the length of the algorithm's digests.
    case digestLength(found: Int, expected: Int)
    /// The algorithm signs messages only.
    case digestNotSupported(SigningAlgorithm)
    /// The library failed; its error is not reported, because it could depend on the key.
    case libraryFailure
}

extension SigningError: CustomStringConvertible {
    /// The error and the accepted values.
    package var description: String {
        switch self {
        case .unsuitableAlgorithm(let algorithm, let type):
            "the algorithm \(algorithm.rawValue) does not suit the identity's key of type \(type.rawValue); use "
                + type.algorithms.map(\.rawValue).joined(separator: ", ")
        case .digestLength(let found, let expected): "the digest has \(found) bytes instead of \(expected)"
        case .digestNotSupported(let algorithm): "\(algorithm.rawValue) signs messages, not digests"
        case .libraryFailure: "the cryptographic library could not sign"
        }
    }
}
