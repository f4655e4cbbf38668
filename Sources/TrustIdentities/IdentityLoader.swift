import FileAccess
import SecretMemory
package import TrustEvaluation
import TrustModel
import TrustOpenSSL

/// Loads identities from files.
package struct IdentityLoader: Sendable {
    /// The maximum size of a file with keys or certificates, in bytes.
    package static let maximumBytes = 1 << 20
    /// The maximum size of a passphrase, in bytes.
    package static let maximumPassphraseBytes = 1024

    let reader: any CertificateReading
    let files: IdentityFiles

    /// Creates a loader; `reader` parses the certificates.
    package init(reader: any CertificateReading) {
        self.init(reader: reader, files: .local)
    }

    init(reader: any CertificateReading, files: IdentityFiles) {
        self.reader = reader
        self.files = files
    }

    /// Loads an identity.
    ///
    /// A file can be replaced while it is read, and a key can be replaced before its certificate. Therefore, such errors
    /// lead to a second attempt.
    /// - Throws: ``IdentityError`` with the file and the reason.
    package func load(_ configuration: IdentityConfiguration) throws(IdentityError) -> ClientIdentity {
        do throws(IdentityError) {
            return try loadOnce(configuration)
        } catch {
            guard [.changed, .certificateMismatch, .malformed].contains(error.code) else { throw error }
            return try loadOnce(configuration)
        }
    }

    private func loadOnce(_ configuration: IdentityConfiguration) throws(IdentityError) -> ClientIdentity {
        let source = IdentitySource(configuration: configuration, files: files)
        let passphrase = try source.passphrase()
        let key: SigningKey
        let chain: [Certificate]
        let path: String
        switch configuration.source {
        case .pkcs12(let file):
            path = file
            let bytes = try source.secret(file, maximum: Self.maximumBytes)
            let contents: PKCS12Contents
            do throws(PrivateKeyError) {
                contents = try PKCS12Contents(bytes, passphrase: passphrase)
            } catch {
                throw source.error(error, file)
            }
            key = contents.key
            var parsed: [Certificate] = []
            for der in contents.certificates { parsed += try certificates(in: der, file, source) }
            chain = parsed
        case .pem(let chainFile, let keyFile):
            path = chainFile
            let bytes = try source.secret(keyFile, maximum: Self.maximumBytes)
            do throws(PrivateKeyError) {
                key = try SigningKey(pem: bytes, passphrase: passphrase)
            } catch {
                throw source.error(error, keyFile)
            }
            chain = try certificates(in: source.bytes(chainFile), chainFile, source)
        }
        return try identity(configuration, key: key, certificates: chain, at: path, from: source)
    }

    private func certificates(
        in bytes: [UInt8],
        _ path: String,
        _ source: IdentitySource
    ) throws(IdentityError) -> [Certificate] {
        do throws(CertificateReadingError) {
            return try reader.certificates(in: bytes, limits: CertificateLimits())
        } catch {
            if error.code == .privateKey {
                let hasCertificate = bytes.firstRange(of: Array("-----BEGIN CERTIFICATE-----".utf8)) != nil
                throw source.error(
                    .malformed,
                    path,
                    reason: hasCertificate
                        ? "contains a private key besides the certificates: give the certificates in a file of their own"
                        : "contains a private key and no certificate: name the file with the certificates"
                )
            }
            let code: IdentityError.Code = error.code == .noCertificate ? .noCertificate : .malformed
            throw source.error(code, path, reason: "cannot be read: \(error.description)")
        }
    }

    private func identity(
        _ configuration: IdentityConfiguration,
        key: SigningKey,
        certificates: [Certificate],
        at path: String,
        from source: IdentitySource
    ) throws(IdentityError) -> ClientIdentity {
        guard let leaf = certificates.first else {
            throw source.error(.noCertificate, path, reason: "has no certificate")
        }
        guard key.matches(leaf.handle.publicKeyInfo) else {
            throw source.error(
                .certificateMismatch,
                path,
                reason:
                    "begins with the certificate of \(leaf.facts.displayName), whose public key is not that of the private key; "
                    + "the first certificate must belong to the key"
            )
        }
        guard let notBefore = leaf.facts.notBefore, let notAfter = leaf.facts.notAfter, notBefore <= notAfter else {
            throw source.error(.malformed, path, reason: "has a certificate with a malformed validity period")
        }
        let chain = CertificateChain(leaf: leaf, others: Array(certificates.dropFirst()))
        var warnings = source.warnings
        if let purposes = leaf.facts.extensions.extendedKeyUsage, !purposes.contains(.clientAuth),
            !purposes.contains(.anyExtendedKeyUsage)
        {
            warnings.append(.purposeMissing)
        }
        if chain.unrelatedCount > 0 { warnings.append(.unrelatedCertificates(chain.unrelatedCount)) }
        return ClientIdentity(
            configuration: configuration,
            certificates: chain.certificates,
            validity: notBefore...notAfter,
            warnings: warnings,
            key: key
        )
    }
}
