import TrustModel

/// The usual parameters of RSASSA-PSS, in the encoding that the Baseline Requirements demand (section 7.1.3.2).
extension AlgorithmIdentifier {
    /// The digests that RSASSA-PSS uses with the usual parameters.
    enum PSSDigest: UInt8, CaseIterable {
        /// The raw values are the lengths of the digests in octets.
        case sha256 = 32
        case sha384 = 48
        case sha512 = 64

        fileprivate var type: OID {
            switch self {
            case .sha256: .sha256
            case .sha384: .sha384
            case .sha512: .sha512
            }
        }
    }

    /// The digest of an RSASSA-PSS algorithm with the usual parameters; nil for all other algorithms.
    var usualPSS: PSSDigest? { Self.usual.first { $0.identifier == self }?.digest }

    private static let usual = PSSDigest.allCases.map { (digest: $0, identifier: AlgorithmIdentifier.pss($0)) }

    /// Returns the identifier with one digest for signature and mask, and a salt of the digest's length.
    ///
    /// The trailer field has its default value and is omitted.
    static func pss(_ digest: PSSDigest) -> AlgorithmIdentifier {
        let hash = element(0x30, element(0x06, digest.type.der) + [0x05, 0x00])
        let mask = element(0x30, element(0x06, OID(1, 2, 840, 113549, 1, 1, 8).der) + hash)
        let salt = element(0x02, [digest.rawValue])
        let parameters = element(0x30, element(0xA0, hash) + element(0xA1, mask) + element(0xA2, salt))
        return AlgorithmIdentifier(algorithm: .rsassaPSS, parameters: parameters)
    }

    /// Returns a DER element of less than 128 octets.
    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        [tag, UInt8(content.count)] + content
    }
}
