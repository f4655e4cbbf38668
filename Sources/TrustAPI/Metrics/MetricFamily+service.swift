import BoundedCache
import MicrohttpdServer
import TrustModel

extension MetricFamily {
    /// The caches of evaluations.
    static let caches = [
        cache("entries", help: "Entries, by cache.", details: "Copies of single workers are excluded.", \.entries),
        MetricFamily(
            "anchord_cache_bytes",
            help: "Bytes charged to the cache's size limit, by cache.",
            label: "cache",
            values: ["verdicts": \.verdictCache.weight, "certificates": \.caches.certificates.weight],
            details:
                "A verdict is charged with its certificates and reasons, a certificate with its DER, or with a third of its "
                + "memory if that is more."
        ),
        cache("hits_total", help: "Lookups that found an entry, by cache.", \.hits),
        cache("misses_total", help: "Lookups that found no valid entry, by cache.", \.misses),
        cache("evictions_total", help: "Entries evicted, by cache.", \.evictions),
    ]

    private static func cache(
        _ name: String,
        help: String,
        details: String? = nil,
        _ value: @escaping @Sendable (CacheFigures) -> Int
    ) -> MetricFamily {
        MetricFamily(
            "anchord_cache_\(name)",
            help: help,
            label: "cache",
            values: [
                "verdicts": { value($0.verdictCache) }, "certificates": { value($0.caches.certificates) },
                "signatures": { value($0.caches.signatures) },
            ],
            details: details
        )
    }

    /// Connections, waiting requests, batches and memory of the HTTP server.
    static let server = [
        MetricFamily("anchord_http_connections", help: "Open connections.") { $0.server.connections },
        MetricFamily(
            "anchord_http_requests_waiting",
            help: "Requests that wait for a later answer.",
            details: "They wait for files or the network, limited by `limits.waiting`. Items of batches are excluded."
        ) { $0.server.suspended },
        MetricFamily(
            "anchord_http_waits_ended_total",
            help: "Requests that no longer wait for a later answer, by reason.",
            label: "reason",
            values: [
                "answer": \.server.resumedByAnswer, "timeLimit": \.server.resumedByTimeLimit,
                "disconnect": \.server.resumedByHangUp, "shutdown": \.server.resumedByStop,
            ],
            details: "`disconnect` means that the client closed the connection."
        ),
        MetricFamily(
            "anchord_http_waits_refused_total",
            help: "Requests refused because too many waited for a later answer.",
            details: "The limit is `limits.waiting`, or the share of the client. Items of batches are included."
        ) { $0.server.refusedSuspensions },
        MetricFamily("anchord_batches", help: "Batches in progress.") { $0.server.batches },
        MetricFamily(
            "anchord_batches_refused_total",
            help: "Batches refused before they started, by reason.",
            label: "reason",
            values: ["limit": \.server.refusedBatches, "addressLimit": \.server.refusedBatchesFromAddress],
            details: limitReasons
        ),
        MetricFamily("anchord_watches", help: "Open watches.") { max(0, $0.server.eventStreams - $0.streams.open) },
        MetricFamily(
            "anchord_watches_refused_total",
            help: "Watches and streams of decisions refused because of a limit, by reason.",
            label: "reason",
            values: [
                "limit": { $0.watches.refused(.tooManyWatches) },
                "clientLimit": { $0.watches.refused(.tooManyWatchesOfClient) },
            ],
            details: "`limit` is the limit for all clients, or that of memory, and `clientLimit` that for one client."
        ),
        MetricFamily(
            "anchord_watches_ended_total",
            help: "Watches that ended, by reason.",
            labels: MetricLabels("reason", HTTPEventEnd.self),
            details:
                "`answered` means that the service had no further verdict, such as for a client without the right, "
                + "`behind` that the client did not read, and `memory` that `limits.bufferedBytes` was reached."
        ) { $0.watches.ends($1) },
        MetricFamily(
            "anchord_watch_events_total",
            help: "Events of watches, by event.",
            labels: MetricLabels("event", WatchEvent.self)
        ) { $0.watches.events($1) },
        MetricFamily(
            "anchord_watch_evaluations_total",
            help: "Evaluations for open watches, without the first of each.",
            details: "Most have no event, because the action and the principal are the same as before."
        ) { $0.watches.evaluations },
        MetricFamily("anchord_decision_streams", help: "Open streams of decisions.") { $0.streams.open },
        MetricFamily(
            "anchord_decision_streams_ended_total",
            help: "Streams of decisions that ended, by reason.",
            labels: MetricLabels("reason", HTTPEventEnd.self),
            details: "The reasons are those of `anchord_watches_ended_total`."
        ) { $0.streams.ends($1) },
        MetricFamily(
            "anchord_decision_stream_events_total",
            help: "Events of streams of decisions, by event.",
            labels: MetricLabels("event", StreamEvent.self)
        ) { $0.streams.events($1) },
        MetricFamily(
            "anchord_decision_stream_skipped_total",
            help: "Decisions that streams counted instead of sending them.",
            details: "See <doc:API#Following-decisions>."
        ) { $0.streams.skipped },
        MetricFamily(
            "anchord_buffered_bytes",
            help: "Bytes held by request bodies, batches and responses.",
            details: "Limited by `limits.bufferedBytes`."
        ) { $0.server.bufferedBytes },
        MetricFamily(
            "anchord_buffered_bytes_refused_total",
            help: "Requests refused or cut off because the limit for buffered bytes was reached."
        ) { $0.server.refusedForMemory },
        MetricFamily("anchord_http_connections_accepted_total", help: "Connections accepted.") {
            $0.server.acceptedConnections
        },
        MetricFamily(
            "anchord_http_connections_refused_total",
            help: "Connections refused, by reason.",
            label: "reason",
            values: ["limit": \.server.refusedConnections, "addressLimit": \.server.refusedConnectionsFromAddress],
            details: limitReasons
        ),
        MetricFamily(
            "anchord_http_requests_abandoned_total",
            help: "Requests that ended without a complete response."
        ) { $0.server.abandonedRequests },
        MetricFamily(
            "anchord_http_requests_timed_out_total",
            help: "Requests that timed out before they arrived completely."
        ) { $0.server.timedOutRequests },
    ]

    private static let limitReasons = "`limit` is the limit for all clients, `addressLimit` that for one client."

    /// The process.
    static let process = [
        MetricFamily(
            "anchord_log_lines_dropped_total",
            help: "Log lines dropped because the log was not read fast enough or could not be written."
        ) { $0.context.droppedLogLines() },
        MetricFamily(
            "anchord_build_info",
            help: "Always 1; the label `version` has the version of anchord.",
            labels: MetricLabels("version", description: "the version of anchord", text: \.self) {
                [$0.context.version]
            }
        ) { _, _ in 1 },
        MetricFamily(
            "process_resident_memory_bytes",
            help: "Memory of the process in physical pages; 0 if it cannot be read."
        ) { $0.context.residentBytes() },
        MetricFamily("process_start_time_seconds", help: "The time at which the process started.") {
            Int($0.context.startedAt.secondsSince1970)
        },
    ]
}
