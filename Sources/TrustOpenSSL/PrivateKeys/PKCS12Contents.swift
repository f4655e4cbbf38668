package import SecretMemory
import X509Parsing

/// The private key of a PKCS #12 file with its certificate and the other certificates (RFC 7292).
package struct PKCS12Contents: Sendable {
    /// The key.
    package let key: SigningKey
    /// The DER of the certificates: the certificate of the key, then the others as in the file.
    package let certificates: [[UInt8]]

    /// Decrypts a file.
    ///
    /// The context for RC2 exists only while a file that requires it is read.
    /// - Parameters:
    ///   - file: The contents of the file, in DER or BER.
    ///   - passphrase: The passphrase in UTF-8; nil if none is configured.
    /// - Throws: ``PrivateKeyError`` if the file cannot be decrypted, or if it does not have exactly one key with a
    ///   certificate.
    package init(_ file: SecretBytes, passphrase: SecretBytes?) throws(PrivateKeyError) {
        _ = SecureHeap.protection
        try Self.requireWhole(file)
        guard let shared = LibraryContext.shared else { throw PrivateKeyError.exhausted }
        var reader = PKCS12Reader(shared, passphrase, allowsLegacy: false)
        do throws(PrivateKeyError) {
            try reader.read(file)
        } catch {
            guard reader.requiresLegacy else { throw error }
            guard let legacy = LibraryContext.withLegacyProvider() else {
                throw PrivateKeyError(
                    .unsupportedAlgorithm,
                    "is encrypted with RC2, which requires OpenSSL's legacy provider; install it, or encrypt the file again "
                        + "with AES"
                )
            }
            reader = PKCS12Reader(legacy, passphrase, allowsLegacy: true)
            try reader.read(file)
        }
        try self.init(keys: reader.keys, certificates: reader.certificates)
    }

    /// Chooses the key whose certificate is present.
    init(keys: [PKCS12Item<SigningKey>], certificates: [PKCS12Item<[UInt8]>]) throws(PrivateKeyError) {
        guard !keys.isEmpty else { throw PrivateKeyError(.noPrivateKey, "has no private key") }
        guard !certificates.isEmpty else { throw PrivateKeyError(.noCertificate, "has no certificate") }
        var pairs: [(key: PKCS12Item<SigningKey>, certificate: PKCS12Item<[UInt8]>)] = []
        for certificate in certificates {
            let info = try Self.publicKey(of: certificate.value)
            for key in keys where key.value.matches(info) { pairs.append((key, certificate)) }
        }
        guard let first = pairs.first else {
            let what = keys.count == 1 ? "the private key" : "any of the \(keys.count) private keys"
            throw PrivateKeyError(.certificateMismatch, "has no certificate with the public key of \(what)")
        }
        guard pairs.allSatisfy({ $0.key.value.publicKey == first.key.value.publicKey }) else {
            throw PrivateKeyError(
                .ambiguous,
                "has several private keys with certificates; export only one of them"
            )
        }
        key = first.key.value
        let leaf = try Self.leaf(among: pairs)
        self.certificates = [leaf] + certificates.map(\.value).filter { $0 != leaf }
    }

    /// Returns the certificate of the key; of several, the one that has the local key identifier of the key.
    private static func leaf(
        among pairs: [(key: PKCS12Item<SigningKey>, certificate: PKCS12Item<[UInt8]>)]
    ) throws(PrivateKeyError) -> [UInt8] {
        let all = Set(pairs.map(\.certificate.value))
        let named = Set(
            pairs.filter { $0.key.localKeyID != nil && $0.key.localKeyID == $0.certificate.localKeyID }
                .map(\.certificate.value)
        )
        if all.count == 1, let only = all.first { return only }
        if named.count == 1, let only = named.first { return only }
        throw PrivateKeyError(
            .ambiguous,
            "has \(all.count) certificates for its private key; export only the current one"
        )
    }

    private static func publicKey(of certificate: [UInt8]) throws(PrivateKeyError) -> ArraySlice<UInt8> {
        do throws(DERError) {
            return certificate[try CertificateParser.parse(certificate).publicKeyInfo]
        } catch {
            throw PrivateKeyError(.malformed, "has a malformed certificate: \(error.reason)")
        }
    }

    /// Requires the length in the header of the file.
    private static func requireWhole(_ file: SecretBytes) throws(PrivateKeyError) {
        let announced = file.withSpan { bytes -> Int? in
            guard bytes.count >= 2, bytes[0] == DERTag.sequence else { return nil }
            let octets = Int(bytes[1] & 0x7F)
            guard bytes[1] > 0x80 else { return 2 + octets }
            guard (1...4).contains(octets), bytes.count >= 2 + octets else { return bytes.count + 1 }
            return (2..<2 + octets).reduce(0) { $0 << 8 | Int(bytes[$1]) } + 2 + octets
        }
        guard let announced else { throw PrivateKeyError(.malformed, "is not a PKCS #12 file") }
        guard announced <= file.count else {
            throw PrivateKeyError(.malformed, "is truncated: it has only \(file.count) bytes of a PKCS #12 file")
        }
    }
}

/// A key or a certificate with the identifier that connects them in a PKCS #12 file (RFC 7292 section 4.2).
struct PKCS12Item<Value> {
    let value: Value
    let localKeyID: [UInt8]?
}

extension PKCS12Item: Sendable where Value: Sendable {}
