import TrustModel

/// Reads kind and size of a SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7) without decoding the key.
enum PublicKeyParser {
    /// Reads the contents of the SEQUENCE; a key whose inside is malformed has no known size.
    static func parse(_ reader: inout DERReader) throws(DERError) -> PublicKeyFacts {
        let algorithm = try reader.readAlgorithm("the key's algorithm")
        let bits = try reader.readOctetAlignedBits("the key's bits")
        try reader.requireEnd("the public key")
        switch algorithm.algorithm {
        case .rsaEncryption: return rsa(.rsa, reader.bytes, in: bits)
        case .rsassaPSS: return rsa(.rsaPSS, reader.bytes, in: bits)
        case .ecPublicKey: return ellipticCurve(algorithm.parameters, point: reader.bytes[bits])
        case .ed25519: return PublicKeyFacts(kind: .ed25519, bits: 256)
        case .ed448: return PublicKeyFacts(kind: .ed448, bits: 448)
        case .dsa: return PublicKeyFacts(kind: .dsa, bits: algorithm.parameters.flatMap(primeBits))
        default: return PublicKeyFacts(kind: .other(algorithm.algorithm), bits: nil)
        }
    }

    private static func rsa(_ kind: PublicKeyFacts.Kind, _ bytes: [UInt8], in range: Range<Int>) -> PublicKeyFacts {
        var outer = DERReader(bytes, in: range)
        guard let sequence = try? outer.read(DERTag.sequence, "the RSA key") else {
            return PublicKeyFacts(kind: kind, bits: nil)
        }
        var inner = outer.inside(sequence)
        let modulus = integerBits(&inner, "the modulus")
        return PublicKeyFacts(kind: kind, bits: modulus, exponentBits: integerBits(&inner, "the exponent"))
    }

    private static func primeBits(_ parameters: [UInt8]) -> Int? {
        var outer = DERReader(parameters)
        guard let sequence = try? outer.read(DERTag.sequence, "the DSA parameters") else { return nil }
        var inner = outer.inside(sequence)
        return integerBits(&inner, "the prime")
    }

    private static func integerBits(_ reader: inout DERReader, _ what: String) -> Int? {
        guard let octets = try? reader.readInteger(what), octets[0] < 0x80 else { return nil }
        let significant = octets.drop { $0 == 0 }
        guard let first = significant.first else { return 0 }
        return significant.count * 8 - first.leadingZeroBitCount
    }

    private static func ellipticCurve(_ parameters: [UInt8]?, point: ArraySlice<UInt8>) -> PublicKeyFacts {
        guard let parameters else { return PublicKeyFacts(kind: .ellipticCurve(nil), bits: nil) }
        var reader = DERReader(parameters)
        guard let curve = try? reader.readOID("the curve") else {
            return PublicKeyFacts(kind: .ellipticCurve(nil), bits: nil)
        }
        if let bits = curveBits[curve] { return PublicKeyFacts(kind: .ellipticCurve(curve), bits: bits) }
        let isUncompressed = point.first == 4
        let bits = isUncompressed ? (point.count - 1) / 2 * 8 : (point.count - 1) * 8
        return PublicKeyFacts(kind: .ellipticCurve(curve), bits: bits)
    }

    /// Bits of the field of the curves of SEC 2 and RFC 5639; others are estimated from the point.
    private static let curveBits: [OID: Int] = [
        OID(1, 2, 840, 10045, 3, 1, 1): 192, .prime256v1: 256, OID(1, 3, 132, 0, 33): 224,
        .secp384r1: 384, .secp521r1: 521, OID(1, 3, 132, 0, 10): 256,
        OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 7): 256, OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 11): 384,
        OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 13): 512,
    ]
}
