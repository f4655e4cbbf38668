import TrustModel

/// The algorithms of nearly all signatures, whose checks use prepared contexts.
///
/// Other algorithms (RSASSA-PSS, EdDSA, DSA, other digests) are checked without a prepared context, which is slower.
enum SignatureScheme: Hashable {
    case sha256
    case sha384
    case sha512

    /// Finds the scheme of an AlgorithmIdentifier for a key type; nil if there is none.
    ///
    /// Compares the whole element; algorithms with unusual parameters are left to OpenSSL's parser.
    init?(_ identifier: ArraySlice<UInt8>, for kind: PublicKeyFacts.Kind) {
        let known: [(scheme: SignatureScheme, identifier: [UInt8])]
        switch kind {
        case .rsa: known = Self.pkcs1
        case .ellipticCurve: known = Self.ecdsa
        case .rsaPSS, .ed25519, .ed448, .dsa, .postQuantum, .other: return nil
        }
        guard let found = known.first(where: { identifier.elementsEqual($0.identifier) }) else { return nil }
        self = found.scheme
    }

    /// The RSA algorithms with SHA-256, SHA-384 and SHA-512 and with NULL parameters (RFC 4055 section 5).
    private static let pkcs1: [(scheme: SignatureScheme, identifier: [UInt8])] = [
        (.sha256, 11), (.sha384, 12), (.sha512, 13),
    ].map {
        ($0, [0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, $1, 0x05, 0x00])
    }

    /// The ECDSA algorithms with SHA-256, SHA-384 and SHA-512 and without parameters (RFC 5758 section 3.2).
    private static let ecdsa: [(scheme: SignatureScheme, identifier: [UInt8])] = [
        (.sha256, 2), (.sha384, 3), (.sha512, 4),
    ].map {
        ($0, [0x30, 0x0A, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, $1])
    }

    /// Returns the digest of signed bytes by the algorithm of their signature, for a key of any type.
    ///
    /// - Returns: Nil for an algorithm without a scheme, or if memory is exhausted.
    static func digest(of part: SignedPart, in der: [UInt8]) -> [UInt8]? {
        let identifier = der[part.algorithm]
        let scheme = SignatureScheme(identifier, for: .rsa) ?? SignatureScheme(identifier, for: .ellipticCurve(nil))
        return scheme?.digest(of: der[part.content])
    }

    /// Returns the digest of signed bytes; nil only if memory is exhausted.
    func digest(of bytes: ArraySlice<UInt8>) -> [UInt8]? {
        unsafe bytes.withUnsafeBufferPointer { unsafe digest?.digest(of: $0) }
    }

    /// The algorithm of the signed digest; nil only if memory is exhausted.
    var digest: MessageDigest? {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }
}
