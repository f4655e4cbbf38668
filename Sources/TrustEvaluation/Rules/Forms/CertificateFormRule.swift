import TrustModel

/// Checks the basic fields of each certificate against the encoding rules for conforming CAs.
///
/// The rules are those of RFC 5280 sections 4.1, 4.1.2.1, 4.1.2.2, 4.1.2.5 and 4.1.2.8, and RFC 3279 section 2.3.1. Version
/// 3 is required by CA/Browser Forum Baseline Requirements section 7.1.1. The serial number zero, which some public
/// roots have, is allowed in trust anchors: no certificate or CRL refers to a trust anchor by serial number.
struct CertificateFormRule: Rule {
    static let name = "certificateForm"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let own = context.findings { depth, facts in
            version(of: facts, at: depth, in: context)
                .and(serialNumber(of: facts, at: depth, in: context))
                .and(times(of: facts, at: depth))
                .and(keyParameters(of: facts, at: depth))
                .and(uniqueIdentifiers(of: facts, at: depth))
                .and(defaults(of: facts, at: depth))
        }
        return .applied(own, why: "version, serial number, times and key parameters of each certificate were checked")
    }

    private func version(of facts: CertificateFacts, at depth: Int, in context: PathContext) -> [Finding] {
        guard facts.version != 3 else { return [] }
        let version = Fact("version", facts.version)
        let old = Finding(
            .webpkiVersionNot3,
            depth: depth,
            message: "\(facts.displayName) is version \(facts.version), not version 3.",
            facts: [version]
        )
        guard !facts.extensions.entries.isEmpty else { return [old] }
        let contradiction = Finding(
            .strictExtensionsRequireVersion3,
            depth: depth,
            message: "\(facts.displayName) has extensions but is version \(facts.version), not version 3.",
            facts: [version]
        )
        return [contradiction, old]
    }

    private func serialNumber(of facts: CertificateFacts, at depth: Int, in context: PathContext) -> [Finding] {
        let octets = facts.serialNumber
        let complaint: String? =
            if let first = octets.first, first >= 0x80 {
                "negative"
            } else if octets.allSatisfy({ $0 == 0 }), !context.isAnchor(depth) {
                "zero"
            } else if octets.count > 20 {
                "longer than 20 octets"
            } else {
                nil
            }
        return complaint.map { complaint in
            [
                Finding(
                    .strictSerialNumberInvalid,
                    depth: depth,
                    message: "The serial number of \(facts.displayName) is \(complaint).",
                    facts: [Fact("serialNumber", Hexadecimal.encode(octets.prefix(64)))]
                )
            ]
        } ?? []
    }

    private func times(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        // ValidityRule reports malformed times.
        guard !facts.hasConformingTimes, facts.notBefore != nil, facts.notAfter != nil else { return [] }
        let message =
            "A validity date of \(facts.displayName) has the wrong encoding: dates through 2049 must be UTCTime, later ones "
            + "GeneralizedTime."
        return [Finding(.strictTimeEncoding, depth: depth, message: message)]
    }

    private func keyParameters(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        guard !facts.publicKey.hasConformingParameters else { return [] }
        let message = "The parameters of the RSA key of \(facts.displayName) are not NULL."
        return [Finding(.strictKeyParameters, depth: depth, message: message)]
    }

    private func uniqueIdentifiers(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        guard facts.hasUniqueIdentifiers else { return [] }
        let message = "\(facts.displayName) has an issuer or subject unique identifier."
        return [Finding(.strictUniqueIdentifiers, depth: depth, message: message)]
    }

    private func defaults(of facts: CertificateFacts, at depth: Int) -> [Finding] {
        // One extension suffices, because the cause is the issuer's software.
        let entry = facts.extensions.entries.first { !$0.deviations.isEmpty }
        guard entry != nil || !facts.deviations.isEmpty else { return [] }
        let name = facts.displayName
        var complaints: [(message: String, known: [Fact])] = []
        if facts.deviations.contains(.version) { complaints.append(("\(name) encodes version 1", [])) }
        if facts.deviations.contains(.signatureParameters) {
            complaints.append(("The signature algorithm of \(name) encodes a default parameter", []))
        }
        if facts.deviations.contains(.keyParameters) {
            complaints.append(("The key of \(name) encodes a default parameter", []))
        }
        if let entry {
            let message = "The extension \(entry.type) of \(name) \(entry.deviations.clause)"
            complaints.append((message, [Fact("extension", entry.type.description)]))
        }
        return complaints.map { complaint in
            let message = "\(complaint.message), which DER omits."
            return Finding(.strictDefaultEncoded, depth: depth, message: message, facts: complaint.known)
        }
    }
}

extension EncodingDeviations {
    /// The deviation of an extension as a clause.
    fileprivate var clause: String {
        if contains(.criticality) { return "is encoded with critical FALSE" }
        return contains(.flag) ? "encodes FALSE as the value of a flag" : "has bits that end with zeros"
    }
}
