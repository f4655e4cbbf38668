import TrustModel

/// Evidence about leaves that are trusted without an issuer: anchors, and leaves that are pinned without a valid chain.
extension RevocationChecker {
    /// Adds the evidence about a leaf from each available issuer whose key verifies the leaf's signature.
    ///
    /// The sender chooses which certificate of the issuer, if any, is in the chain. All available certificates of
    /// the issuer are used, so that one without cRLSign cannot hide a revocation. A CA that shares only the issuer's
    /// name cannot revoke the leaf, because the CA's key does not verify the leaf's signature.
    mutating func addKnowledge(
        ofLeafIn path: CandidatePath,
        to entries: inout [RevocationReport.CertificateEvidence],
        and pieces: inout Set<ObjectIdentifier>,
        within resources: inout EvaluationResources
    ) {
        var own = entries.first.flatMap { $0.depth == 0 ? $0 : nil }
        for issuer in sameNameCandidates(ofIssuerOf: path.leaf) where own?.isRevoked != true {
            let pair = CandidatePath(certificates: [path.leaf, issuer], end: .issuerNotFound)
            let (found, looked) = self.entries(for: pair, under: nil, trustsIssuers: false, within: &resources)
            pieces.formUnion(looked)
            guard let found = found.first, own.map({ $0.isWeaker(than: found) }) ?? true else { continue }
            own = found
        }
        if let own { entries = [own] + entries.filter { $0.depth != 0 } }
    }

    /// Returns the available certificates with the name of the leaf's issuer, those of the policy first.
    ///
    /// Certificates with the leaf's own key are omitted: a self-signed leaf has no issuer that could revoke it.
    private func sameNameCandidates(ofIssuerOf leaf: Certificate) -> [Certificate] {
        let name = leaf.facts.issuer
        let configured =
            requirements.anchors.flatMap { $0.certificates(named: name) }
            + (requirements.intermediates?.certificates(named: name) ?? [])
        var candidates: [Certificate] = []
        for certificate in configured + others.filter({ $0.facts.subject == name })
        where certificate.facts.publicKeyFingerprint != leaf.facts.publicKeyFingerprint
            && !candidates.contains(certificate)
        {
            candidates.append(certificate)
        }
        return candidates
    }
}

extension RevocationReport.CertificateEvidence {
    fileprivate var isRevoked: Bool { answers.contains { $0.revocation != nil } }

    /// Whether another entry about the certificate takes precedence: one with a revocation, or else one with an answer.
    fileprivate func isWeaker(than other: Self) -> Bool {
        isRevoked == other.isRevoked ? answers.isEmpty && !other.answers.isEmpty : other.isRevoked
    }
}
