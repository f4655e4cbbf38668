import TrustModel

/// Whether the parameters of a signature algorithm are what its standard wants.
///
/// RSA with PKCS #1 has NULL (RFC 4055 section 5); ECDSA (RFC 5758 section 3.2) and the Edwards curves (RFC 8410 section 3)
/// have none at all.
enum SignatureParameters: Sendable {
    /// As the standard wants them; also those of algorithms that are not named above.
    case conforming
    /// None where NULL belongs.
    case missing
    /// NULL where none belong.
    case superfluous
    /// Anything else, with which it is no such algorithm.
    case foreign

    /// Looks at the parameters of an algorithm.
    init(of identifier: AlgorithmIdentifier) {
        let isNull = identifier.parameters == Self.null
        let isAbsent = identifier.parameters == nil
        self =
            if Self.withNull.contains(identifier.algorithm) {
                isNull ? .conforming : isAbsent ? .missing : .foreign
            } else if Self.withoutParameters.contains(identifier.algorithm) {
                isAbsent ? .conforming : isNull ? .superfluous : .foreign
            } else {
                .conforming
            }
    }

    /// What conforming authorities do otherwise, a clause about the algorithm; nil where that is not what is wrong.
    var slip: String? {
        switch self {
        case .missing: "has no parameters, which should be NULL"
        case .superfluous: "has the parameters NULL, which should be absent"
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
