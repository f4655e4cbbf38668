import TrustModel

/// Requires that the leaf is valid for the requested host (RFC 9525 section 6).
///
/// Only subject alternative names are compared, never the common name. An address matches only an iPAddress entry, and
/// a name only a dNSName entry. A wildcard is the whole leftmost label, matches exactly one label, has at least two
/// labels after it, and is not directly below a public suffix. As in browsers and SecTrust, only suffixes of registries
/// are public suffixes: `*.co.uk` is rejected, `*.github.io` is accepted. The profile `webpki` rejects both wildcards
/// (CA/Browser Forum Baseline Requirements section 3.2.2.6).
struct HostNameRule: Rule {
    static let name = "hostName"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.validateHost else { return ignored(context.host) }
        guard let hazard = context.requirements.hostHazard else { return compare(context) }
        switch compare(context) {
        case .applied(let findings, let why): return .applied(findings + [hazard], why: why)
        case .skipped(let why): return .applied([hazard], why: why)
        }
    }

    private func compare(_ context: PathContext) -> RuleOutcome {
        switch context.host {
        case .none:
            // Requests without a host are rejected earlier; this finding is a safeguard.
            let finding = Finding(.hostInvalid, message: "The request has no host to compare with the certificate.")
            return .applied([finding], why: "the request has no host")
        case .invalid(let text, let error):
            return .applied([.unreadableHost(text, error)], why: "the host \(error.reason)")
        case .name(let host):
            return evaluate(host, context)
        }
    }

    private func ignored(_ host: RequestedHost) -> RuleOutcome {
        let text: String
        switch host {
        case .none: return .skipped(why: "the policy does not validate the host")
        case .name(let name): text = name.description
        case .invalid(let given, _): text = given
        }
        let finding = Finding(
            .hazardHostIgnored,
            severity: .warning,
            message: "The policy does not compare the certificate with \(text).",
            facts: [Fact("host", text)]
        )
        return .applied([finding], why: "the policy does not validate the host")
    }

    private func evaluate(_ host: HostName, _ context: PathContext) -> RuleOutcome {
        let leaf = context.path.leaf.facts
        guard let names = leaf.extensions.subjectAlternativeNames, !names.isEmpty else {
            return .applied(
                [Self.withoutNames(leaf, host)],
                why: "there is no subject alternative name to compare with"
            )
        }
        let sections = context.requirements.profile.demands.wildcardSuffixes
        let comparison = HostComparison(of: names, with: host) {
            context.publicSuffixes.isPublicSuffix($0, in: sections)
        }
        guard comparison != .match else {
            return .applied([], why: context.why("\(host) is among the subject alternative names"))
        }
        let finding = Self.mismatch(comparison, of: names, with: host, in: leaf)
        return .applied([finding], why: "\(host) is not among the subject alternative names")
    }

    private static func withoutNames(_ leaf: CertificateFacts, _ host: HostName) -> Finding {
        let malformed = leaf.extensions.malformed.first { $0.type == .subjectAlternativeName }
        guard leaf.extensions.subjectAlternativeNames == nil, let malformed else {
            return Finding(
                .hostNoSAN,
                depth: 0,
                message: "\(leaf.displayName) has no subject alternative name to compare with \(host).",
                facts: [
                    Fact("host", host.description), Fact(Finding.requiredName, host.subjectAlternativeName),
                    Fact("commonNames", leaf.subject.values(of: .commonName)),
                ]
            )
        }
        return Finding(
            code(host),
            depth: 0,
            message: "The subject alternative name of \(leaf.displayName) cannot be compared with \(host): it is "
                + "malformed at byte \(malformed.offset), \(malformed.reason).",
            facts: [
                Fact("host", host.description), Fact("extension", malformed.type.description),
                Fact("byte", malformed.offset),
            ],
            remedy: .malformedSubjectAltName
        )
    }

    private static func code(_ host: HostName) -> ReasonCode {
        if case .ip = host { .hostIpMismatch } else { .hostMismatch }
    }

    private static func mismatch(
        _ comparison: HostComparison,
        of names: [GeneralName],
        with host: HostName,
        in leaf: CertificateFacts
    ) -> Finding {
        let offered = names.compactMap(spelling)
        let message: String
        var facts = [Fact("host", host.description), Fact("names", Array(offered.prefix(100)))]
        var remedy: SpecialRemedy?
        switch comparison {
        case .forbiddenWildcard(let wildcard, let suffix):
            message =
                "\(leaf.displayName) matches \(host) only by the wildcard \(VisibleText.item(wildcard)), which is not accepted: "
                + "\(suffix) is a public suffix."
            facts += [Fact("wildcard", wildcard), Fact("publicSuffix", suffix)]
            remedy = .forbiddenWildcard
        case .unusableWildcard(let wildcard, let defect):
            message =
                "The requested host is \(host), and the certificate has the wildcard \"\(wildcard)\", which is not "
                + "accepted: \(defect.rawValue)."
            facts.append(Fact("wildcard", wildcard))
            remedy = .forbiddenWildcard
        case .trailingDot(let name):
            message =
                "The requested host is \(host), and the certificate has the name \"\(name)\", which is not accepted: a name in "
                + "a certificate has no dot at its end."
            facts.append(Fact("dnsName", name))
        case .addressAsDNSName(let name):
            message =
                "\(leaf.displayName) contains \(host) as a DNS name. DNS names are not compared with addresses: an "
                + "iPAddress entry is required."
            facts.append(Fact("dnsName", name))
            remedy = .addressAsDNSName
        case .match, .mismatch:
            let shown =
                names.lazy.compactMap(listed).prefix(10).joined(separator: ", ") + (offered.count > 10 ? ", …" : "")
            message =
                "The requested host is \(host), but the certificate is "
                + (shown.isEmpty ? "not valid for any host." : "only valid for \(shown).")
        }
        return Finding(code(host), depth: 0, message: message, facts: facts, remedy: remedy)
    }

    /// Returns a name as an item of the list in a message, in which one name cannot look like several.
    private static func listed(_ name: GeneralName) -> String? {
        if case .dns(let name) = name { VisibleText.item(name) } else { spelling(name) }
    }

    private static func spelling(_ name: GeneralName) -> String? {
        switch name {
        case .dns(let name): name
        case .ip(let octets) where octets.count == 4: IPAddress.v4(octets).description
        case .ip(let octets) where octets.count == 16: IPAddress.v6(octets).description
        case .ip(let octets): "malformed address " + Hexadecimal.encode(octets)
        case .email, .uri, .directory, .otherName, .registeredID, .other: nil
        }
    }
}

extension Finding {
    static func unreadableHost(_ text: String, _ error: HostNameError) -> Finding {
        Finding(
            .hostInvalid,
            message: "The host \(VisibleText.quoted(text)) \(error.reason).",
            facts: [Fact("host", text)]
        )
    }
}
