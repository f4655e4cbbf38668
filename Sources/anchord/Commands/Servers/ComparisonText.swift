import TrustAPI
import TrustEvaluation
import TrustModel

extension ChainComparison {
    /// The comparison as lines of text; names come from certificates, so the caller escapes control characters.
    var lines: [String] {
        ["old  \(Self.summary(old[0].facts))", "new  \(Self.summary(new[0].facts))"]
            + ["leaf key: \(leafKey.rawValue)", "issuing CA key: \(Self.text(issuerKey))"]
            + Self.lines("pins", keys, line: { "\($0.publicKeyFingerprint.pin)  \($0.displayName)" })
            + Self.lines("names", names, line: \.labeled) + missingPins.map { "required pin missing: \($0.pin)" }
            + [keepsAll ? "nothing was lost" : "lost: a name, or a key that may be pinned"]
    }

    private static func text(_ issuerKey: KeyState) -> String {
        issuerKey == .unknown ? "unknown, because a chain has no issuing CA" : issuerKey.rawValue
    }

    private static func summary(_ facts: CertificateFacts) -> String {
        "\(facts.displayName), valid \(facts.notBefore?.description ?? "?") to \(facts.notAfter?.description ?? "?")"
    }

    private static func lines<Element>(
        _ name: String,
        _ change: Change<Element>,
        line: (Element) -> String
    ) -> [String] {
        [("kept", change.kept), ("lost", change.lost), ("gained", change.gained)].flatMap { state, elements in
            ["\(name) \(state): \(elements.count)"] + elements.map { "  " + line($0) }
        }
    }
}

extension ChainComparison {
    /// The comparison as a JSON object.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("keepsAll", keepsAll)
            writer.member("leafKey", leafKey.rawValue)
            writer.member("issuerKey", issuerKey.rawValue)
            writer.member("pins") { Self.write(keys, to: &$0) { $0.publicKeyFingerprint.pin } }
            writer.member("missingPins", missingPins.map(\.pin))
            writer.member("names") { Self.write(names, to: &$0, \.labeled) }
            writer.member("old") { Self.write(old[0].facts, to: &$0) }
            writer.member("new") { Self.write(new[0].facts, to: &$0) }
        }
        return writer.bytes
    }

    private static func write<Element>(
        _ change: Change<Element>,
        to writer: inout JSONWriter,
        _ text: (Element) -> String
    ) {
        writer.member("kept", change.kept.map(text))
        writer.member("lost", change.lost.map(text))
        writer.member("gained", change.gained.map(text))
    }

    private static func write(_ facts: CertificateFacts, to writer: inout JSONWriter) {
        writer.member("subject", facts.displayName)
        writer.member("sha256", facts.fingerprint)
        writer.member("notBefore", facts.notBefore)
        writer.member("notAfter", facts.notAfter)
    }
}
