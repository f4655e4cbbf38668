import TrustEvaluation
import TrustModel

extension EvidenceRecord {
    /// Creates the record of a verified CRL or OCSP response; nil for certificates, which ``init(ofIssuer:_:at:)`` records.
    init?(_ entry: StoredEvidence, of need: EvidenceNeed, at location: String, maximumAge: Int64?) {
        guard let issuer = need.issuer else { return nil }
        switch entry.content {
        case .response(let response): (content, crlNumber) = (response.der, nil)
        case .list(let list): (content, crlNumber) = (list.der, list.facts.crlNumber?.octets)
        case .certificates: return nil
        }
        method = need.method
        self.location = location
        issuerName = issuer.facts.subject.der
        issuerKey = Array(issuer.facts.publicKeyFingerprint.bytes)
        serialNumber = need.method == .ocsp ? need.certificate.facts.serialNumber : []
        issuerCertificate = issuer.der
        storedAt = entry.storedAt
        self.maximumAge = maximumAge.map { max(0, $0) }
        thisUpdate = entry.thisUpdate
        end = entry.end
    }

    /// Creates the record of an issuer that completed a path to a trust anchor.
    init(ofIssuer entry: StoredEvidence, _ issuer: Certificate, at location: String) {
        method = .issuer
        self.location = location
        (issuerName, issuerKey, serialNumber, issuerCertificate) = ([], [], [], [])
        (storedAt, maximumAge, thisUpdate, end) = (entry.storedAt, nil, entry.thisUpdate, entry.end)
        crlNumber = nil
        content = issuer.der
    }

    /// Returns the key of the record of a need.
    static func key(of need: EvidenceNeed, at location: String) -> [UInt8] {
        let issuer = need.method == .issuer ? nil : need.issuer
        return key(
            need.method,
            location: location,
            issuerName: issuer?.facts.subject.der ?? [],
            issuerKey: issuer.map { Array($0.facts.publicKeyFingerprint.bytes) } ?? [],
            serialNumber: need.method == .ocsp ? need.certificate.facts.serialNumber : []
        )
    }
}

extension ResponseReader {
    /// The result of verifying a record again.
    enum Restoration {
        case usable(StoredEvidence)
        /// Verified evidence whose time is over: it is not used, but no older evidence replaces it.
        case outdated(StoredEvidence)
        /// Evidence of another scope than the need's, or from the future by the present clock; others may use it.
        case unfit
        /// Malformed evidence, or an invalid signature.
        case rejected
    }

    /// Verifies the evidence of a record as that of a response, at the present time; a CRL keeps the charge for its memory.
    func restore(
        _ record: EvidenceRecord,
        for need: EvidenceNeed,
        at location: String,
        _ charge: MemoryAccount.Charge?
    ) -> Restoration {
        let now = ports.clock.now
        guard record.content.count <= maximumBytes(need.method) else { return .rejected }
        guard record.storedAt <= now.adding(seconds: 300) else { return .unfit }
        // The lifetime of certificates is counted from their receipt; they are verified when they are used.
        let first = need.method == .issuer ? record.storedAt : now
        var read = read(record.content, meeting: need, from: location, charge, at: first)
        if case (_, .unusable(.stale))? = read {
            read = self.read(record.content, meeting: need, from: location, charge, at: record.storedAt)
        }
        guard let (content, examination) = read else { return .rejected }
        guard case .usable(let thisUpdate, let end) = examination else {
            return examination == .unusable(.invalid) ? .rejected : .unfit
        }
        let entry = StoredEvidence(
            content,
            thisUpdate: thisUpdate,
            end: end,
            maximumAge: record.maximumAge,
            at: record.storedAt,
            random: ports.clock.random()
        )
        return now <= entry.end ? .usable(entry) : .outdated(entry)
    }
}
