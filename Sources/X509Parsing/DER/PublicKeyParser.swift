package import TrustModel

/// Parses the type and size of a SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7) without decoding the key.
package enum PublicKeyParser {
    /// Parses the contents of the SEQUENCE; the size is unknown if the key inside is malformed.
    static func parse(_ reader: inout DERReader) throws(DERError) -> PublicKeyFacts {
        let algorithm = try reader.readAlgorithm("the public key's algorithm")
        let bits = try reader.readOctetAlignedBits("the public key's BIT STRING")
        try reader.requireEnd("the public key")
        switch algorithm.algorithm {
        case .rsaEncryption:
            var key = rsa(.rsa, reader.bytes, in: bits)
            key.hasConformingParameters = algorithm.parameters == [DERTag.null, 0]
            return key
        case .rsassaPSS: return rsa(.rsaPSS, reader.bytes, in: bits)
        case .ecPublicKey: return ellipticCurve(algorithm.parameters, point: reader.bytes[bits])
        case .ed25519:
            return edwards(.ed25519, bits: 256, parameters: algorithm.parameters, key: reader.bytes[bits], of: 32)
        case .ed448:
            return edwards(.ed448, bits: 448, parameters: algorithm.parameters, key: reader.bytes[bits], of: 57)
        case .dsa: return PublicKeyFacts(kind: .dsa, bits: algorithm.parameters.flatMap(primeBits))
        default:
            return PostQuantumAlgorithm(algorithm.algorithm).map {
                postQuantum($0, parameters: algorithm.parameters, octets: bits.count)
            } ?? PublicKeyFacts(kind: .other(algorithm.algorithm), bits: nil)
        }
    }

    private static func rsa(_ kind: PublicKeyFacts.Kind, _ bytes: [UInt8], in range: Range<Int>) -> PublicKeyFacts {
        var outer = DERReader(bytes, in: range)
        guard let sequence = try? outer.read(DERTag.sequence, "the RSA key") else {
            return PublicKeyFacts(kind: kind, bits: nil)
        }
        var inner = outer.inside(sequence)
        let modulus = natural(&inner, "the modulus")
        let exponent = natural(&inner, "the exponent")
        return PublicKeyFacts(
            kind: kind,
            bits: modulus.map(significantBits),
            exponentBits: exponent.map(significantBits),
            defect: outer.isAtEnd && inner.isAtEnd ? rsaDefect(modulus, exponent) : "has trailing data"
        )
    }

    /// Returns the modulus and exponent of an RSAPublicKey (RFC 8017 section A.1.1), big-endian; nil if malformed.
    package static func rsaNumbers(
        _ key: ArraySlice<UInt8>
    ) -> (modulus: ArraySlice<UInt8>, exponent: ArraySlice<UInt8>)? {
        var outer = DERReader(Array(key))
        guard let sequence = try? outer.read(DERTag.sequence, "the RSA key") else { return nil }
        var inner = outer.inside(sequence)
        guard let modulus = natural(&inner, "the modulus"), let exponent = natural(&inner, "the exponent"),
            outer.isAtEnd, inner.isAtEnd
        else { return nil }
        return (modulus, exponent)
    }

    /// Returns the violation of RFC 8017 section 3.1 by the modulus or exponent; nil if there is none.
    private static func rsaDefect(_ modulus: ArraySlice<UInt8>?, _ exponent: ArraySlice<UInt8>?) -> String? {
        guard let modulus, let exponent else { return nil }
        guard let lowest = modulus.last, lowest & 1 == 1 else { return "has an even modulus" }
        guard let last = exponent.last, last & 1 == 1 else { return "has an even exponent" }
        if exponent.count == 1, last < 3 { return "has the exponent 1, which lets anyone forge signatures" }
        let isLess =
            exponent.count < modulus.count
            || exponent.count == modulus.count && exponent.lexicographicallyPrecedes(modulus)
        return isLess ? nil : "has an exponent that is not less than its modulus"
    }

    /// Parses the point of a key (RFC 8410 sections 3 and 4).
    private static func edwards(
        _ kind: PublicKeyFacts.Kind,
        bits: Int,
        parameters: [UInt8]?,
        key: ArraySlice<UInt8>,
        of length: Int
    ) -> PublicKeyFacts {
        let curve = kind == .ed25519 ? EdwardsCurve.ed25519 : .ed448
        let defect: String? =
            if parameters != nil {
                "has parameters, which must be absent"
            } else if key.count != length {
                "has \(key.count) octets instead of \(length)"
            } else {
                curve.contains(key) ? nil : "is not a point of its curve"
            }
        return PublicKeyFacts(kind: kind, bits: bits, defect: defect)
    }

    /// Checks the form of a key (RFC 9881 section 4, RFC 9909); every octet string of the right length is a key.
    private static func postQuantum(
        _ algorithm: PostQuantumAlgorithm,
        parameters: [UInt8]?,
        octets: Int
    ) -> PublicKeyFacts {
        let defect: String? =
            if parameters != nil {
                "has parameters, which must be absent"
            } else {
                octets == algorithm.keyOctets ? nil : "has \(octets) octets instead of \(algorithm.keyOctets)"
            }
        return PublicKeyFacts(kind: .postQuantum(algorithm), bits: nil, defect: defect)
    }

    private static func primeBits(_ parameters: [UInt8]) -> Int? {
        var outer = DERReader(parameters)
        guard let sequence = try? outer.read(DERTag.sequence, "the DSA parameters") else { return nil }
        var inner = outer.inside(sequence)
        return natural(&inner, "the prime").map(significantBits)
    }

    /// Reads an INTEGER; returns its octets without leading zeros, or nil if it is malformed or negative.
    static func natural(_ reader: inout DERReader, _ what: String) -> ArraySlice<UInt8>? {
        guard let range = try? reader.readIntegerRange(what), reader.bytes[range.lowerBound] < 0x80 else { return nil }
        return reader.bytes[range].drop { $0 == 0 }
    }

    private static func significantBits(_ octets: ArraySlice<UInt8>) -> Int {
        octets.first.map { octets.count * 8 - $0.leadingZeroBitCount } ?? 0
    }

    private static func ellipticCurve(_ parameters: [UInt8]?, point: ArraySlice<UInt8>) -> PublicKeyFacts {
        guard let parameters else { return PublicKeyFacts(kind: .ellipticCurve(nil), bits: nil) }
        var reader = DERReader(parameters)
        guard let curve = try? reader.readOID("the curve") else {
            return PublicKeyFacts(kind: .ellipticCurve(nil), bits: nil)
        }
        let bits = curveBits[curve]
        var key = PublicKeyFacts(
            kind: .ellipticCurve(curve),
            bits: bits,
            defect: pointDefect(point, on: curve, fieldOctets: bits.map { ($0 + 7) / 8 })
        )
        key.isPointCompressed = point.first != 4
        return key
    }

    /// Returns the violation of RFC 5480 section 2.2 by a point; only the form is checked on unsupported curves.
    private static func pointDefect(_ point: ArraySlice<UInt8>, on curve: OID, fieldOctets: Int?) -> String? {
        let coordinates: Int
        switch point.first {
        case 0 where point.count == 1: return "is the point at infinity"
        case 2, 3: coordinates = 1
        case 4: coordinates = 2
        default: return "has an invalid point encoding"
        }
        guard let fieldOctets else { return nil }
        guard point.count == 1 + coordinates * fieldOctets else { return "has a point of the wrong length" }
        return WeierstrassCurve.named[curve]?.contains(point) ?? true ? nil : "is not a point of its curve"
    }

    /// Returns whether keys on a curve are supported.
    package static func isKnown(_ curve: OID) -> Bool { curveBits[curve] != nil }

    /// The field sizes in bits of the supported curves of SEC 2 and RFC 5639.
    static let curveBits: [OID: Int] = [
        .prime192v1: 192, .secp224r1: 224, .prime256v1: 256, .secp384r1: 384, .secp521r1: 521, .secp256k1: 256,
        .brainpoolP256r1: 256, .brainpoolP384r1: 384, .brainpoolP512r1: 512,
    ]
}
