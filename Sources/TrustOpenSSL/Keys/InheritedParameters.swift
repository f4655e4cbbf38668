import TrustModel
import X509Parsing

/// Completes the DSA keys of a path that leave their parameters to the keys above them (RFC 5280 section 6.1.4 (f)).
enum InheritedParameters {
    /// The certificates of a path, leaf first, with completed keys where there is something to complete.
    ///
    /// Parameters come down as long as every key on the way is a DSA key.
    static func complete(_ certificates: [Certificate]) -> [Certificate] {
        var completed: [Certificate] = []
        var source: (algorithm: AlgorithmIdentifier, certificate: Certificate)?
        for certificate in certificates.reversed() {
            var whole = certificate
            if certificate.facts.publicKey.kind == .dsa, let (algorithm, key) = parts(of: certificate) {
                if let parameters = algorithm.parameters, parameters != null {
                    source = (algorithm, certificate)
                } else if let source {
                    whole = complete(certificate, source.algorithm, from: source.certificate, key: key) ?? certificate
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

    private static func parts(of certificate: Certificate) -> (AlgorithmIdentifier, [UInt8])? {
        guard let parsed = try? CertificateParser.parse(certificate.der) else { return nil }
        return try? PublicKeyParser.parts(of: certificate.der[parsed.publicKeyInfo])
    }

    /// A key that could not be decoded for want of memory is tried again when a signature is checked, which then fails.
    private static func isUsable(_ key: PublicKeyHandle) -> Bool {
        do {
            return try key.decoded() != nil
        } catch {
            return true
        }
    }

    private static func complete(
        _ certificate: Certificate,
        _ algorithm: AlgorithmIdentifier,
        from source: Certificate,
        key: [UInt8]
    ) -> Certificate? {
        guard let handle = certificate.openSSL else { return nil }
        let facts = certificate.facts.replacing(
            publicKey: PublicKeyFacts(
                kind: .dsa,
                bits: source.facts.publicKey.bits,
                parametersFrom: source.facts.fingerprint
            )
        )
        let info = PublicKeyParser.subjectPublicKeyInfo(algorithm, bits: key)
        let whole = PublicKeyHandle(info[...], facts.publicKey)
        guard isUsable(whole) else { return nil }
        return Certificate(
            der: certificate.der,
            facts: facts,
            handle: OpenSSLHandle(key: whole, signedPart: handle.signedPart)
        )
    }
}
