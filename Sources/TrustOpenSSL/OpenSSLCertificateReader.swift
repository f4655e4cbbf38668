package import TrustEvaluation
package import TrustModel
import X509Parsing

/// Parses certificates and keys in PEM and DER; errors have exact offsets, and OpenSSL computes the digests.
package struct OpenSSLCertificateReader: PinMaterialReading {
    private let cache: CertificateCache

    /// Creates a reader; by default nothing is cached.
    package init(cache: CertificateCache = CertificateCache(entries: 0)) {
        self.cache = cache
    }

    /// Parses certificates up to the first invalid one.
    package func certificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> [Certificate] {
        var certificates: [Certificate] = []
        for result in try EncodedElements(includesKeys: false, maximum: limits.count).find(in: bytes) {
            let material = try material(result, position: certificates.count, limits: limits)
            if case .certificate(let certificate) = material { certificates.append(certificate) }
        }
        guard !certificates.isEmpty else { throw Self.nothing(includesKeys: false) }
        return certificates
    }

    /// Parses all valid certificates, and returns the errors of the others.
    package func readableCertificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (certificates: [Certificate], failures: [CertificateReadingError]) {
        let (materials, failures) = readable(in: bytes, limits: limits, includesKeys: false)
        let certificates = materials.compactMap { material in
            if case .certificate(let certificate) = material { certificate } else { nil }
        }
        return (certificates, failures)
    }

    /// Parses all valid certificates and keys, and returns the errors of the others.
    package func readablePinMaterials(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (materials: [PinMaterial], failures: [CertificateReadingError]) {
        readable(in: bytes, limits: limits, includesKeys: true)
    }

    private func readable(
        in bytes: [UInt8],
        limits: CertificateLimits,
        includesKeys: Bool
    ) -> (materials: [PinMaterial], failures: [CertificateReadingError]) {
        let results: EncodedElements.Results
        do throws(CertificateReadingError) {
            results = try EncodedElements(includesKeys: includesKeys, maximum: limits.count).find(in: bytes)
        } catch {
            return ([], [error])
        }
        var materials: [PinMaterial] = []
        var failures: [CertificateReadingError] = []
        for (position, result) in results.enumerated() {
            do throws(CertificateReadingError) {
                materials.append(try material(result, position: position, limits: limits))
            } catch {
                failures.append(error)
                if error.code == .tooManyCertificates { break }
            }
        }
        return (materials, results.isEmpty ? [Self.nothing(includesKeys: includesKeys)] : failures)
    }

    private static func nothing(includesKeys: Bool) -> CertificateReadingError {
        let what = includesKeys ? "neither a certificate nor a public key" : "no certificate"
        return CertificateReadingError(.noCertificate, reason: "there is \(what)")
    }

    private func material(
        _ result: Result<EncodedElements.Element, CertificateReadingError>,
        position: Int,
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> PinMaterial {
        guard position < limits.count else {
            let reason = "there are more than \(limits.count) certificates"
            throw CertificateReadingError(.tooManyCertificates, reason: reason)
        }
        switch try result.get() {
        case .certificate(let der):
            try Self.require(der, "certificate", isWithin: limits, position: position)
            return .certificate(try certificate(der, position: position))
        case .trustedCertificate(let block):
            try Self.require(block, "certificate with its trust settings", isWithin: limits, position: position)
            return .certificate(try trustedCertificate(block, position: position))
        case .publicKey(let der):
            try Self.require(der, "public key", isWithin: limits, position: position)
            do throws(DERError) {
                try PublicKeyParser.requireWhole(der)
            } catch {
                throw CertificateReadingError(error, in: .malformedPublicKey, position: position)
            }
            return .publicKey(SHA256.fingerprint(of: der[...]))
        }
    }

    private static func require(
        _ der: [UInt8],
        _ what: String,
        isWithin limits: CertificateLimits,
        position: Int
    ) throws(CertificateReadingError) {
        guard der.count > limits.bytesEach else { return }
        let reason = "the \(what) has \(der.count) bytes, more than \(limits.bytesEach)"
        throw CertificateReadingError(.certificateTooLarge, certificate: position, reason: reason)
    }

    /// Parses a certificate with trust settings; caches only the certificate, which may also be sent without settings.
    private func trustedCertificate(_ block: [UInt8], position: Int) throws(CertificateReadingError) -> Certificate {
        let parts: (certificate: [UInt8], settings: TrustSettings?)
        do throws(DERError) {
            parts = try TrustSettingsParser.parse(block, digest: SHA256.fingerprint)
        } catch {
            throw CertificateReadingError(error, in: .malformedCertificate, position: position)
        }
        let certificate = try certificate(parts.certificate, position: position)
        return parts.settings.map(certificate.with) ?? certificate
    }

    private func certificate(_ der: [UInt8], position: Int) throws(CertificateReadingError) -> Certificate {
        let key = ContentKey(bytes: der)
        if let known = cache.certificate(for: key) { return known }
        do throws(DERError) {
            let parsed = try CertificateParser.parse(
                der,
                readIssuer: cache.readIssuer,
                shareExtensions: cache.shareExtensions
            )
            guard parsed.end == der.count else {
                throw DERError(offset: parsed.end, reason: "\(der.count - parsed.end) bytes follow the certificate")
            }
            let certificate = Self.makeCertificate(der, parsed)
            cache.insert(certificate, for: key)
            return certificate
        } catch {
            throw CertificateReadingError(error, in: .malformedCertificate, position: position)
        }
    }

    private static func makeCertificate(_ der: [UInt8], _ parsed: CertificateParser.Parsed) -> Certificate {
        let fingerprint = SHA256.fingerprint(of: der[...])
        let keyFingerprint = SHA256.fingerprint(of: der[parsed.publicKeyInfo])
        let key = PublicKeyHandle(der, at: parsed.publicKeyInfo, parsed.publicKey)
        return Certificate(
            der: der,
            facts: CertificateFacts(parsed, fingerprint: fingerprint, keyFingerprint: keyFingerprint),
            handle: OpenSSLHandle(key: key, signedPart: parsed.signedPart)
        )
    }
}

extension CertificateFacts {
    fileprivate convenience init(
        _ parsed: CertificateParser.Parsed,
        fingerprint: Fingerprint,
        keyFingerprint: Fingerprint
    ) {
        self.init(
            version: parsed.version,
            serialNumber: parsed.serialNumber,
            signatureAlgorithm: parsed.outerAlgorithm,
            signatureAlgorithmsAgree: parsed.innerAlgorithm == parsed.outerAlgorithm,
            issuer: parsed.issuer,
            subject: parsed.subject,
            notBefore: parsed.notBefore,
            notAfter: parsed.notAfter,
            publicKey: parsed.publicKey,
            publicKeyFingerprint: keyFingerprint,
            fingerprint: fingerprint,
            extensions: parsed.extensions,
            malformedTimes: parsed.malformedTimes,
            hasConformingTimes: parsed.hasConformingTimes,
            hasUniqueIdentifiers: parsed.hasUniqueIdentifiers,
            deviations: parsed.deviations
        )
    }
}
