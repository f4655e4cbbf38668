import StructuredDocuments
import TrustEvaluation
package import TrustModel

/// Describes certificates in lines of text, for people.
package enum CertificateText {
    /// The maximum number of names, or of other values of one list, in the text.
    private static let maximumListed = 100

    /// Returns the lines about a chain, leaf first; validity is compared with `instant`.
    ///
    /// Names come from certificates: the caller escapes control characters.
    package static func lines(of chain: [Certificate], at instant: Instant) -> [String] {
        chain.enumerated().flatMap { position, certificate in
            (position == 0 ? [] : [""]) + lines(of: certificate, position: position, at: instant)
        }
    }

    private static func lines(of certificate: Certificate, position: Int, at instant: Instant) -> [String] {
        let facts = certificate.facts
        let extensions = facts.extensions
        let lists: [(String, [String])] = [
            ("names", (extensions.subjectAlternativeNames ?? []).map(\.labeled)),
            ("key usage", extensions.keyUsage?.names ?? []),
            ("purposes", (extensions.extendedKeyUsage ?? []).map(purpose)),
            ("permitted", (extensions.nameConstraints?.permitted ?? []).map(\.labeled)),
            ("excluded", (extensions.nameConstraints?.excluded ?? []).map(\.labeled)),
            ("policies", (extensions.certificatePolicies ?? []).map(\.description)),
            ("OCSP", extensions.ocspLocations), ("CRL", extensions.crlLocations),
            ("issuer at", extensions.issuerLocations),
            ("extensions", extensions.entries.map { $0.type.extensionLabel + ($0.isCritical ? ", critical" : "") }),
        ]
        var lines = ["Certificate \(position), \(role(of: facts)): \(facts.displayName)"]
        lines.append(line("subject", facts.subject.isEmpty ? "(empty)" : facts.subject.description))
        lines.append(line("issuer", facts.issuer.description))
        lines.append(line("serial", Hexadecimal.encode(facts.serialNumber)))
        lines.append(line("valid", validity(of: facts, at: instant)))
        lines.append(line("key", key(facts.publicKey)))
        for (name, values) in lists { lines += list(name, values) }
        lines.append(line("sha256", facts.fingerprint.hex))
        lines.append(line("pin", facts.publicKeyFingerprint.pin))
        let findings = CertificateInspection.findings(of: certificate, at: instant)
        return lines + findings.map { "  \($0.severity.rawValue) \($0.code.name): \($0.message)" }
    }

    private static func line(_ name: String, _ value: String) -> String {
        "  " + name + String(repeating: " ", count: max(1, 12 - name.count)) + value
    }

    /// Returns a line for each value, of which only the first has the name.
    private static func list(_ name: String, _ values: [String]) -> [String] {
        let shown = values.prefix(maximumListed).enumerated().map { line($0.offset == 0 ? name : "", $0.element) }
        let unlisted = values.count - maximumListed
        return unlisted > 0 ? shown + [line("", "… and \(unlisted) more")] : shown
    }

    private static func role(of facts: CertificateFacts) -> String {
        guard facts.isAuthority else { return facts.isSelfIssued ? "end entity, self-issued" : "end entity" }
        let limit = facts.extensions.basicConstraints?.pathLength
        return (facts.isSelfIssued ? "root" : "CA") + (limit.map { ", path length \($0)" } ?? "")
    }

    /// Returns the validity period with the days that remain, or since when the certificate is not valid.
    private static func validity(of facts: CertificateFacts, at instant: Instant) -> String {
        let ends = [facts.notBefore, facts.notAfter].map { $0?.description ?? "unreadable" }.joined(separator: " to ")
        guard let first = facts.notBefore, let last = facts.notAfter else { return ends }
        let days = { (from: Instant, to: Instant) in (to.secondsSince1970 - from.secondsSince1970) / 86400 }
        if instant < first { return "\(ends) (not yet valid)" }
        return last < instant
            ? "\(ends) (expired \(days(last, instant)) days ago)" : "\(ends) (\(days(instant, last)) days left)"
    }

    private static func key(_ key: PublicKeyFacts) -> String {
        switch key.kind {
        case .ellipticCurve(let curve): "\(curve.flatMap { curves[$0] } ?? key.kind.description)"
        case .rsa, .rsaPSS, .dsa: "\(key.kind.description) \(key.bits.map(String.init) ?? "unknown") bits"
        case .other(let algorithm): algorithm.algorithmLabel
        case .ed25519, .ed448, .postQuantum: key.kind.description
        }
    }

    private static let curves: [OID: String] = [
        .prime256v1: "ellipticCurve P-256", .secp384r1: "ellipticCurve P-384", .secp521r1: "ellipticCurve P-521",
    ]

    private static func purpose(_ type: OID) -> String {
        switch type {
        case .anyExtendedKeyUsage: "any"
        case .timeStamping: "timeStamping"
        case .ocspSigning: "OCSPSigning"
        default: KeyPurpose(type).description
        }
    }
}
