import TrustEvaluation
import TrustModel

/// The differences between a chain and the one that replaces it, as far as pins, names and validity depend on them.
struct ChainComparison {
    /// Whether a key of the old chain is also in the new one.
    enum KeyState: String {
        case same
        case changed
        /// A chain lacks the certificate.
        case unknown
    }

    /// Elements of the old and the new chain.
    struct Change<Element> {
        var kept: [Element] = []
        var lost: [Element] = []
        var gained: [Element] = []
    }

    let old: [Certificate]
    let new: [Certificate]
    /// The state of the leaf's key, and of the key of the CA that issued the leaf.
    let leafKey, issuerKey: KeyState
    /// The first certificate of each key.
    let keys: Change<CertificateFacts>
    /// The names of the leaf.
    let names: Change<GeneralName>
    /// The required pins that match no key of the new chain.
    let missingPins: [Fingerprint]
    /// Whether keys of the old chain may be lost, because the pins in use are known.
    private let hasRequiredPins: Bool

    /// Compares two chains, leaf first, neither of which may be empty.
    ///
    /// If `pins` is not empty, only these keys must be kept, or else all keys of the old chain.
    init(_ old: [Certificate], _ new: [Certificate], pins: [Fingerprint]) {
        (self.old, self.new) = (old, new)
        leafKey = Self.state(old.first, new.first)
        issuerKey = Self.state(Self.issuer(in: old), Self.issuer(in: new))
        keys = Self.keys(old, new)
        names = Self.names(old[0].facts, new[0].facts)
        let present = Set(new.map(\.facts.publicKeyFingerprint))
        missingPins = pins.filter { !present.contains($0) }
        hasRequiredPins = !pins.isEmpty
    }

    /// Whether nothing was lost that pins or clients with a name depend on.
    var keepsAll: Bool { names.lost.isEmpty && missingPins.isEmpty && (hasRequiredPins || keys.lost.isEmpty) }

    private static func state(_ old: Certificate?, _ new: Certificate?) -> KeyState {
        guard let old, let new else { return .unknown }
        return old.facts.publicKeyFingerprint == new.facts.publicKeyFingerprint ? .same : .changed
    }

    /// Returns the certificate with the name of the leaf's issuer; nil if the chain has none.
    private static func issuer(in chain: [Certificate]) -> Certificate? {
        chain.dropFirst().first { $0.facts.subject == chain[0].facts.issuer }
    }

    private static func keys(_ old: [Certificate], _ new: [Certificate]) -> Change<CertificateFacts> {
        let (old, new) = (distinct(old), distinct(new))
        let (before, after) = (Set(old.map(\.publicKeyFingerprint)), Set(new.map(\.publicKeyFingerprint)))
        return Change(
            kept: old.filter { after.contains($0.publicKeyFingerprint) },
            lost: old.filter { !after.contains($0.publicKeyFingerprint) },
            gained: new.filter { !before.contains($0.publicKeyFingerprint) }
        )
    }

    private static func distinct(_ chain: [Certificate]) -> [CertificateFacts] {
        var known: Set<Fingerprint> = []
        return chain.map(\.facts).filter { known.insert($0.publicKeyFingerprint).inserted }
    }

    private static func names(_ old: CertificateFacts, _ new: CertificateFacts) -> Change<GeneralName> {
        let before = old.extensions.subjectAlternativeNames ?? []
        let after = new.extensions.subjectAlternativeNames ?? []
        return Change(
            kept: before.filter { covers(after, $0) },
            lost: before.filter { !covers(after, $0) },
            gained: after.filter { !covers(before, $0) }
        )
    }

    /// Returns whether one of the names is the name, or a wildcard that matches it.
    private static func covers(_ names: [GeneralName], _ name: GeneralName) -> Bool {
        names.contains { other in
            guard case .dns(let name) = name, case .dns(let other) = other else { return other == name }
            let (text, pattern) = (name.lowercased(), other.lowercased())
            return text == pattern || pattern == "*" + text.drop { $0 != "." } && !text.hasPrefix(".")
        }
    }
}
