import TrustEvaluation
import TrustEvidence

extension MetricFamily {
    /// The process anchord-fetcher.
    static let fetcher = [
        MetricFamily(
            "anchord_fetcher_ready",
            help: "1 if anchord-fetcher accepts fetches, otherwise 0.",
            details: "0 before the first fetch, and if `network.enabled` is false."
        ) { if case .running = $0.network.fetcher { 1 } else { 0 } },
        MetricFamily(
            "anchord_fetcher_restarts_total",
            help: "Starts of anchord-fetcher after a failure, or new connections to it."
        ) { $0.network.restarts },
        MetricFamily("anchord_fetcher_outstanding", help: "Fetches that wait for an answer.") {
            $0.network.outstanding
        },
        MetricFamily(
            "anchord_fetcher_fetches_total",
            help: "Ended fetches, by outcome.",
            labels: MetricLabels(
                "outcome",
                description: "`response`, a code of anchord-fetcher, or `unavailable`",
                text: \.code,
                values: \.network.outcomes
            ),
            details: "`overloaded` means more than 1024 outstanding fetches, or too many bytes, and `unavailable` that "
                + "anchord-fetcher did not run or did not answer."
        ) { $1.count },
        MetricFamily(
            "anchord_fetcher_bytes_total",
            help: "Bytes exchanged with anchord-fetcher, by direction.",
            label: "direction",
            values: ["sent": \.network.sentBytes, "received": \.network.receivedBytes]
        ),
    ]

    /// Fetched evidence; all zero if fetching is not permitted.
    static let evidence = [
        MetricFamily(
            "anchord_evidence_fetches_total",
            help: "Ended fetches of evidence, by kind of evidence and result.",
            labels: MetricLabels(methods, results),
            details: "A responder that is asked again with SHA-1 is included twice."
        ) { source, labels in
            let figures = source.fetches(labels.0)
            return labels.1.map { figures.failures[$0] ?? 0 } ?? figures.successes
        },
        MetricFamily(
            "anchord_evidence_fetch_duration_seconds",
            help: "Duration of fetches of evidence, by kind of evidence.",
            labels: methods,
            details: "Fetches that anchord-fetcher did not send are excluded."
        ) { $0.fetches($1).distribution },
        MetricFamily("anchord_evidence_entries", help: "Pieces of fetched evidence in memory.") {
            $0.network.evidence?.entries ?? 0
        },
        MetricFamily("anchord_evidence_bytes", help: "Estimated memory of fetched evidence, in bytes.") {
            $0.network.evidence?.bytes ?? 0
        },
        MetricFamily(
            "anchord_evidence_crl_bytes",
            help: "Estimated memory of all fetched CRLs, including those that only evaluations use, in bytes."
        ) { $0.network.evidence?.listBytes ?? 0 },
        MetricFamily("anchord_evidence_fetches_running", help: "Fetches of evidence that have not ended.") {
            $0.network.evidence?.fetches ?? 0
        },
        MetricFamily(
            "anchord_evidence_failures_remembered",
            help: "Locations and pieces of evidence whose recent failures delay the next fetch."
        ) { $0.network.evidence?.failures ?? 0 },
        MetricFamily("anchord_evidence_disk_entries", help: "Pieces of evidence in the disk cache.") {
            $0.disk.entries
        },
        MetricFamily("anchord_evidence_disk_bytes", help: "Size of the disk cache, in bytes.") { $0.disk.bytes },
        MetricFamily(
            "anchord_evidence_disk_removed_total",
            help: "Entries removed from the disk cache, by reason.",
            label: "reason",
            values: ["evicted": \.disk.evictions, "damaged": \.disk.damaged, "rejected": \.disk.rejected],
            details: "Entries are `evicted` to make space, and `rejected` because a signature or the format is wrong."
        ),
        MetricFamily(
            "anchord_evidence_disk_dropped_writes_total",
            help: "Pieces of evidence that were not written to the disk cache.",
            details: "Too many waited, or the disk refused them."
        ) { $0.disk.droppedWrites },
    ]

    private static let methods = MetricLabels("method", EvidenceNeed.Method.self)
    private static let results = MetricLabels(
        "result",
        [nil] + FetchFailureCode.allCases.filter(\.endsFetch),
        description: "`success` (verified evidence), or a code of <doc:Fetcher#Failures>"
    ) { $0?.rawValue ?? "success" }
}

extension MetricsSource {
    fileprivate func fetches(_ method: EvidenceNeed.Method) -> FetchFigures {
        network.evidence?.ended[method] ?? FetchFigures()
    }

    fileprivate var disk: EvidenceArchiveFigures { network.evidence?.disk ?? EvidenceArchiveFigures() }
}

extension FetchFigures {
    fileprivate var distribution: DurationCounts {
        DurationCounts(counts: durations, bounds: Self.bounds, sum: milliseconds, unitsPerSecond: 1000)
    }
}

extension FetchFailureCode {
    /// Whether a fetch can end with the code; otherwise the code concerns an evaluation only.
    fileprivate var endsFetch: Bool {
        switch self {
        case .delayed, .deadline, .older: false
        default: true
        }
    }
}
