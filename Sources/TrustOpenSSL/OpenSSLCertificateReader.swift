package import TrustEvaluation
package import TrustModel

/// Reads certificates: PEM and DER by our own reader for exact errors, then OpenSSL for what signatures need.
package struct OpenSSLCertificateReader: CertificateReading {
    /// A reader; it has no state.
    package init() {}

    /// Reads until the first certificate that cannot be read.
    ///
    /// See ``CertificateReading``.
    package func certificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> [Certificate] {
        var certificates: [Certificate] = []
        for result in try encodings(in: bytes) {
            guard certificates.count < limits.count else {
                throw CertificateReadingError(
                    .tooManyCertificates,
                    reason: "there are more than \(limits.count) certificates"
                )
            }
            certificates.append(try certificate(result, position: certificates.count, limits: limits))
        }
        guard !certificates.isEmpty else {
            throw CertificateReadingError(.noCertificate, reason: "there is no certificate")
        }
        return certificates
    }

    /// Reads on behind certificates that cannot be read.
    ///
    /// See ``CertificateReading``.
    package func readableCertificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (certificates: [Certificate], failures: [CertificateReadingError]) {
        let results: [Result<[UInt8], CertificateReadingError>]
        do throws(CertificateReadingError) {
            results = try encodings(in: bytes)
        } catch {
            return ([], [error])
        }
        var certificates: [Certificate] = []
        var failures: [CertificateReadingError] = []
        for (position, result) in results.enumerated() {
            do throws(CertificateReadingError) {
                guard position < limits.count else {
                    throw CertificateReadingError(
                        .tooManyCertificates,
                        reason: "there are more than \(limits.count) certificates"
                    )
                }
                certificates.append(try certificate(result, position: position, limits: limits))
            } catch {
                failures.append(error)
                if error.code == .tooManyCertificates { break }
            }
        }
        return (certificates, failures)
    }

    /// The DER of each certificate in order, or why it cannot be had.
    private func encodings(
        in bytes: [UInt8]
    ) throws(CertificateReadingError) -> [Result<[UInt8], CertificateReadingError>] {
        if !DERReader.looksLikeDER(bytes), PEMReader.looksLikePEM(bytes) { return pemEncodings(in: bytes) }
        guard bytes.first == DERTag.sequence else {
            throw CertificateReadingError(.noCertificate, reason: "there is neither PEM nor DER")
        }
        return CertificateBundle.looksLikeBundle(bytes) ? bundleEncodings(bytes, position: 0) : [.success(bytes)]
    }

    private func pemEncodings(in bytes: [UInt8]) -> [Result<[UInt8], CertificateReadingError>] {
        var reader = PEMReader(bytes)
        var results: [Result<[UInt8], CertificateReadingError>] = []
        while let block = reader.next() {
            switch block {
            case .success(let block): results += encodings(in: block, position: results.count)
            case .failure(let error):
                if let label = error.label, Self.holdsPrivateKey(label) {
                    results.append(.failure(Self.privateKey(at: error.start)))
                    continue
                }
                guard error.label.map(Self.holdsCertificates) ?? true else { continue }
                results.append(
                    .failure(
                        CertificateReadingError(
                            .malformedPEM,
                            certificate: results.count,
                            offset: error.offset,
                            reason: error.reason
                        )
                    )
                )
            }
        }
        return results
    }

    private func encodings(in block: PEMBlock, position: Int) -> [Result<[UInt8], CertificateReadingError>] {
        switch block.label {
        case "CERTIFICATE", "X509 CERTIFICATE": return [.success(block.content)]
        case "TRUSTED CERTIFICATE": return [.success(Self.firstElement(of: block.content))]
        case "PKCS7", "CMS": return bundleEncodings(block.content, position: position)
        case let label where Self.holdsPrivateKey(label): return [.failure(Self.privateKey(at: block.offset))]
        default: return []
        }
    }

    private static func holdsPrivateKey(_ label: String) -> Bool {
        label.hasSuffix("PRIVATE KEY")
    }

    private static func privateKey(at offset: Int) -> CertificateReadingError {
        let reason = "a private key was sent where certificates belong; it was not read, but treat it as exposed"
        return CertificateReadingError(.privateKey, offset: offset, reason: reason)
    }

    private static func holdsCertificates(_ label: String) -> Bool {
        label.hasSuffix("CERTIFICATE") || label == "PKCS7" || label == "CMS"
    }

    /// A TRUSTED CERTIFICATE is a certificate with OpenSSL's trust settings behind it, which policies do not follow.
    private static func firstElement(of der: [UInt8]) -> [UInt8] {
        var reader = DERReader(der)
        guard let element = try? reader.readAny("the certificate") else { return der }
        return reader.copy(element.whole)
    }

    private func bundleEncodings(
        _ der: [UInt8],
        position: Int
    ) -> [Result<[UInt8], CertificateReadingError>] {
        do throws(DERError) {
            return try CertificateBundle.certificates(in: der).map { .success(Array(der[$0])) }
        } catch {
            return [.failure(malformed(error, position: position))]
        }
    }

    private func malformed(_ error: DERError, position: Int) -> CertificateReadingError {
        CertificateReadingError(
            .malformedCertificate,
            certificate: position,
            offset: error.offset,
            reason: error.reason
        )
    }

    private func certificate(
        _ encoding: Result<[UInt8], CertificateReadingError>,
        position: Int,
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> Certificate {
        let der = try encoding.get()
        guard der.count <= limits.bytesEach else {
            throw CertificateReadingError(
                .certificateTooLarge,
                certificate: position,
                reason: "the certificate has \(der.count) bytes, more than \(limits.bytesEach)"
            )
        }
        do throws(DERError) {
            let parsed = try CertificateParser.parse(der)
            guard parsed.end == der.count else {
                throw DERError(offset: parsed.end, reason: "\(der.count - parsed.end) bytes follow the certificate")
            }
            return try makeCertificate(der, parsed, position: position)
        } catch {
            throw malformed(error, position: position)
        }
    }

    private func makeCertificate(
        _ der: [UInt8],
        _ parsed: CertificateParser.Parsed,
        position: Int
    ) throws(DERError) -> Certificate {
        let fingerprint = SHA256.fingerprint(of: der[...])
        let keyFingerprint = SHA256.fingerprint(of: der[parsed.publicKeyInfo])
        do throws(OpenSSLError) {
            let handle = try X509Handle(der: der[...])
            return Certificate(
                der: der,
                facts: CertificateFacts(parsed, fingerprint: fingerprint, keyFingerprint: keyFingerprint),
                handle: handle
            )
        } catch {
            throw DERError(offset: 0, reason: "OpenSSL cannot decode it: \(error.text)")
        }
    }
}

extension CertificateFacts {
    /// What the parser found, with the digests.
    fileprivate init(_ parsed: CertificateParser.Parsed, fingerprint: Fingerprint, keyFingerprint: Fingerprint) {
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
            extensions: parsed.extensions
        )
    }
}
