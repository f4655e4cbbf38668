import TrustModel

/// Evidence about leaves that are trusted without an issuer: anchors themselves, or pinned without a valid chain.
extension RevocationChecker {
    /// Adds what the evidence says of a leaf under the certificates at hand whose keys verify its signature.
    ///
    /// The presenter of the chain chooses the issuer's certificate here, or leaves it out. Another certificate for the
    /// issuer's key, such as one without cRLSign, therefore hides no revocation that a second certificate shows. A CA that has
    /// only the issuer's name cannot revoke the leaf, since its key does not verify the signature.
    mutating func addKnowledge(
        ofLeafIn path: CandidatePath,
        to entries: inout [RevocationReport.Entry],
        _ pieces: inout Set<ObjectIdentifier>,
        _ work: inout EvaluationResources
    ) {
        var own = entries.first.flatMap { $0.depth == 0 ? $0 : nil }
        for issuer in sameNameCandidates(ofIssuerOf: path.leaf) where own?.isRevoked != true {
            let pair = CandidatePath(certificates: [path.leaf, issuer], end: .issuerNotFound)
            let (found, looked) = self.entries(for: pair, nil, trustsIssuers: false, &work)
            pieces.formUnion(looked)
            guard let found = found.first, own.map({ $0.saysLess(than: found) }) ?? true else { continue }
            own = found
        }
        if let own { entries = [own] + entries.filter { $0.depth != 0 } }
    }

    /// The certificates at hand with the name of a leaf's issuer, the policy's first; none for the leaf's own key, since a
    /// self-signed leaf has no issuer who could revoke it.
    private func sameNameCandidates(ofIssuerOf leaf: Certificate) -> [Certificate] {
        let name = leaf.facts.issuer
        let held =
            requirements.anchors.flatMap { $0.certificates(named: name) }
            + (requirements.intermediates?.certificates(named: name) ?? [])
        var sameNameCandidates: [Certificate] = []
        for certificate in held + others.filter({ $0.facts.subject == name })
        where certificate.facts.publicKeyFingerprint != leaf.facts.publicKeyFingerprint
            && !sameNameCandidates.contains(certificate)
        {
            sameNameCandidates.append(certificate)
        }
        return sameNameCandidates
    }
}

extension RevocationReport.Entry {
    /// Whether any admissible evidence revokes the certificate.
    fileprivate var isRevoked: Bool { answers.contains { $0.revocation != nil } }

    /// Whether another entry about the same certificate says more: a revocation most, then any answer.
    fileprivate func saysLess(than other: Self) -> Bool {
        isRevoked == other.isRevoked ? answers.isEmpty && !other.answers.isEmpty : other.isRevoked
    }
}
