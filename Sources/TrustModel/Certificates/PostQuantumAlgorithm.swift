/// A post-quantum signature algorithm of certificates: ML-DSA (FIPS 204, RFC 9881) or SLH-DSA (FIPS 205, RFC 9909).
///
/// One object identifier, always without parameters, identifies the keys and their signatures. Only the pure forms are
/// listed, which sign the message itself. HashML-DSA and HashSLH-DSA, which sign a digest, are other algorithms.
package struct PostQuantumAlgorithm: Sendable, Hashable, CaseIterable {
    /// The algorithms in the order of their identifiers, with the strength in bits, the length of a key in octets, and the
    /// cost of verification.
    ///
    /// NIST's security categories 1 and 2 correspond to OpenSSL's strength of 128 bits, category 3 to 192, and category 5 to
    /// 256.
    private static let rows: [(name: String, strength: Int, keyOctets: Int, verificationCost: Int)] = [
        ("ML-DSA-44", 128, 1312, 9),
        ("ML-DSA-65", 192, 1952, 14),
        ("ML-DSA-87", 256, 2592, 20),
        ("SLH-DSA-SHA2-128s", 128, 32, 21),
        ("SLH-DSA-SHA2-128f", 128, 32, 61),
        ("SLH-DSA-SHA2-192s", 192, 48, 36),
        ("SLH-DSA-SHA2-192f", 192, 48, 94),
        ("SLH-DSA-SHA2-256s", 256, 64, 50),
        ("SLH-DSA-SHA2-256f", 256, 64, 92),
        ("SLH-DSA-SHAKE-128s", 128, 32, 58),
        ("SLH-DSA-SHAKE-128f", 128, 32, 164),
        ("SLH-DSA-SHAKE-192s", 192, 48, 83),
        ("SLH-DSA-SHAKE-192f", 192, 48, 232),
        ("SLH-DSA-SHAKE-256s", 256, 64, 120),
        ("SLH-DSA-SHAKE-256f", 256, 64, 243),
    ]

    private static let identifiers = rows.indices.map { OID(2, 16, 840, 1, 101, 3, 4, 3, UInt64(17 + $0)) }

    /// All algorithms.
    package static let allCases = rows.indices.map { PostQuantumAlgorithm(place: UInt8($0)) }

    private let place: UInt8

    private init(place: UInt8) {
        self.place = place
    }

    /// Creates an algorithm; nil for other identifiers.
    package init?(_ identifier: OID) {
        guard let place = Self.identifiers.firstIndex(of: identifier) else { return nil }
        self.init(place: UInt8(place))
    }

    /// The identifier of the keys and of the signatures (NIST's Computer Security Objects Register).
    package var identifier: OID { Self.identifiers[Int(place)] }

    /// The name of the parameter set in the standards, which is also OpenSSL's name, such as `ML-DSA-65`.
    package var name: String { Self.rows[Int(place)].name }

    /// The strength of the keys in bits.
    package var strength: Int { Self.rows[Int(place)].strength }

    /// The length of a public key in octets.
    package var keyOctets: Int { Self.rows[Int(place)].keyOctets }

    /// The cost of verifying one signature, in units of ten microseconds.
    package var verificationCost: Int { Self.rows[Int(place)].verificationCost }
}
