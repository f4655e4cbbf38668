import BoundedCache
import MicrohttpdServer
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustPolicies

enum MetricsHandler {
    static func metrics(_ head: HTTPRequestHead, _ caller: Caller, _ context: APIContext) -> Route.Answer {
        { _ in .now(.success(response(caller, context))) }
    }

    private static func response(_ caller: Caller, _ context: APIContext) -> HTTPResponse {
        var page = MetricsPage()
        context.metrics.write(to: &page)
        let snapshot = context.policies.snapshot
        write(context.policies.status, to: &page)
        write(snapshot, at: context.now().instant, to: &page)
        write(snapshot.sets, to: &page)
        write(context.identities, areVisible: caller.mayReadIdentities, to: &page)
        write(context.cacheFigures, to: &page)
        write(context.serverFigures(), to: &page)
        context.network().write(to: &page)
        page.single(
            "anchord_log_lines_dropped_total",
            .counter,
            "Log lines dropped because the log was not read fast enough or could not be written.",
            context.droppedLogLines()
        )
        page.family("anchord_build_info", .gauge, "Always 1; the label `version` has the version of anchord.")
        page.sample("anchord_build_info", [("version", context.version)], 1)
        page.single(
            "process_start_time_seconds",
            .gauge,
            "The time at which the process started.",
            Int(context.startedAt.secondsSince1970)
        )
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
            body: Array(page.text.utf8)
        )
    }

    /// Writes the reloads of the policies.
    private static func write(_ status: PolicyStore.Status, to page: inout MetricsPage) {
        page.family("anchord_policy_reloads_total", .counter, "Policy reloads, by result.")
        page.sample("anchord_policy_reloads_total", [("result", "success")], status.successfulReloads)
        page.sample("anchord_policy_reloads_total", [("result", "failure")], status.failedReloads)
        page.single(
            "anchord_policy_last_reload_successful",
            .gauge,
            "0 if the last reload failed, otherwise 1.",
            status.lastReloadError == nil ? 1 : 0
        )
        page.single(
            "anchord_policy_loaded_timestamp_seconds",
            .gauge,
            "The time at which the current policies were loaded.",
            Int(status.loadedAt.secondsSince1970)
        )
    }

    /// Writes the policy sets in use, and the system trust store.
    private static func write(_ snapshot: PolicySnapshot, at now: Instant, to page: inout MetricsPage) {
        page.single("anchord_policy_sets", .gauge, "Policy sets in use.", snapshot.sets.count)
        page.single(
            "anchord_system_anchors",
            .gauge,
            "System trust anchors in use.",
            snapshot.systemAnchorsReport.count
        )
        page.single(
            "anchord_system_anchors_unreadable",
            .gauge,
            "Certificates of the system trust store that cannot be parsed.",
            snapshot.systemAnchorsReport.unreadable.count
        )
        page.single(
            "anchord_system_anchors_constrained",
            .gauge,
            "System trust anchors with constraints.",
            snapshot.constrainedSystemAnchors
        )
        page.single(
            "anchord_policy_unapplied_anchor_constraints",
            .gauge,
            "Constraints of system trust anchors that policies do not apply to their own copies.",
            snapshot.unappliedConstraints.count
        )
        page.single(
            "anchord_system_anchors_expired",
            .gauge,
            "System trust anchors that have expired.",
            snapshot.systemAnchors.certificates.count { $0.facts.notAfter.map { $0 < now } ?? false }
        )
    }

    /// Writes one sample for each policy set and kind of parts: the earliest end.
    private static func write(_ sets: [PolicySet], to page: inout MetricsPage) {
        let name = "anchord_policy_expiry_timestamp_seconds"
        page.family(name, .gauge, "The earliest time at which a part of the policy set ends, by kind of part.")
        for set in sets {
            for kind in PolicyExpiration.Kind.allCases {
                guard let end = set.earliestEnds[kind] else { continue }
                page.sample(name, [("set", set.name), ("kind", kind.rawValue)], end.secondsSince1970)
            }
        }
    }

    /// Writes the ends of identities and the signatures made with them.
    ///
    /// Without samples for callers who may not see identities.
    private static func write(_ identities: IdentityService, areVisible: Bool, to page: inout MetricsPage) {
        let entries = areVisible ? identities.store.snapshot.entries : []
        let expiry = "anchord_identity_expiry_timestamp_seconds"
        page.family(expiry, .gauge, "The end of the validity of the identity's certificate.")
        for entry in entries {
            guard let identity = entry.identity else { continue }
            page.sample(expiry, [("identity", entry.configuration.name)], identity.notAfter.secondsSince1970)
        }
        let loaded = "anchord_identity_last_load_successful"
        page.family(loaded, .gauge, "0 if the identity could not be loaded at startup or the last reload, otherwise 1.")
        for entry in entries {
            page.sample(loaded, [("identity", entry.configuration.name)], entry.lastError == nil ? 1 : 0)
        }
        identities.metrics.write(areVisible: areVisible, to: &page)
    }

    private static func write(_ caches: [NamedCacheFigures], to page: inout MetricsPage) {
        func samples(_ name: String, _ kind: MetricsPage.Kind, _ help: String, _ value: (NamedCacheFigures) -> Int?) {
            page.family(name, kind, help)
            for cache in caches {
                if let value = value(cache) { page.sample(name, [("cache", cache.name.text)], value) }
            }
        }
        samples("anchord_cache_entries", .gauge, "Entries, by cache.") { $0.figures.entries }
        samples("anchord_cache_bytes", .gauge, "Bytes charged to the cache's size limit, by cache.", \.bytes)
        samples("anchord_cache_hits_total", .counter, "Lookups that found an entry, by cache.") { $0.figures.hits }
        samples("anchord_cache_misses_total", .counter, "Lookups that found no valid entry, by cache.") {
            $0.figures.misses
        }
        samples("anchord_cache_evictions_total", .counter, "Entries evicted, by cache.") {
            $0.figures.evictions
        }
    }

    /// Writes the requests that wait for a later answer.
    private static func writeWaits(_ figures: ServerFigures, to page: inout MetricsPage) {
        page.single(
            "anchord_http_requests_waiting",
            .gauge,
            "Requests that wait for a later answer.",
            figures.suspended
        )
        let ended = "anchord_http_waits_ended_total"
        page.family(ended, .counter, "Requests that no longer wait for a later answer, by reason.")
        page.sample(ended, [("reason", "answer")], figures.resumedByAnswer)
        page.sample(ended, [("reason", "timeLimit")], figures.resumedByTimeLimit)
        page.sample(ended, [("reason", "disconnect")], figures.resumedByHangUp)
        page.sample(ended, [("reason", "shutdown")], figures.resumedByStop)
        page.single(
            "anchord_http_waits_refused_total",
            .counter,
            "Requests refused because too many waited for a later answer.",
            figures.refusedSuspensions
        )
    }

    private static func write(_ figures: ServerFigures, to page: inout MetricsPage) {
        page.single("anchord_http_connections", .gauge, "Open connections.", Int(figures.connections))
        writeWaits(figures, to: &page)
        page.single("anchord_batches", .gauge, "Batches in progress.", figures.batches)
        page.family("anchord_batches_refused_total", .counter, "Batches refused before they started, by reason.")
        page.sample("anchord_batches_refused_total", [("reason", "limit")], figures.refusedBatches)
        page.sample("anchord_batches_refused_total", [("reason", "addressLimit")], figures.refusedBatchesFromAddress)
        page.single(
            "anchord_buffered_bytes",
            .gauge,
            "Bytes held by request bodies, batches and responses.",
            figures.bufferedBytes
        )
        page.single(
            "anchord_buffered_bytes_refused_total",
            .counter,
            "Requests refused or cut off because the limit for buffered bytes was reached.",
            figures.refusedForMemory
        )
        page.single(
            "anchord_http_connections_accepted_total",
            .counter,
            "Connections accepted.",
            Int(figures.acceptedConnections)
        )
        page.family("anchord_http_connections_refused_total", .counter, "Connections refused, by reason.")
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
            "Requests whose client disconnected before the response.",
            Int(figures.abandonedRequests)
        )
        page.single(
            "anchord_http_requests_timed_out_total",
            .counter,
            "Requests that timed out before they arrived completely.",
            Int(figures.timedOutRequests)
        )
    }
}
