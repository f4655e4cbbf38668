/// Writes the public half of a key pair as SubjectPublicKeyInfo from its numbers (RFC 3279, RFC 5480, RFC 8410).
struct PublicKeyWriter {
    let pair: KeyPairHandle
    let kind: TestKeyKind

    /// Writes the octets of the BIT STRING.
    func publicKey() throws -> [UInt8] {
        switch kind {
        case .rsa, .rsaPSS: try DERWriter.sequence(pair.integer("n"), pair.integer("e"))
        case .dsa: try pair.integer("pub")
        default: try pair.publicOctets()
        }
    }

    /// Writes the AlgorithmIdentifier.
    func algorithmIdentifier() throws -> [UInt8] {
        if let curve = kind.curve {
            return DERWriter.sequence(TestObjectIdentifier("1.2.840.10045.2.1").der, curve.identifier.der)
        }
        return switch kind {
        case .rsaPSS: DERWriter.sequence(TestSignatureAlgorithm.pssIdentifier.der)
        case .ed25519: DERWriter.sequence(TestSignatureAlgorithm.ed25519Identifier.der)
        case .ed448: DERWriter.sequence(TestSignatureAlgorithm.ed448Identifier.der)
        case .dsa: try DERWriter.sequence(TestObjectIdentifier("1.2.840.10040.4.1").der, dsaParameters())
        default: DERWriter.sequence(TestObjectIdentifier("1.2.840.113549.1.1.1").der, DERWriter.null)
        }
    }

    private func dsaParameters() throws -> [UInt8] {
        try DERWriter.sequence(pair.integer("p"), pair.integer("q"), pair.integer("g"))
    }
}
