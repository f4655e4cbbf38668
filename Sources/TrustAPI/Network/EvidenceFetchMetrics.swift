import TrustEvaluation
import TrustEvidence

/// Writes the statistics of fetched evidence; all zero if fetching is not permitted.
enum EvidenceFetchMetrics {
    static func write(_ figures: EvidenceGatherer.Figures?, to page: inout MetricsPage) {
        writeFetches(figures?.ended ?? [:], to: &page)
        writeDurations(figures?.ended ?? [:], to: &page)
        page.single(
            "anchord_evidence_entries",
            .gauge,
            help: "Pieces of fetched evidence in memory.",
            value: figures?.entries ?? 0
        )
        page.single(
            "anchord_evidence_bytes",
            .gauge,
            help: "Estimated memory of fetched evidence, in bytes.",
            value: figures?.bytes ?? 0
        )
        page.single(
            "anchord_evidence_crl_bytes",
            .gauge,
            help: "Estimated memory of all fetched CRLs, including those that only evaluations use, in bytes.",
            value: figures?.listBytes ?? 0
        )
        page.single(
            "anchord_evidence_fetches_running",
            .gauge,
            help: "Fetches of evidence that have not ended.",
            value: figures?.fetches ?? 0
        )
        page.single(
            "anchord_evidence_failures_remembered",
            .gauge,
            help: "Locations and pieces of evidence whose recent failures delay the next fetch.",
            value: figures?.failures ?? 0
        )
        writeDisk(figures?.disk ?? EvidenceArchiveFigures(), to: &page)
    }

    private static func writeDisk(_ disk: EvidenceArchiveFigures, to page: inout MetricsPage) {
        page.single(
            "anchord_evidence_disk_entries",
            .gauge,
            help: "Pieces of evidence in the disk cache.",
            value: disk.entries
        )
        page.single("anchord_evidence_disk_bytes", .gauge, help: "Size of the disk cache, in bytes.", value: disk.bytes)
        let removed = "anchord_evidence_disk_removed_total"
        page.family(removed, .counter, help: "Entries removed from the disk cache, by reason.")
        for (reason, count) in [
            ("evicted", disk.evictions), ("damaged", disk.damaged), ("rejected", disk.rejected),
        ] {
            page.sample(removed, [("reason", reason)], value: count)
        }
        page.single(
            "anchord_evidence_disk_dropped_writes_total",
            .counter,
            help: "Pieces of evidence that were not written to the disk cache.",
            value: disk.droppedWrites
        )
    }

    private static func writeFetches(_ ended: [EvidenceNeed.Method: FetchFigures], to page: inout MetricsPage) {
        let name = "anchord_evidence_fetches_total"
        page.family(name, .counter, help: "Ended fetches of evidence, by kind of evidence and result.")
        for method in EvidenceNeed.Method.allCases {
            let figures = ended[method] ?? FetchFigures()
            page.sample(name, [("method", method.rawValue), ("result", "success")], value: figures.successes)
            for code in FetchFailureCode.allCases where code.endsFetch {
                page.sample(
                    name,
                    [("method", method.rawValue), ("result", code.rawValue)],
                    value: figures.failures[code] ?? 0
                )
            }
        }
    }

    private static func writeDurations(_ ended: [EvidenceNeed.Method: FetchFigures], to page: inout MetricsPage) {
        let name = "anchord_evidence_fetch_duration_seconds"
        page.family(name, .histogram, help: "Duration of fetches of evidence, by kind of evidence.")
        for method in EvidenceNeed.Method.allCases {
            let figures = ended[method] ?? FetchFigures()
            let label = ("method", method.rawValue)
            var sum = 0
            for (bound, count) in zip(FetchFigures.bounds, figures.durations) {
                sum += count
                page.sample("\(name)_bucket", [label, ("le", "\(Double(bound) / 1000)")], value: sum)
            }
            sum += figures.durations.last ?? 0
            page.sample("\(name)_bucket", [label, ("le", "+Inf")], value: sum)
            page.sample("\(name)_sum", [label], value: Double(figures.milliseconds) / 1000)
            page.sample("\(name)_count", [label], value: sum)
        }
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
