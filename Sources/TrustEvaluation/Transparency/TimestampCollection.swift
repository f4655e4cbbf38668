import TrustModel

/// The timestamps that were collected in one evaluation, shared by all paths and the members of a composite.
struct TimestampCache {
    fileprivate struct Key: Hashable {
        /// The SHA-256 of the issuer's key; nil if the path has no issuer.
        let issuerKey: Fingerprint?
        let logs: ObjectIdentifier
    }

    fileprivate var known: [Key: TimestampReport] = [:]
    /// Whether a timestamp is later than the time of the evaluation.
    fileprivate(set) var hasFutureTimestamp = false
}

extension EvaluationResources {
    /// Verifies the timestamps of a question's leaf, embedded and delivered, once for each issuer.
    mutating func timestamps(
        of question: TrustQuestion,
        issuedBy issuer: Certificate?,
        by logs: TransparencyLogList
    ) -> TimestampReport {
        let key = TimestampCache.Key(
            issuerKey: issuer?.facts.publicKeyFingerprint,
            logs: ObjectIdentifier(logs)
        )
        if let known = timestamps.known[key] { return known }
        let refusals = refusals
        var collection = TimestampCollection(logs: logs, time: time)
        let leaf = question.chain[0]
        collection.addEmbedded(in: leaf, issuedBy: issuer, &signatures)
        let entry = TimestampEntry.certificate(leaf.der)
        collection.add(question.timestamps, from: .request, over: entry, &signatures)
        collection.add(question.stapledTimestamps, from: .ocsp, over: entry, &signatures)
        if self.refusals > refusals { collection.report.exceededBounds = exceededBounds }
        timestamps.known[key] = collection.report
        timestamps.hasFutureTimestamp = timestamps.hasFutureTimestamp || collection.hasFutureTimestamp
        return collection.report
    }
}

extension TrustQuestion {
    /// The timestamps in the OCSP responses of the request about a certificate with the leaf's serial number.
    ///
    /// The signature of the response is irrelevant, because each timestamp is signed for the leaf.
    fileprivate var stapledTimestamps: [TimestampElement] {
        evidence.responses.lazy.flatMap { $0.answer?.facts.responses ?? [] }
            .filter { $0.certificateID.serialNumber == chain[0].facts.serialNumber }
            .flatMap(\.timestamps)
    }
}

/// Collects the timestamps of one leaf.
private struct TimestampCollection {
    let logs: TransparencyLogList
    let time: Moment
    var report = TimestampReport()
    var hasFutureTimestamp = false

    init(logs: TransparencyLogList, time: Moment) {
        self.logs = logs
        self.time = time
        report.unchangedUntil = time.last(before: logs.changes)
    }

    mutating func addEmbedded(in leaf: Certificate, issuedBy issuer: Certificate?, _ signatures: inout SignatureChecks)
    {
        guard leaf.facts.extensions.contains(.signedCertificateTimestamps),
            let embedded = signatures.ports.timestamps.embeddedTimestamps(of: leaf)
        else { return }
        guard let issuer else {
            let message = "cannot be verified, because the path does not contain the issuer of the certificate"
            return report.defects.append(TimestampDefect(.ctInvalid, from: .embedded, message))
        }
        // The log also signed a hash of the issuer's key: no other CA can use the timestamp (RFC 6962 section 3.2).
        let entry = TimestampEntry.precertificate(
            embedded.precertificate,
            issuerKey: issuer.facts.publicKeyFingerprint
        )
        add(embedded.elements, from: .embedded, over: entry, &signatures)
    }

    mutating func add(
        _ elements: [TimestampElement],
        from origin: VerifiedTimestamp.Origin,
        over entry: TimestampEntry,
        _ signatures: inout SignatureChecks
    ) {
        for element in elements {
            switch element {
            case .unusable(let reason):
                report.defects.append(TimestampDefect(.ctInvalid, from: origin, "cannot be used: \(reason)"))
            case .timestamp(let timestamp):
                add(timestamp, from: origin, over: entry, &signatures)
            }
        }
    }

    private mutating func add(
        _ timestamp: SignedCertificateTimestamp,
        from origin: VerifiedTimestamp.Origin,
        over entry: TimestampEntry,
        _ signatures: inout SignatureChecks
    ) {
        let log = logs.logs[timestamp.logID]
        let facts = [
            Fact("logID", Base64.encode(timestamp.logID.bytes)), Fact("timestamp", timestamp.instant),
        ]
        func note(_ code: ReasonCode, _ message: String) {
            let log = log.map { [Fact("log", $0.name)] } ?? []
            report.defects.append(TimestampDefect(code, from: origin, message, facts: facts + log))
        }
        guard let log else { return note(.ctUnknownLog, "is from a log that the log list does not contain") }
        guard let key = log.key else {
            return note(.ctUnknownLog, "is from the log \(log.name), whose key has an unsupported type")
        }
        // Clients must reject timestamps from the future (RFC 6962 section 5.2).
        guard time.hasBegun(timestamp.instant) else {
            hasFutureTimestamp = true
            return note(.ctInvalid, "of the log \(log.name) is in the future: \(timestamp.instant)")
        }
        guard !log.isTiled || !timestamp.extensions.isEmpty else {
            return note(.ctInvalid, "of the static log \(log.name) lacks the extensions with the leaf index")
        }
        guard let isSigned = signatures.isSigned(timestamp, over: entry, by: key) else { return }
        guard isSigned else {
            return note(.ctInvalid, "of the log \(log.name) is not signed by the log for this certificate")
        }
        let standing = time.hasBegun(log.stateSince) ? log.standings.since : log.standings.before
        guard standing != .unaccepted, standing != .retired || timestamp.instant < log.stateSince else {
            return note(.ctUnknownLog, "is from the log \(log.name), which \(log.refusal)")
        }
        report.verified.append(
            VerifiedTimestamp(
                origin: origin,
                instant: timestamp.instant,
                log: log,
                isCurrent: standing == .current
            )
        )
    }

}

extension TransparencyLog {
    /// The reason why timestamps of the log are not accepted, as a relative clause without its pronoun.
    fileprivate var refusal: String {
        switch state {
        case .retired: "was retired on \(stateSince), before the timestamp"
        case .qualified, .usable: "is accepted only from \(stateSince)"
        case .pending: "is not accepted yet"
        case .rejected: "was rejected"
        case .readonly, nil: "has no state in the log list"
        }
    }
}
