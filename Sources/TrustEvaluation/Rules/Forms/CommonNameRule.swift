import TrustModel

/// Requires that there is at most one common name, and that it is an exact copy of a subject alternative name.
///
/// Source: CA/Browser Forum Baseline Requirements section 7.1.4.3. Addresses are compared in their canonical text form,
/// dotted decimal or RFC 5952. Two harmless deviations are accepted: any DNS name in a certificate without dNSName
/// entries, and a wildcard name without its wildcard label.
struct CommonNameRule: Rule {
    static let name = "commonName"
    static let codes: [ReasonCode] = [.webpkiCommonNameNotInSAN]

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let leaf = context.path.leaf.facts
        let commonNames = leaf.subject.values(of: .commonName)
        guard context.requirements.purpose == .serverAuth, !commonNames.isEmpty else {
            return .skipped(why: "the purpose is not serverAuth, or the leaf has no common name")
        }
        guard let names = leaf.extensions.subjectAlternativeNames, !names.isEmpty else {
            return .skipped(why: "the leaf has no subject alternative name")
        }
        let why = "the common name was compared with the subject alternative names"
        // A subject can have many common names; the first two are sufficient to detect a violation.
        let mismatch = commonNames.prefix(2).first { !Self.isCopy($0, of: names) }
        guard mismatch != nil || commonNames.count > 1 else { return .applied([], why: why) }
        let what =
            mismatch == nil
            ? "occurs \(commonNames.count) times, but is allowed only once"
            : "is not a copy of a subject alternative name"
        let finding = Finding(
            .webpkiCommonNameNotInSAN,
            depth: 0,
            message: "The common name of \(leaf.displayName) \(what).",
            facts: [Fact("commonNames", commonNames.prefix(20).map { String($0.prefix(256)) })]
        )
        return .applied([finding], why: why)
    }

    private static func isCopy(_ commonName: String, of names: [GeneralName]) -> Bool {
        if IPAddress(commonName) != nil { return names.contains { $0.isAddress && $0.text == commonName } }
        var hosts = 0
        for case .dns(let host) in names {
            if host == commonName || host.utf8.starts(with: "*.".utf8) && host.dropFirst(2) == commonName {
                return true
            }
            hosts += 1
        }
        return hosts == 0 && isHostName(commonName)
    }

    /// Whether the text is a DNS name that cannot be interpreted as an address.
    private static func isHostName(_ text: String) -> Bool {
        guard NameSyntax.isHost(text[...]), let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
        return text.utf8[text.utf8.index(after: dot)...].first.map { $0 > UInt8(ascii: "9") } ?? false
    }
}

extension GeneralName {
    fileprivate var isAddress: Bool {
        if case .ip(let octets) = self { octets.count == 4 || octets.count == 16 } else { false }
    }
}
