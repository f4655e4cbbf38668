import TrustEvaluation
import TrustModel

/// A fake certificate: its DER is a SEQUENCE with the letters of a name.
enum FakeCertificate {
    static func der(_ name: String) -> [UInt8] { [0x30, UInt8(name.utf8.count)] + name.utf8 }

    static func base64(_ name: String) -> String { Base64.encode(der(name)) }

    static func pem(_ names: String...) -> String {
        names.map { "-----BEGIN CERTIFICATE-----\n\(base64($0))\n-----END CERTIFICATE-----\n" }.joined()
    }

    /// The PEM text, indented for a YAML block scalar.
    static func indentedPEM(_ name: String, by spaces: Int) -> String {
        pem(name).split(separator: "\n").joined(separator: "\n" + String(repeating: " ", count: spaces))
    }
}

/// A fake public key that consists only of a name.
enum FakeKey {
    static func fingerprint(_ name: String) -> Fingerprint { fakeDigest(FakeCertificate.der(name)) }

    static func pem(_ name: String) -> String {
        FakeCertificate.pem(name).split(separator: "CERTIFICATE", omittingEmptySubsequences: false)
            .joined(separator: "PUBLIC KEY")
    }
}

/// Parses ``FakeCertificate`` and ``FakeKey``; `bad` is malformed at byte 14, and `secret` is a private key.
struct FakeCertificateReader: PinMaterialReading {
    func certificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) throws(CertificateReadingError) -> [Certificate] {
        let (certificates, failures) = readableCertificates(in: bytes, limits: limits)
        if let failure = failures.first { throw failure }
        return certificates
    }

    func readableCertificates(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (certificates: [Certificate], failures: [CertificateReadingError]) {
        let (materials, failures) = readable(Self.encodings(in: bytes).filter { !$0.isKey }, limits: limits)
        let certificates = materials.compactMap { material in
            if case .certificate(let certificate) = material { certificate } else { nil }
        }
        return (certificates, failures)
    }

    func readablePinMaterials(
        in bytes: [UInt8],
        limits: CertificateLimits
    ) -> (materials: [PinMaterial], failures: [CertificateReadingError]) {
        readable(Self.encodings(in: bytes), limits: limits)
    }

    private typealias Encoding = (der: [UInt8], isKey: Bool)

    private func readable(
        _ encodings: [Encoding],
        limits: CertificateLimits
    ) -> (materials: [PinMaterial], failures: [CertificateReadingError]) {
        var materials: [PinMaterial] = []
        var failures: [CertificateReadingError] = []
        for (index, encoding) in encodings.enumerated() {
            if encoding.der == FakeCertificate.der("bad") {
                failures.append(
                    CertificateReadingError(
                        encoding.isKey ? .malformedPublicKey : .malformedCertificate,
                        certificate: index,
                        offset: 14,
                        reason: "it is bad"
                    )
                )
            } else if encoding.der == FakeCertificate.der("secret") {
                failures.append(CertificateReadingError(.privateKey, reason: "it is private"))
            } else if index >= limits.count {
                failures.append(
                    CertificateReadingError(.tooManyCertificates, reason: "there are too many certificates")
                )
            } else if encoding.isKey {
                materials.append(.publicKey(fakeDigest(encoding.der)))
            } else {
                materials.append(.certificate(Self.certificate(encoding.der)))
            }
        }
        guard encodings.isEmpty else { return (materials, failures) }
        return ([], [CertificateReadingError(.noCertificate, reason: "there is no certificate")])
    }

    /// The names in the DER or PEM text of fakes.
    static func elements(in bytes: [UInt8]) -> [[UInt8]] { encodings(in: bytes).map(\.der) }

    private static func encodings(in bytes: [UInt8]) -> [Encoding] {
        if bytes.first == 0x30 { return [(bytes, false)] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.indices.dropLast().filter { lines[$0].hasPrefix("-----BEGIN ") }
            .compactMap { index in
                let der = try? Base64.decode(Array(lines[index + 1].utf8)[...])
                return der.map { ($0, lines[index] == "-----BEGIN PUBLIC KEY-----") }
            }
    }

    private static func certificate(_ der: [UInt8]) -> Certificate {
        let name = DistinguishedName(der: der, attributes: [], matchingKey: der)
        let fingerprint = fakeDigest(der)
        let facts = CertificateFacts(
            version: 3,
            serialNumber: [1],
            signatureAlgorithm: AlgorithmIdentifier(algorithm: .ed25519, parameters: nil),
            signatureAlgorithmsAgree: true,
            issuer: name,
            subject: name,
            notBefore: Instant(secondsSince1970: 0),
            notAfter: Instant(secondsSince1970: 1),
            publicKey: PublicKeyFacts(kind: .ed25519, bits: 256),
            publicKeyFingerprint: fingerprint,
            fingerprint: fingerprint,
            extensions: CertificateExtensions()
        )
        return Certificate(der: der, facts: facts, handle: FakeHandle())
    }

    private final class FakeHandle: CertificateHandle {
        let publicKeyInfo: ArraySlice<UInt8> = []
    }
}

extension Certificate {
    /// The name of the fake.
    var fakeName: String { String(decoding: der.dropFirst(2), as: UTF8.self) }
}

extension AnchorSet {
    /// The names of the fakes in the set, sorted.
    var fakeNames: [String] { certificates.map(\.fakeName).sorted() }
}

/// A substitute for SHA-256 (FNV-1a, four times).
@Sendable func fakeDigest(_ bytes: [UInt8]) -> Fingerprint {
    let words = (0..<4).map { seed in
        (bytes + [UInt8(seed)]).reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    guard let digest = Fingerprint(bytes) else { preconditionFailure("four words are 32 bytes") }
    return digest
}

/// A public suffix list with one suffix per section.
struct FakeSuffixes: PublicSuffixes {
    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool {
        name == "co.uk" || name == "github.io" && sections == .all
    }
}

/// A converter for one internationalized name.
struct FakeNames: InternationalizedNames {
    func asciiName(of name: String) throws(HostNameError) -> String {
        guard name.lowercased() == "bücher.example" else { throw HostNameError("has a label that IDNA forbids") }
        return "xn--bcher-kva.example"
    }
}
