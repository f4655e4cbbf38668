import TrustModel

/// The keys that a plan can choose from, and the choice.
struct PinCandidates {
    let certificates: [Certificate]
    let links: CertificateLinks
    /// Why a key is not worth pinning, a sentence, by position.
    let faults: [Int: String]
    /// The positions whose keys to pin, the preferred one first; two at most, of different keys.
    let chosen: [Int]

    /// Chooses the lowest authorities of the chain, and the leaf only where there are too few of them.
    init(_ links: CertificateLinks, of certificates: [Certificate], at instant: Instant) {
        var faults: [Int: String] = [:]
        for position in links.chain {
            faults[position] = Self.fault(of: certificates[position], at: instant)
        }
        let usable = links.chain.filter { faults[$0] == nil }
        let ordered = usable.filter { links.roles[$0] != .leaf } + usable.filter { links.roles[$0] == .leaf }
        var keys: Set<Fingerprint> = []
        let distinct = ordered.filter { keys.insert(certificates[$0].facts.publicKeyFingerprint).inserted }
        self.certificates = certificates
        self.links = links
        self.faults = faults
        chosen = Array(distinct.prefix(2))
    }

    /// Whether the chain begins with a leaf.
    var hasLeaf: Bool { links.chain.first.map { role($0) == .leaf } ?? false }

    func facts(_ position: Int) -> CertificateFacts { certificates[position].facts }

    func name(_ position: Int) -> String { facts(position).displayName }

    func role(_ position: Int) -> PinPlan.Role { links.roles[position] }

    /// Whether a certificate's key is pinned; an authority may have several certificates for one key.
    func isChosen(_ position: Int) -> Bool { chosen.contains { hasSameKey($0, position) } }

    /// Whether a certificate's key is the one to pin first.
    func isPreferred(_ position: Int) -> Bool { chosen.first.map { hasSameKey($0, position) } ?? false }

    func hasSameKey(_ one: Int, _ other: Int) -> Bool {
        facts(one).publicKeyFingerprint == facts(other).publicKeyFingerprint
    }

    private static func fault(of certificate: Certificate, at instant: Instant) -> String? {
        let findings = CertificateInspection.findings(of: certificate, at: instant)
        if let weakness = findings.first(where: { $0.code == .cryptoKeyWeak }) { return weakness.message }
        guard let notAfter = certificate.facts.notAfter else { return "Its end of validity cannot be read." }
        return notAfter < instant ? "It expired on \(notAfter): no valid chain leads through it any more." : nil
    }
}
