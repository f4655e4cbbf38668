import TrustEvaluation
import TrustModel

/// The issuers in memory and on the disk: those that completed a path to a trust anchor, with verified signatures.
extension SharedFetches {
    /// Keeps an issuer that completed such a path, with the others from its location.
    ///
    /// Each round of a request, and each request with the same fetch, names it again. It is stored once, until it is fetched
    /// again.
    func keep(_ issuer: Certificate, from location: String) {
        let key = StoredEvidence.Key.issuer(location: location)
        let present = store.entry(for: key)
        let known = present?.content.issuers ?? []
        if let present, clock.now < present.refreshAt, known.contains(issuer) { return }
        let others = known.filter { $0 != issuer }
        let certificates = Array(([issuer] + others).prefix(GatheredEvidence.maximumIssuers))
        let entry = store(certificates, for: key)
        disk?.write(EvidenceRecord(ofIssuer: entry, issuer, at: location))
    }

    /// Prolongs the use of kept issuers that their location has sent again; others that it sent are not kept.
    func renew(_ received: [Certificate], of target: EvidenceTarget) {
        guard let known = store.entry(for: target.key)?.content.issuers, known.allSatisfy(received.contains) else {
            return
        }
        _ = store(known, for: target.key)
    }

    private func store(_ certificates: [Certificate], for key: StoredEvidence.Key) -> StoredEvidence {
        let now = clock.now
        let entry = StoredEvidence(
            .certificates(certificates),
            thisUpdate: now,
            end: now.adding(seconds: ResponseReader.issuerLifetime),
            maximumAge: nil,
            at: now,
            random: clock.random()
        )
        return store.insert(entry, for: key) ?? entry
    }
}
