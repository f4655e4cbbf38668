import TrustEvaluation
import TrustModel

/// Writes what a certificate says.
enum CertificateEncoder {
    static func write(_ certificate: Certificate, position: Int, at instant: Instant, to writer: inout JSONWriter) {
        let facts = certificate.facts
        writer.object { writer in
            writer.member("position", position)
            writer.member("subject", facts.subject.description)
            writer.member("issuer", facts.issuer.description)
            writer.member("serialNumber", Hexadecimal.encode(facts.serialNumber))
            writer.member("version", facts.version)
            writer.member("notBefore", facts.notBefore?.description)
            writer.member("notAfter", facts.notAfter?.description)
            writer.member("sha256", facts.fingerprint.hex)
            writer.member("spkiSha256", facts.publicKeyFingerprint.pin)
            writer.member("isAuthority", facts.isAuthority)
            writer.member("isSelfIssued", facts.isSelfIssued)
            writer.member("publicKey") { write(facts.publicKey, to: &$0) }
            writer.member("signatureAlgorithm", facts.signatureAlgorithm.algorithm.description)
            write(facts.extensions, to: &writer)
            writer.member("warnings", CertificateInspection.findings(of: certificate, at: instant)) { writer, finding in
                VerdictEncoder.write(finding, to: &writer)
            }
        }
    }

    private static func write(_ key: PublicKeyFacts, to writer: inout JSONWriter) {
        switch key.kind {
        case .ellipticCurve(let curve):
            writer.member("kind", "ellipticCurve")
            writer.member("curve", curve?.description)
        case .other(let algorithm):
            writer.member("kind", "other")
            writer.member("algorithm", algorithm.description)
        case .rsa, .rsaPSS, .ed25519, .ed448, .dsa:
            writer.member("kind", key.kind.description)
        }
        writer.member("bits", key.bits)
    }

    private static func write(_ extensions: CertificateExtensions, to writer: inout JSONWriter) {
        writer.member("extensions", extensions.entries) { writer, entry in
            writer.object { writer in
                writer.member("type", entry.type.description)
                writer.member("critical", entry.isCritical)
            }
        }
        writer.member("pathLength", extensions.basicConstraints?.pathLength)
        if let usage = extensions.keyUsage { writer.member("keyUsage", usage.names) }
        if let usages = extensions.extendedKeyUsage { writer.member("extendedKeyUsage", usages.map(\.description)) }
        if let names = extensions.subjectAlternativeNames {
            writer.member("subjectAlternativeNames", names) { write($1, to: &$0) }
        }
        if let constraints = extensions.nameConstraints {
            writer.member("nameConstraints") { writer in
                writer.member("permitted", constraints.permitted) { write($1, to: &$0) }
                writer.member("excluded", constraints.excluded) { write($1, to: &$0) }
            }
        }
        if let policies = extensions.certificatePolicies {
            writer.member("certificatePolicies", policies.map(\.description))
        }
        writer.member("subjectKeyIdentifier", extensions.subjectKeyIdentifier.map { Hexadecimal.encode($0) })
        writer.member(
            "authorityKeyIdentifier",
            extensions.authorityKeyIdentifier?.keyIdentifier.map { Hexadecimal.encode($0) }
        )
        writer.member("issuerLocations", extensions.issuerLocations)
        writer.member("ocspLocations", extensions.ocspLocations)
        writer.member("crlLocations", extensions.crlLocations)
    }

    private static func write(_ name: GeneralName, to writer: inout JSONWriter) {
        writer.object { writer in
            switch name {
            case .dns(let text): writer.member("dns", text)
            case .email(let text): writer.member("email", text)
            case .uri(let text): writer.member("uri", text)
            case .ip(let octets): writer.member("ip", address(octets))
            case .directory(let name): writer.member("directory", name.description)
            case .other(let tag, let content):
                writer.member("other", Hexadecimal.encode(content))
                writer.member("tag", Int(tag))
            }
        }
    }

    /// An address, or in a constraint an address and its mask.
    private static func address(_ octets: [UInt8]) -> String {
        switch octets.count {
        case 4: IPAddress.v4(octets).description
        case 16: IPAddress.v6(octets).description
        case 8: "\(IPAddress.v4(Array(octets[..<4])))/\(IPAddress.v4(Array(octets[4...])))"
        case 32: "\(IPAddress.v6(Array(octets[..<16])))/\(IPAddress.v6(Array(octets[16...])))"
        default: "malformed:" + Hexadecimal.encode(octets)
        }
    }
}
