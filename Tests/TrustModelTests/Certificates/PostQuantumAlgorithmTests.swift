import Testing
import TrustModel

@Suite struct `Post-quantum algorithms` {
    @Test(
        arguments: [
            (17, "ML-DSA-44", 128, 1312), (18, "ML-DSA-65", 192, 1952), (19, "ML-DSA-87", 256, 2592),
            (20, "SLH-DSA-SHA2-128s", 128, 32), (21, "SLH-DSA-SHA2-128f", 128, 32), (22, "SLH-DSA-SHA2-192s", 192, 48),
            (23, "SLH-DSA-SHA2-192f", 192, 48), (24, "SLH-DSA-SHA2-256s", 256, 64), (25, "SLH-DSA-SHA2-256f", 256, 64),
            (26, "SLH-DSA-SHAKE-128s", 128, 32), (27, "SLH-DSA-SHAKE-128f", 128, 32),
            (28, "SLH-DSA-SHAKE-192s", 192, 48),
            (29, "SLH-DSA-SHAKE-192f", 192, 48), (30, "SLH-DSA-SHAKE-256s", 256, 64),
            (31, "SLH-DSA-SHAKE-256f", 256, 64),
        ] as [(UInt64, String, Int, Int)]
    )
    func `have the identifiers of NIST, and the keys of FIPS 204 and FIPS 205`(
        number: UInt64,
        name: String,
        strength: Int,
        keyOctets: Int
    ) throws {
        let identifier = OID(2, 16, 840, 1, 101, 3, 4, 3, number)
        let algorithm = try #require(PostQuantumAlgorithm(identifier))
        #expect(algorithm.identifier == identifier && algorithm.name == name)
        #expect(algorithm.strength == strength && algorithm.keyOctets == keyOctets)
        #expect(identifier.algorithmLabel == "\(name) (\(identifier))")
    }

    @Test func `are fifteen, without the algorithms that sign a digest`() {
        #expect(PostQuantumAlgorithm.allCases.count == 15)
        for (number, name) in [(32, "HashML-DSA-44"), (34, "HashML-DSA-87"), (46, "HashSLH-DSA-SHAKE-256f")] {
            let identifier = OID(2, 16, 840, 1, 101, 3, 4, 3, UInt64(number))
            #expect(PostQuantumAlgorithm(identifier) == nil)
            #expect(identifier.algorithmLabel == "\(name) (\(identifier))")
        }
        #expect(PostQuantumAlgorithm(OID(2, 16, 840, 1, 101, 3, 4, 3, 16)) == nil)
    }
}
