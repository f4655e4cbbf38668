import TrustModel
import X509Parsing

/// Completes the DSA keys of a path that leave their parameters to the keys above them (RFC 5280 section 6.1.4 (f)).
enum InheritedParameters {
    /// Completes keys of a path, leaf first; decodes none.
    ///
    /// Parameters come down as long as every key on the way is a DSA key.
    static func complete(_ certificates: [Certificate]) -> [Certificate] {
        var completed: [Certificate] = []
        var source: (algorithm: AlgorithmIdentifier, certificate: Certificate)?
        for certificate in certificates.reversed() {
            var whole = certificate
            if certificate.facts.publicKey.kind == .dsa, let handle = certificate.openSSL,
                let (algorithm, bits) = try? PublicKeyParser.parts(of: handle.key.info)
            {
                if let parameters = algorithm.parameters, parameters != null {
                    source = (algorithm, certificate)
                } else if let source {
                    let info = PublicKeyParser.subjectPublicKeyInfo(source.algorithm, bits: bits)
                    whole = complete(certificate, handle, with: info, from: source.certificate)
                }
            } else {
                source = nil
            }
            completed.append(whole)
        }
        return completed.reversed()
    }

    /// Some write NULL where parameters are absent.
    private static let null: [UInt8] = [0x05, 0x00]

    /// The certificate with a whole key, which is decoded when it first verifies a signature, as all keys.
    private static func complete(
        _ certificate: Certificate,
        _ handle: OpenSSLHandle,
        with info: [UInt8],
        from source: Certificate
    ) -> Certificate {
        let key = PublicKeyFacts(
            kind: .dsa,
            bits: source.facts.publicKey.bits,
            parametersFrom: source.facts.fingerprint
        )
        return Certificate(
            der: certificate.der,
            facts: certificate.facts.replacing(publicKey: key),
            handle: OpenSSLHandle(
                key: PublicKeyHandle(info, at: info.indices, key),
                signedPart: handle.signedPart
            )
        )
    }
}
