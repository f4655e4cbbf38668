import TrustModel
import X509Parsing

/// Completes DSA keys that inherit parameters from issuers in the path (RFC 5280 section 6.1.4 (f)).
enum InheritedParameters {
    /// Completes the keys of a path, leaf first, without decoding them.
    ///
    /// Parameters are inherited through consecutive DSA keys only.
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

    /// Some certificates encode NULL although the parameters should be absent.
    private static let null: [UInt8] = [0x05, 0x00]

    /// Returns the certificate with a complete key, which is not decoded before its first signature check.
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
