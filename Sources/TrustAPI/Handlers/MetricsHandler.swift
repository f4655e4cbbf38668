import BoundedCache
import MicrohttpdServer
import TrustModel
import TrustPolicies

/// GET /metrics.
enum MetricsHandler {
    static func metrics(_ head: HTTPRequestHead, _ context: APIContext) throws(Problem) -> HTTPResponse {
        var page = MetricsPage()
        context.metrics.write(to: &page)
        let status = context.policies.status
        page.family("anchord_policy_reloads_total", .counter, "Reloads of the policies, by how they ended.")
        page.sample("anchord_policy_reloads_total", [("result", "success")], status.successfulReloads)
        page.sample("anchord_policy_reloads_total", [("result", "failure")], status.failedReloads)
        page.single(
            "anchord_policy_last_reload_successful",
            .gauge,
            "Whether the last reload succeeded; 1 before the first.",
            status.lastReloadError == nil ? 1 : 0
        )
        page.single(
            "anchord_policy_loaded_timestamp_seconds",
            .gauge,
            "When the present policies were loaded.",
            Int(status.loadedAt.secondsSince1970)
        )
        let snapshot = context.policies.snapshot
        page.single("anchord_policy_sets", .gauge, "Policy sets in use.", snapshot.sets.count)
        page.single("anchord_system_anchors", .gauge, "System anchors in use.", snapshot.systemAnchorsReport.count)
        page.single(
            "anchord_system_anchors_unreadable",
            .gauge,
            "Certificates of the system bundle that cannot be read.",
            snapshot.systemAnchorsReport.unreadable.count
        )
        write(context.cacheFigures, to: &page)
        write(context.serverFigures(), to: &page)
        page.single(
            "anchord_log_lines_dropped_total",
            .counter,
            "Log lines that were lost, since nobody read the log or it could not be written.",
            context.droppedLogLines()
        )
        page.family("anchord_build_info", .gauge, "Always 1; the label tells the version.")
        page.sample("anchord_build_info", [("version", context.version)], 1)
        page.single(
            "process_start_time_seconds",
            .gauge,
            "When the process started.",
            Int(context.startedAt.secondsSince1970)
        )
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
            body: Array(page.text.utf8)
        )
    }

    private static func write(_ caches: [NamedCacheFigures], to page: inout MetricsPage) {
        func samples(_ name: String, _ kind: MetricsPage.Kind, _ help: String, _ value: (NamedCacheFigures) -> Int?) {
            page.family(name, kind, help)
            for cache in caches {
                if let value = value(cache) { page.sample(name, [("cache", cache.name)], value) }
            }
        }
        samples("anchord_cache_entries", .gauge, "What is remembered, by cache.") { $0.figures.entries }
        samples("anchord_cache_bytes", .gauge, "What counts against the bound in bytes, by cache.", \.bytes)
        samples("anchord_cache_hits_total", .counter, "Lookups that found something, by cache.") { $0.figures.hits }
        samples("anchord_cache_misses_total", .counter, "Lookups that found nothing, by cache.") { $0.figures.misses }
        samples("anchord_cache_evictions_total", .counter, "What was given up for others, by cache.") {
            $0.figures.evictions
        }
    }

    private static func write(_ figures: ServerFigures, to page: inout MetricsPage) {
        page.single("anchord_http_connections", .gauge, "Open connections.", Int(figures.connections))
        page.single("anchord_batches", .gauge, "Batches under way.", figures.batches)
        page.family("anchord_batches_refused_total", .counter, "Batches refused before they began, by why.")
        page.sample("anchord_batches_refused_total", [("reason", "limit")], figures.refusedBatches)
        page.sample("anchord_batches_refused_total", [("reason", "addressLimit")], figures.refusedBatchesFromAddress)
        page.single(
            "anchord_buffered_bytes",
            .gauge,
            "Bytes that bodies, batches and answers hold.",
            figures.bufferedBytes
        )
        page.single(
            "anchord_buffered_bytes_refused_total",
            .counter,
            "Requests refused or cut, since bodies, batches and answers held as many bytes as they may.",
            figures.refusedForMemory
        )
        page.single(
            "anchord_http_connections_accepted_total",
            .counter,
            "Connections accepted.",
            Int(figures.acceptedConnections)
        )
        page.family("anchord_http_connections_refused_total", .counter, "Connections refused, by why.")
        page.sample(
            "anchord_http_connections_refused_total",
            [("reason", "limit")],
            Int(figures.refusedConnections)
        )
        page.sample(
            "anchord_http_connections_refused_total",
            [("reason", "addressLimit")],
            Int(figures.refusedConnectionsFromAddress)
        )
        page.single(
            "anchord_http_requests_abandoned_total",
            .counter,
            "Requests whose client left before the answer.",
            Int(figures.abandonedRequests)
        )
        page.single(
            "anchord_http_requests_timed_out_total",
            .counter,
            "Requests that did not arrive in time.",
            Int(figures.timedOutRequests)
        )
    }
}
