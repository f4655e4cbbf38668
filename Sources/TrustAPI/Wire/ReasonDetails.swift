import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Values that a reason's remedy refers to; the text form of a verdict shows them below the message.
enum ReasonDetails {
    /// Returns the lines for a reason, without indentation; empty for most reason codes.
    static func lines(of reason: Finding, in verdict: Verdict) -> [String] {
        guard reason.severity != .notice else { return [] }
        // The policy and the floor can report the same fact with different severities.
        return values(of: reason, in: verdict) + (reason.floorName.map { ["reported by the floor \($0)"] } ?? [])
    }

    private static func values(of reason: Finding, in verdict: Verdict) -> [String] {
        switch reason.code {
        case .timeExpired, .timeNotYetValid: validity(reason)
        case .chainIssuerNotFound: issuer(reason)
        case .chainUntrustedRoot, .chainSelfSignedLeaf: fingerprint(reason)
        case .usageExtendedKeyUsage: purposes(reason)
        case .policyClientNotAllowed: clientNames(reason)
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
        let attempts = reason.texts("attempts")
        let unasked = reason.texts("issuerLocations").filter { location in
            // The forms of an attempt (FailedFetch).
            !attempts.contains { $0.hasPrefix(location + ": ") || $0.hasPrefix(location + " redirected to ") }
        }
        return identifier
            + attempts.map { "fetching the issuer's certificate failed: \(QuotedText.excerpt($0))" }
            + unasked.map {
                "location of the issuer's certificate (from authority information access; not fetched): "
                    + QuotedText.excerpt($0)
            }
    }

    private static func fingerprint(_ reason: Finding) -> [String] {
        reason.certificate.map { ["SHA-256 fingerprint: \($0.facts.fingerprint.hex)"] } ?? []
    }

    /// The maximum number of names of each kind.
    private static let maximumNames = 8

    /// Returns the names of a client that `allowedClients` can list.
    private static func clientNames(_ reason: Finding) -> [String] {
        let kinds = [("uris", "URI"), ("dnsNames", "DNS name"), ("emails", "mailbox"), ("userPrincipalNames", "UPN")]
        let names = kinds.flatMap { fact, kind in
            reason.texts(fact).prefix(maximumNames).map { "\(kind) of the leaf: \(QuotedText.excerpt($0))" }
        }
        return names + (reason.text("subject").map { ["subject of the leaf: \(QuotedText.excerpt($0))"] } ?? [])
    }

    private static func purposes(_ reason: Finding) -> [String] {
        let known: [KeyPurpose] = [.serverAuth, .clientAuth, .emailProtection, .codeSigning]
        let offered = reason.list("extendedKeyUsage").map { text in
            known.first { $0.oid?.description == text }?.description ?? text
        }
        return offered.isEmpty ? [] : ["extended key usage: \(offered.joined(separator: ", "))"]
    }

    /// Returns the pins of the path for copying into a policy, leaf first.
    ///
    /// The result is empty if the chain has errors other than pin mismatches, or if the policy does not validate the
    /// chain. Such a chain may be an attacker's, so its keys must not be pinned.
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
    /// Returns the text of a fact, truncated; nil if the finding has no such fact.
    fileprivate func text(_ name: String) -> String? {
        guard case .text(let text)? = facts.first(where: { $0.name == name })?.value else { return nil }
        return QuotedText.excerpt(text)
    }

    /// Returns the texts of a fact, each truncated; empty if the finding has no such fact.
    fileprivate func list(_ name: String) -> [String] { texts(name).map { QuotedText.excerpt($0) } }

    /// Returns the first texts of a fact as they are; empty if the finding has no such fact.
    fileprivate func texts(_ name: String) -> [String] {
        guard case .list(let list)? = facts.first(where: { $0.name == name })?.value else { return [] }
        return Array(list.prefix(AnswerBounds.factTexts))
    }
}
