import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Encodes the contents of a certificate as JSON.
enum CertificateEncoder {
    static func write(_ certificate: Certificate, position: Int, at instant: Instant, to writer: inout JSONWriter) {
        let facts = certificate.facts
        writer.object { writer in
            writer.member("position", position)
            writer.excerpt("subject", facts.subject.description)
            writer.excerpt("issuer", facts.issuer.description)
            writer.octets("serialNumber", facts.serialNumber)
            writer.member("version", facts.version)
            writer.member("notBefore", facts.notBefore?.description)
            writer.member("notAfter", facts.notAfter?.description)
            writer.member("sha256", facts.fingerprint.hex)
            writer.member("spkiSha256", facts.publicKeyFingerprint.pin)
            writer.member("isAuthority", facts.isAuthority)
            writer.member("isSelfIssued", facts.isSelfIssued)
            writer.member("publicKey") { write(facts.publicKey, to: &$0) }
            writer.member("signatureAlgorithm", facts.signatureAlgorithm.algorithm.description)
            let unlisted = write(facts.extensions, to: &writer)
            if let settings = certificate.trustSettings { write(settings, to: &writer) }
            let findings = CertificateInspection.findings(of: certificate, at: instant)
            let warnings = writer.bounded("warnings", findings) { VerdictEncoder.write($1, to: &$0) }
            writer.unlisted(unlisted + [warnings])
        }
    }

    /// Writes the OpenSSL trust settings of a `TRUSTED CERTIFICATE`.
    private static func write(_ settings: TrustSettings, to writer: inout JSONWriter) {
        writer.member("trustSettings") { writer in
            let trusted = write(settings.trusted, as: "trustedUses", to: &writer) { $1.string($0.description) }
            let rejected = write(settings.rejected, as: "rejectedUses", to: &writer) { $1.string($0.description) }
            writer.unlisted([trusted, rejected])
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
        case .rsa, .rsaPSS, .ed25519, .ed448, .dsa, .postQuantum:
            writer.member("kind", key.kind.description)
        }
        writer.member("bits", key.bits)
    }

    private static func write(_ extensions: CertificateExtensions, to writer: inout JSONWriter) -> [OmittedElements] {
        writer.member("extensions", extensions.entries) { writer, entry in
            writer.object { writer in
                writer.member("type", entry.type.description)
                writer.member("critical", entry.isCritical)
            }
        }
        writer.member("pathLength", extensions.basicConstraints?.pathLength)
        if let usage = extensions.keyUsage { writer.member("keyUsage", usage.names) }
        let usages = write(extensions.extendedKeyUsage, as: "extendedKeyUsage", to: &writer) {
            $1.string($0.description)
        }
        let names = write(extensions.subjectAlternativeNames, as: "subjectAlternativeNames", to: &writer, write)
        if let constraints = extensions.nameConstraints {
            writer.member("nameConstraints") { writer in
                let permitted = write(constraints.permitted, as: "permitted", to: &writer, write)
                let excluded = write(constraints.excluded, as: "excluded", to: &writer, write)
                writer.unlisted([permitted, excluded])
            }
        }
        let policies = write(extensions.certificatePolicies, as: "certificatePolicies", to: &writer) {
            $1.string($0.description)
        }
        writer.octets("subjectKeyIdentifier", extensions.subjectKeyIdentifier)
        writer.octets("authorityKeyIdentifier", extensions.authorityKeyIdentifier?.keyIdentifier)
        let locations = [
            ("issuerLocations" as JSONName, extensions.issuerLocations),
            ("ocspLocations", extensions.ocspLocations),
            ("crlLocations", extensions.crlLocations),
        ].map { name, texts in
            write(texts, as: name, to: &writer) { $1.string(QuotedText.excerpt($0, ofAtMost: AnswerBounds.characters)) }
        }
        return [usages, names, policies] + locations
    }

    /// Writes a list of at most ``AnswerBounds/elements`` elements; nothing for nil.
    private static func write<Element>(
        _ elements: [Element]?,
        as name: JSONName,
        to writer: inout JSONWriter,
        _ write: (Element, inout JSONWriter) -> Void
    ) -> OmittedElements {
        guard let elements else { return (name, 0) }
        return writer.bounded(name, elements, ofAtMost: AnswerBounds.elements) { write($1, &$0) }
    }

    private static func write(_ name: GeneralName, to writer: inout JSONWriter) {
        writer.object { writer in
            switch name {
            case .dns(let text): writer.excerpt("dns", text)
            case .email(let text): writer.excerpt("email", text)
            case .uri(let text): writer.excerpt("uri", text)
            case .ip(let octets): writer.member("ip", address(octets))
            case .directory(let name): writer.excerpt("directory", name.description)
            case .otherName, .registeredID, .other:
                guard let (tag, content) = name.undecoded else { return }
                writer.octets("other", content)
                writer.member("tag", Int(tag))
            }
        }
    }

    /// Returns an IP address as text, with its mask if it is from a name constraint.
    private static func address(_ octets: [UInt8]) -> String {
        switch octets.count {
        case 4: IPAddress.v4(octets).description
        case 16: IPAddress.v6(octets).description
        case 8: "\(IPAddress.v4(Array(octets[..<4])))/\(IPAddress.v4(Array(octets[4...])))"
        case 32: "\(IPAddress.v6(Array(octets[..<16])))/\(IPAddress.v6(Array(octets[16...])))"
        default: "malformed:" + Hexadecimal.encode(octets.prefix(AnswerBounds.octets))
        }
    }
}
