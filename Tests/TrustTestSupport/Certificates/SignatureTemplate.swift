/// The signature of a certificate, a CRL or an OCSP response, valid or not.
package struct SignatureTemplate: Sendable {
    /// The signing key; a key other than the issuer's results in a forgery.
    package var key: TestKey
    /// The digest used if ``algorithm`` is nil; Edwards curves ignore it.
    package var digest = TestDigest.sha256
    /// The algorithm; nil selects the default algorithm of the key.
    package var algorithm: TestSignatureAlgorithm?
    /// The algorithm in the signed part, which OCSP responses do not have; nil for the true algorithm.
    package var innerClaim: TestSignatureAlgorithm?
    /// The algorithm outside the signed part; nil for the true algorithm.
    package var outerClaim: TestSignatureAlgorithm?
    /// Whether the signature's last bit is inverted.
    package var isCorrupt = false
    /// The octets to write instead of a signature; nil to sign.
    package var verbatim: [UInt8]?

    /// The algorithm of the signature.
    var effectiveAlgorithm: TestSignatureAlgorithm { algorithm ?? key.kind.naturalAlgorithm(digest) }

    /// The AlgorithmIdentifier for the signed part.
    var innerIdentifier: [UInt8] { (innerClaim ?? effectiveAlgorithm).algorithmIdentifier }

    /// Wraps a signed part, the algorithm, the signature and optional unsigned bytes in a SEQUENCE.
    func signed(_ signedPart: [UInt8], followedBy rest: [UInt8] = []) throws -> [UInt8] {
        let outerIdentifier = (outerClaim ?? effectiveAlgorithm).algorithmIdentifier
        let signature = DERWriter.bitString(try signature(over: signedPart))
        return DERWriter.sequence(signedPart, outerIdentifier, signature, rest)
    }

    private func signature(over signedPart: [UInt8]) throws -> [UInt8] {
        if let verbatim { return verbatim }
        var octets = try key.sign(signedPart, with: effectiveAlgorithm)
        if isCorrupt, let last = octets.indices.last { octets[last] ^= 1 }
        return octets
    }
}
