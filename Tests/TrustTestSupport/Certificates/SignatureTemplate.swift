/// Says how a certificate, a revocation list or an OCSP response is signed, truly or not.
package struct SignatureTemplate: Sendable {
    /// The key that signs; another than the issuer's makes a forgery.
    package var key: TestKey
    /// The digest used where ``algorithm`` is nil; the Edwards curves ignore it.
    package var digest = TestDigest.sha256
    /// The algorithm used; nil takes the one natural to the key.
    package var algorithm: TestSignatureAlgorithm?
    /// The algorithm claimed within the signed part, which an OCSP response does not do; nil tells the truth.
    package var innerClaim: TestSignatureAlgorithm?
    /// The algorithm claimed beside the signature; nil tells the truth.
    package var outerClaim: TestSignatureAlgorithm?
    /// Whether the signature's last bit is turned over.
    package var isCorrupt = false
    /// The signature's octets, written in place of a true signature; nil signs.
    package var verbatim: [UInt8]?

    /// The algorithm that signs.
    var effectiveAlgorithm: TestSignatureAlgorithm { algorithm ?? key.kind.naturalAlgorithm(digest) }

    /// The AlgorithmIdentifier for the signed part.
    var innerIdentifier: [UInt8] { (innerClaim ?? effectiveAlgorithm).algorithmIdentifier }

    /// Appends algorithm, signature and an unsigned rest to a signed part and wraps them all.
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
