import TrustModel

/// Requires a leaf's common name to be the one copy of a subject alternative name, character for character
/// (CA/Browser Forum Baseline Requirements section 7.1.4.3).
///
/// An address is compared in its one text form, dotted decimal or RFC 5952's. Two habits that stand for no other name are
/// let pass: a DNS name where no alternative name is one, and the name right behind a wildcard.
struct CommonNameRule: Rule {
    static let name = "commonName"

    func evaluate(_ context: PathContext) -> RuleOutcome {
        let leaf = context.path.leaf.facts
        let commonNames = leaf.subject.values(of: .commonName)
        guard context.requirements.purpose == .serverAuth, !commonNames.isEmpty else {
            return .skipped(why: "the leaf is no server's or has no common name")
        }
        guard let names = leaf.extensions.subjectAlternativeNames, !names.isEmpty else {
            return .skipped(why: "the leaf has no subject alternative name")
        }
        let why = "the common name was compared with the subject alternative names"
        // Only the first ones: a subject can have as many as fit in a certificate.
        let strange = commonNames.prefix(2).first { !Self.isCopy($0, of: names) }
        guard strange != nil || commonNames.count > 1 else { return .applied([], why: why) }
        let what = strange == nil ? "is not one but \(commonNames.count)" : "is no copy of a subject alternative name"
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

    /// Whether the text is a DNS name and cannot be taken for an address in some other spelling.
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
