extension OID {
    /// The name and identifier of an algorithm or curve that cannot be used, such as `X25519 (1.3.101.110)`; only the
    /// identifier if unknown.
    package var algorithmLabel: String {
        let name = PostQuantumAlgorithm(self)?.name ?? Self.algorithmNames.first { $0.identifier == self }?.name
        return name.map { "\($0) (\(self))" } ?? description
    }

    /// The arc of NIST's signature algorithms (Computer Security Objects Register).
    private static func signature(_ number: UInt64) -> OID { OID(2, 16, 840, 1, 101, 3, 4, 3, number) }

    /// Algorithms that certificates contain although anchord does not verify their signatures.
    private static let algorithmNames: [(identifier: OID, name: String)] =
        [
            // RFC 8410, RFC 3279, RFC 5480.
            (OID(1, 3, 101, 110), "X25519"), (OID(1, 3, 101, 111), "X448"),
            (OID(1, 2, 840, 113549, 1, 3, 1), "DH"), (OID(1, 2, 840, 10046, 2, 1), "DH"),
            (OID(1, 3, 132, 1, 12), "ECDH"), (OID(1, 3, 132, 1, 13), "ECMQV"),
            // GB/T 33560.
            (OID(1, 2, 156, 10197, 1, 301), "SM2"), (OID(1, 2, 156, 10197, 1, 501), "SM2 with SM3"),
            // RFC 9215.
            (OID(1, 2, 643, 7, 1, 1, 1, 1), "GOST R 34.10-2012"), (OID(1, 2, 643, 7, 1, 1, 1, 2), "GOST R 34.10-2012"),
            (OID(1, 2, 643, 7, 1, 1, 3, 2), "GOST R 34.10-2012"), (OID(1, 2, 643, 7, 1, 1, 3, 3), "GOST R 34.10-2012"),
            // NIST.
            (signature(9), "ECDSA with SHA3-224"), (signature(10), "ECDSA with SHA3-256"),
            (signature(11), "ECDSA with SHA3-384"), (signature(12), "ECDSA with SHA3-512"),
            (OID(2, 16, 840, 1, 101, 3, 4, 4, 1), "ML-KEM-512"), (OID(2, 16, 840, 1, 101, 3, 4, 4, 2), "ML-KEM-768"),
            (OID(2, 16, 840, 1, 101, 3, 4, 4, 3), "ML-KEM-1024"),
        ]
        + zip(UInt64(32)..., PostQuantumAlgorithm.allCases).map { (signature($0), "Hash\($1.name)") }
        + (37...54).map { (OID(1, 3, 6, 1, 5, 5, 7, 6, $0), "composite ML-DSA-\(parameterSet(ofComposite: $0))") }

    /// Returns the parameter set of ML-DSA in a composite signature.
    private static func parameterSet(ofComposite number: UInt64) -> Int {
        switch number {
        case ...40: 44
        case ...48: 65
        default: 87
        }
    }
}
