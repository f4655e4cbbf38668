import StructuredDocuments
import TrustEvaluation
import TrustModel

/// The values of a reason that a text answer shows below its message, because the remedy needs them.
enum ReasonDetails {
    /// Lines without indentation; none for a reason whose message says everything.
    static func lines(of reason: Finding, in verdict: Verdict) -> [String] {
        guard reason.severity != .notice else { return [] }
        return switch reason.code {
        case .timeExpired, .timeNotYetValid: validity(reason)
        case .chainIssuerNotFound: issuer(reason)
        case .chainUntrustedRoot, .chainSelfSignedLeaf: fingerprint(reason)
        case .usageExtendedKeyUsage: purposes(reason)
        case .pinKeyMismatch, .pinCertificateMismatch: pins(reason, verdict)
        default: []
        }
    }

    private static func validity(_ reason: Finding) -> [String] {
        guard let start = reason.text("notBefore"), let end = reason.text("notAfter") else { return [] }
        return ["valid from \(start) until \(end)"]
    }

    private static func issuer(_ reason: Finding) -> [String] {
        let identifier = reason.text("authorityKeyIdentifier").map { ["key identifier of the issuer: \($0)"] } ?? []
        return identifier
            + reason.list("issuerLocations").map {
                "location of the issuer's certificate, by authority information access (AIA), not fetched: \($0)"
            }
    }

    private static func fingerprint(_ reason: Finding) -> [String] {
        reason.certificate.map { ["SHA-256 fingerprint: \($0.facts.fingerprint.hex)"] } ?? []
    }

    private static func purposes(_ reason: Finding) -> [String] {
        let known: [KeyPurpose] = [.serverAuth, .clientAuth, .emailProtection, .codeSigning]
        let offered = reason.list("extendedKeyUsage").map { text in
            known.first { $0.oid?.description == text }?.description ?? text
        }
        return offered.isEmpty ? [] : ["extended key usage: \(offered.joined(separator: ", "))"]
    }

    /// The pins of the path, leaf first, to be copied into a policy.
    ///
    /// A chain that is refused for more than its pins, or that the policy does not validate, offers none: it may be an
    /// attacker's, and is not to be pinned.
    private static func pins(_ reason: Finding, _ verdict: Verdict) -> [String] {
        let errors = verdict.reasons.filter { $0.severity == .error }
        guard errors.allSatisfy({ [.pinKeyMismatch, .pinCertificateMismatch].contains($0.code) }),
            !verdict.reasons.contains(where: { $0.code == .hazardKeyOnly || $0.code.name.hasPrefix("chain.") })
        else { return [] }
        return reason.list("offered").map { pin in
            let element = verdict.path.enumerated().first { _, element in
                let facts = element.certificate.facts
                return [facts.publicKeyFingerprint.pin, facts.fingerprint.hex].contains(pin)
            }
            let place = element.map { " of certificate \($0.offset), \($0.element.certificate.facts.displayName)" }
            return "pin\(place ?? ""): \(pin)"
        }
    }
}

extension Finding {
    /// A fact's text, cut where it is long; nil where there is none of the name.
    fileprivate func text(_ name: String) -> String? {
        guard case .text(let text)? = facts.first(where: { $0.name == name })?.value else { return nil }
        return QuotedText.excerpt(text)
    }

    /// A fact's texts, each cut where it is long; empty where there is none of the name.
    fileprivate func list(_ name: String) -> [String] {
        guard case .list(let list)? = facts.first(where: { $0.name == name })?.value else { return [] }
        return list.prefix(AnswerBounds.factTexts).map { QuotedText.excerpt($0) }
    }
}
