import TrustModel

/// Requires that the leaf is for the host that was asked for (RFC 9525 section 6).
///
/// Only subject alternative names count, never the common name. A wildcard is the whole leftmost label, stands for exactly
/// one label, has at least two labels behind it, and does not stand directly under a public suffix. Browsers and SecTrust
/// count what registries delegate: `*.co.uk` is refused, `*.github.io` is the company's to ask for; the profile `webpki`
/// counts both (CA/Browser Forum Baseline Requirements section 3.2.2.6). An address matches only as an iPAddress, a name
/// only as a dNSName.
struct HostNameRule: Rule {
    static let name = "hostName"

    func judge(_ context: PathContext) -> RuleOutcome {
        guard context.requirements.validateHost else { return ignored(context.host) }
        let leaf = context.path.leaf.facts
        switch context.host {
        case .none:
            // Requests without a host are refused before they come here; should one come, it is not trusted.
            let finding = Finding(.hostInvalid, message: "No host was given to compare the certificate with.")
            return .judged([finding], why: "no host was given")
        case .invalid(let text, let error):
            return .judged([.unreadableHost(text, error)], why: "the host \(error.reason)")
        case .name(let host):
            return judge(host, leaf, Suffixes(context), context)
        }
    }

    private func ignored(_ host: HostQuestion) -> RuleOutcome {
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
        return .judged([finding], why: "the policy does not validate the host")
    }

    private func judge(
        _ host: HostName,
        _ leaf: CertificateFacts,
        _ suffixes: Suffixes,
        _ context: PathContext
    ) -> RuleOutcome {
        guard let names = leaf.extensions.subjectAlternativeNames, !names.isEmpty else {
            let commonNames = leaf.subject.values(of: .commonName)
            let finding = Finding(
                .hostNoSAN,
                depth: 0,
                message: "\(leaf.displayName) has no subject alternative name to compare with \(host).",
                facts: [Fact("host", host.description), Fact("commonNames", commonNames)]
            )
            return .judged([finding], why: "there is no subject alternative name")
        }
        if Self.matches(names, host, suffixes) {
            return .judged([], why: context.why("\(host) is among the subject alternative names"))
        }
        let code: ReasonCode = if case .ip = host { .hostIpMismatch } else { .hostMismatch }
        let offered = names.compactMap(Self.spelling)
        let shown = offered.prefix(10).joined(separator: ", ") + (offered.count > 10 ? ", …" : "")
        let finding = Finding(
            code,
            depth: 0,
            message: "The certificate is not for \(host) but for \(shown.isEmpty ? "no host" : shown).",
            facts: [Fact("host", host.description), Fact("names", Array(offered.prefix(100)))]
        )
        return .judged([finding], why: "\(host) is not among the subject alternative names")
    }

    /// The public suffixes that count under the profile.
    private struct Suffixes {
        private let list: any PublicSuffixes
        private let sections: PublicSuffixSections

        init(_ context: PathContext) {
            list = context.publicSuffixes
            sections = context.requirements.profile.demands.wildcardSuffixes
        }

        func forbidWildcard(under name: String) -> Bool { list.isPublicSuffix(name, in: sections) }
    }

    private static func matches(_ names: [GeneralName], _ host: HostName, _ suffixes: Suffixes) -> Bool {
        // Every wildcard that matches stands for the same names, so that one is asked about.
        var matchesWildcard = false
        for name in names {
            switch (name, host) {
            case (.dns(let pattern), .dns(let host)):
                if isEqual(pattern.utf8[...], host.utf8[...]) { return true }
                if !matchesWildcard { matchesWildcard = isWildcard(pattern.utf8, of: host.utf8) }
            case (.ip(let octets), .ip(let address)): if octets == address.octets { return true }
            default: break
            }
        }
        guard matchesWildcard, case .dns(let host) = host, let dot = host.utf8.firstIndex(of: HostText.period) else {
            return false
        }
        return !suffixes.forbidWildcard(under: String(host[host.utf8.index(after: dot)...]))
    }

    /// Whether a name is a wildcard for all that has one label before the same as a host.
    private static func isWildcard(_ pattern: String.UTF8View, of host: String.UTF8View) -> Bool {
        guard pattern.starts(with: "*.".utf8) else { return false }
        let suffix = pattern.dropFirst()
        guard let dot = host.firstIndex(of: HostText.period), dot != host.startIndex else { return false }
        return isEqual(suffix, host[dot...]) && suffix.count(where: { $0 == HostText.period }) >= 2
    }

    /// Whether a name is a host, which is in lower case and has no wildcard.
    private static func isEqual(_ name: Substring.UTF8View, _ host: Substring.UTF8View) -> Bool {
        name.elementsEqual(host) { (0x41...0x5A).contains($0) ? $0 | 0x20 == $1 : $0 == $1 }
    }

    private static func spelling(_ name: GeneralName) -> String? {
        switch name {
        case .dns(let name): name
        case .ip(let octets) where octets.count == 4: IPAddress.v4(octets).description
        case .ip(let octets) where octets.count == 16: IPAddress.v6(octets).description
        case .ip(let octets): "malformed address " + Hexadecimal.encode(octets)
        case .email, .uri, .directory, .other: nil
        }
    }
}

extension Finding {
    /// That a text, which should be the host, is no host name.
    static func unreadableHost(_ text: String, _ error: HostNameError) -> Finding {
        Finding(.hostInvalid, message: "The host \"\(text)\" \(error.reason).", facts: [Fact("host", text)])
    }
}
