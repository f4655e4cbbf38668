import TrustModel

/// Whether the parameters of a signature algorithm conform to the algorithm's standard.
///
/// RSA with PKCS #1 requires NULL (RFC 4055 section 5). ECDSA (RFC 5758 section 3.2) and EdDSA (RFC 8410 section 3)
/// require that there are no parameters. ML-DSA (RFC 9881 section 2) and SLH-DSA (RFC 9909 section 3) do too; no issuer
/// made deviations common, so they are invalid.
enum SignatureParameters: Sendable {
    /// The parameters conform, or the algorithm is another one.
    case conforming
    /// The parameters are absent but must be NULL.
    case missing
    /// The parameters are NULL but must be absent.
    case superfluous
    /// The parameters have any other value, which makes the algorithm invalid.
    case foreign

    init(of identifier: AlgorithmIdentifier) {
        let isNull = identifier.parameters == Self.null
        let isAbsent = identifier.parameters == nil
        self =
            if Self.withNull.contains(identifier.algorithm) {
                isNull ? .conforming : isAbsent ? .missing : .foreign
            } else if Self.withoutParameters.contains(identifier.algorithm) {
                isAbsent ? .conforming : isNull ? .superfluous : .foreign
            } else if PostQuantumAlgorithm(identifier.algorithm) != nil {
                isAbsent ? .conforming : .foreign
            } else {
                .conforming
            }
    }

    /// A clause about missing or superfluous parameters, which conforming CAs avoid; otherwise nil.
    var deviation: String? {
        switch self {
        case .missing: "has no parameters, but they must be NULL"
        case .superfluous: "has the parameters NULL, but they must be absent"
        case .conforming, .foreign: nil
        }
    }

    private static let null: [UInt8] = [0x05, 0x00]

    private static let withNull: [OID] =
        [11, 12, 13, 14, 2, 4, 5].map { OID(1, 2, 840, 113549, 1, 1, $0) }
        + [OID(1, 3, 14, 3, 2, 29)] + (13...16).map { OID(2, 16, 840, 1, 101, 3, 4, 3, $0) }

    private static let withoutParameters: [OID] =
        (1...4).map { OID(1, 2, 840, 10045, 4, 3, $0) } + [OID(1, 2, 840, 10045, 4, 1), .ed25519, .ed448]
        + (9...12).map { OID(2, 16, 840, 1, 101, 3, 4, 3, $0) }
}
