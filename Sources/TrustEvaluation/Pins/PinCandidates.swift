import TrustModel

struct PinCandidates {
    let certificates: [Certificate]
    let links: CertificateLinks
    /// For each position, a sentence that explains why the key should not be pinned.
    let faults: [Int: String]
    /// The positions of the keys to pin, the preferred one first; at most two, with different keys.
    let selected: [Int]

    /// Selects the CAs nearest to the leaf, and the leaf itself only if there are too few CAs.
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
        selected = Array(distinct.prefix(2))
    }

    var hasLeaf: Bool { links.chain.first.map { role($0) == .leaf } ?? false }

    func facts(_ position: Int) -> CertificateFacts { certificates[position].facts }

    func name(_ position: Int) -> String { facts(position).displayName }

    func role(_ position: Int) -> PinPlan.Role { links.roles[position] }

    /// Whether a certificate's key is selected; a CA may have several certificates for one key.
    func isSelected(_ position: Int) -> Bool { selected.contains { hasSameKey($0, position) } }

    func isPreferred(_ position: Int) -> Bool { selected.first.map { hasSameKey($0, position) } ?? false }

    func hasSameKey(_ one: Int, _ other: Int) -> Bool {
        facts(one).publicKeyFingerprint == facts(other).publicKeyFingerprint
    }

    private static func fault(of certificate: Certificate, at instant: Instant) -> String? {
        let findings = CertificateInspection.findings(of: certificate, at: instant)
        if let weakness = findings.first(where: { $0.code == .cryptoKeyWeak }) { return weakness.message }
        guard let notAfter = certificate.facts.notAfter else {
            return "The notAfter time of the certificate is malformed."
        }
        return notAfter < instant ? "The certificate expired on \(notAfter), so no valid path can contain it." : nil
    }
}
