package import TrustModel

extension PublicKeyParser {
    /// Returns whether DER begins with an algorithm, like a SubjectPublicKeyInfo and unlike a certificate.
    static func looksLikePublicKey(_ der: [UInt8]) -> Bool {
        var outer = DERReader(der)
        guard let whole = try? outer.read(DERTag.sequence, "the key") else { return false }
        var inner = outer.inside(whole)
        guard let first = try? inner.read(DERTag.sequence, "the algorithm") else { return false }
        return inner.inside(first).nextTag == DERTag.objectIdentifier
    }

    /// Throws an error unless the DER is exactly one SubjectPublicKeyInfo; does not decode the key inside.
    package static func requireWhole(_ der: [UInt8]) throws(DERError) {
        _ = try wholeFacts(der)
    }

    /// Returns the facts of a key whose DER is exactly one SubjectPublicKeyInfo.
    package static func wholeFacts(_ der: [UInt8]) throws(DERError) -> PublicKeyFacts {
        var outer = DERReader(der)
        let whole = try outer.read(DERTag.sequence, "the public key")
        try outer.requireEnd("the public key")
        var inner = outer.inside(whole)
        return try parse(&inner)
    }

    /// Wraps an RSAPublicKey (RFC 8017 section A.1.1) in a SubjectPublicKeyInfo (RFC 3279 section 2.3.1).
    static func subjectPublicKeyInfo(ofRSAKey der: [UInt8]) throws(DERError) -> [UInt8] {
        var outer = DERReader(der)
        let whole = try outer.read(DERTag.sequence, "the RSA key")
        try outer.requireEnd("the RSA key")
        var inner = outer.inside(whole)
        _ = try inner.readInteger("the modulus")
        _ = try inner.readInteger("the exponent")
        try inner.requireEnd("the exponent")
        let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
        return DERWriting.element(
            DERTag.sequence,
            DERWriting.element(DERTag.sequence, rsaEncryption) + DERWriting.element(DERTag.bitString, [0] + der)
        )
    }

    /// Returns the AlgorithmIdentifier and the BIT STRING, with its header, of a SubjectPublicKeyInfo.
    package static func parts(
        of der: ArraySlice<UInt8>
    ) throws(DERError) -> (algorithm: AlgorithmIdentifier, bits: [UInt8]) {
        var outer = DERReader(Array(der))
        var inner = outer.inside(try outer.read(DERTag.sequence, "the public key"))
        let algorithm = try inner.readAlgorithm("the public key's algorithm")
        let bits = inner.copy(try inner.read(DERTag.bitString, "the public key's BIT STRING").whole)
        return (algorithm, bits)
    }

    /// Returns the octets of the BIT STRING in a SubjectPublicKeyInfo; nil if it is malformed or has unused bits.
    package static func octets(ofKeyIn der: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let element = try? parts(of: der).bits else { return nil }
        var reader = DERReader(element)
        guard let octets = try? reader.readOctetAlignedBits("the public key's BIT STRING") else { return nil }
        return element[octets]
    }

    /// Whether an RSASSA-PSS key is restricted to a digest and salt (RFC 4055 section 3.1); false for other keys.
    package static func hasRestrictions(_ der: ArraySlice<UInt8>, _ kind: PublicKeyFacts.Kind) -> Bool {
        kind == .rsaPSS && (try? parts(of: der).algorithm.parameters) != nil
    }

    /// Returns the big-endian numbers of a DSA key and its parameters (RFC 3279 section 2.3.2); nil if any is invalid.
    package static func dsaNumbers(
        _ der: ArraySlice<UInt8>
    ) -> (p: ArraySlice<UInt8>, q: ArraySlice<UInt8>, g: ArraySlice<UInt8>, y: ArraySlice<UInt8>)? {
        guard let parameters = try? parts(of: der).algorithm.parameters, let bits = octets(ofKeyIn: der) else {
            return nil
        }
        var outer = DERReader(parameters)
        guard let sequence = try? outer.read(DERTag.sequence, "the DSA parameters") else { return nil }
        var (inner, key) = (outer.inside(sequence), DERReader(Array(bits)))
        guard let p = natural(&inner, "the prime"), let q = natural(&inner, "the subgroup's order"),
            let g = natural(&inner, "the generator"), let y = natural(&key, "the public value"), inner.isAtEnd,
            key.isAtEnd
        else { return nil }
        return (p, q, g, y)
    }

    /// Returns a SubjectPublicKeyInfo of an algorithm and a BIT STRING.
    package static func subjectPublicKeyInfo(_ algorithm: AlgorithmIdentifier, bits: [UInt8]) -> [UInt8] {
        let type = DERWriting.element(DERTag.objectIdentifier, algorithm.algorithm.der)
        let identifier = DERWriting.element(DERTag.sequence, type + (algorithm.parameters ?? []))
        return DERWriting.element(DERTag.sequence, identifier + bits)
    }
}
