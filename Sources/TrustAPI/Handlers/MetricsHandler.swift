import BoundedCache
import MicrohttpdServer
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustPolicies

enum MetricsHandler {
    static func metrics(for head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
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
            help: "Log lines dropped because the log was not read fast enough or could not be written.",
            value: context.droppedLogLines()
        )
        page.family("anchord_build_info", .gauge, help: "Always 1; the label `version` has the version of anchord.")
        page.sample("anchord_build_info", [("version", context.version)], value: 1)
        page.single(
            "process_start_time_seconds",
            .gauge,
            help: "The time at which the process started.",
            value: Int(context.startedAt.secondsSince1970)
        )
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store"],
            body: Array(page.text.utf8)
        )
    }

    /// Writes the reloads of the policies.
    private static func write(_ status: PolicyStore.Status, to page: inout MetricsPage) {
        page.family("anchord_policy_reloads_total", .counter, help: "Policy reloads, by result.")
        page.sample("anchord_policy_reloads_total", [("result", "success")], value: status.successfulReloads)
        page.sample("anchord_policy_reloads_total", [("result", "failure")], value: status.failedReloads)
        page.single(
            "anchord_policy_last_reload_successful",
            .gauge,
            help: "0 if the last reload failed, otherwise 1.",
            value: status.lastReloadError == nil ? 1 : 0
        )
        page.single(
            "anchord_policy_loaded_timestamp_seconds",
            .gauge,
            help: "The time at which the current policies were loaded.",
            value: Int(status.loadedAt.secondsSince1970)
        )
    }

    /// Writes the policy sets in use, and the system trust store.
    private static func write(_ snapshot: PolicySnapshot, at now: Instant, to page: inout MetricsPage) {
        page.single("anchord_policy_sets", .gauge, help: "Policy sets in use.", value: snapshot.sets.count)
        page.single(
            "anchord_system_anchors",
            .gauge,
            help: "System trust anchors in use.",
            value: snapshot.systemAnchorsReport.count
        )
        page.single(
            "anchord_system_anchors_unreadable",
            .gauge,
            help: "Certificates of the system trust store that cannot be parsed.",
            value: snapshot.systemAnchorsReport.unreadable.count
        )
        page.single(
            "anchord_system_anchors_constrained",
            .gauge,
            help: "System trust anchors with constraints.",
            value: snapshot.constrainedSystemAnchors
        )
        page.single(
            "anchord_policy_unapplied_anchor_constraints",
            .gauge,
            help: "Constraints of system trust anchors that policies do not apply to their own copies.",
            value: snapshot.unappliedConstraints.count
        )
        page.single(
            "anchord_system_anchors_expired",
            .gauge,
            help: "System trust anchors that have expired.",
            value: snapshot.systemAnchors.certificates.count { $0.facts.notAfter.map { $0 < now } ?? false }
        )
    }

    /// Writes one sample for each policy set and kind of parts: the earliest end.
    private static func write(_ sets: [PolicySet], to page: inout MetricsPage) {
        let name = "anchord_policy_expiry_timestamp_seconds"
        page.family(name, .gauge, help: "The earliest time at which a part of the policy set ends, by kind of part.")
        for set in sets {
            for kind in PolicyExpiration.Kind.allCases {
                guard let end = set.earliestEnds[kind] else { continue }
                page.sample(name, [("set", set.name), ("kind", kind.rawValue)], value: end.secondsSince1970)
            }
        }
    }

    /// Writes the ends of identities and the signatures made with them.
    ///
    /// Without samples for callers who may not see identities.
    private static func write(_ identities: IdentityService, areVisible: Bool, to page: inout MetricsPage) {
        let entries = areVisible ? identities.store.snapshot.entries : []
        let expiry = "anchord_identity_expiry_timestamp_seconds"
        page.family(expiry, .gauge, help: "The end of the validity of the identity's certificate.")
        for entry in entries {
            guard let identity = entry.identity else { continue }
            page.sample(expiry, [("identity", entry.configuration.name)], value: identity.notAfter.secondsSince1970)
        }
        let loaded = "anchord_identity_last_load_successful"
        page.family(
            loaded,
            .gauge,
            help: "0 if the identity could not be loaded at startup or the last reload, otherwise 1."
        )
        for entry in entries {
            page.sample(loaded, [("identity", entry.configuration.name)], value: entry.lastError == nil ? 1 : 0)
        }
        identities.metrics.write(areVisible: areVisible, to: &page)
    }

    private static func write(_ caches: [NamedCacheFigures], to page: inout MetricsPage) {
        func samples(_ name: String, _ kind: MetricsPage.Kind, help: String, value: (NamedCacheFigures) -> Int?) {
            page.family(name, kind, help: help)
            for cache in caches {
                if let value = value(cache) { page.sample(name, [("cache", cache.name.text)], value: value) }
            }
        }
        samples("anchord_cache_entries", .gauge, help: "Entries, by cache.") { $0.figures.entries }
        samples(
            "anchord_cache_bytes",
            .gauge,
            help: "Bytes charged to the cache's size limit, by cache.",
            value: \.bytes
        )
        samples("anchord_cache_hits_total", .counter, help: "Lookups that found an entry, by cache.") {
            $0.figures.hits
        }
        samples("anchord_cache_misses_total", .counter, help: "Lookups that found no valid entry, by cache.") {
            $0.figures.misses
        }
        samples("anchord_cache_evictions_total", .counter, help: "Entries evicted, by cache.") {
            $0.figures.evictions
        }
    }

    /// Writes the requests that wait for a later answer.
    private static func writeWaits(_ figures: ServerFigures, to page: inout MetricsPage) {
        page.single(
            "anchord_http_requests_waiting",
            .gauge,
            help: "Requests that wait for a later answer.",
            value: figures.suspended
        )
        let ended = "anchord_http_waits_ended_total"
        page.family(ended, .counter, help: "Requests that no longer wait for a later answer, by reason.")
        page.sample(ended, [("reason", "answer")], value: figures.resumedByAnswer)
        page.sample(ended, [("reason", "timeLimit")], value: figures.resumedByTimeLimit)
        page.sample(ended, [("reason", "disconnect")], value: figures.resumedByHangUp)
        page.sample(ended, [("reason", "shutdown")], value: figures.resumedByStop)
        page.single(
            "anchord_http_waits_refused_total",
            .counter,
            help: "Requests refused because too many waited for a later answer.",
            value: figures.refusedSuspensions
        )
    }

    private static func write(_ figures: ServerFigures, to page: inout MetricsPage) {
        page.single("anchord_http_connections", .gauge, help: "Open connections.", value: Int(figures.connections))
        writeWaits(figures, to: &page)
        page.single("anchord_batches", .gauge, help: "Batches in progress.", value: figures.batches)
        page.family("anchord_batches_refused_total", .counter, help: "Batches refused before they started, by reason.")
        page.sample("anchord_batches_refused_total", [("reason", "limit")], value: figures.refusedBatches)
        page.sample(
            "anchord_batches_refused_total",
            [("reason", "addressLimit")],
            value: figures.refusedBatchesFromAddress
        )
        page.single(
            "anchord_buffered_bytes",
            .gauge,
            help: "Bytes held by request bodies, batches and responses.",
            value: figures.bufferedBytes
        )
        page.single(
            "anchord_buffered_bytes_refused_total",
            .counter,
            help: "Requests refused or cut off because the limit for buffered bytes was reached.",
            value: figures.refusedForMemory
        )
        page.single(
            "anchord_http_connections_accepted_total",
            .counter,
            help: "Connections accepted.",
            value: Int(figures.acceptedConnections)
        )
        page.family("anchord_http_connections_refused_total", .counter, help: "Connections refused, by reason.")
        page.sample(
            "anchord_http_connections_refused_total",
            [("reason", "limit")],
            value: Int(figures.refusedConnections)
        )
        page.sample(
            "anchord_http_connections_refused_total",
            [("reason", "addressLimit")],
            value: Int(figures.refusedConnectionsFromAddress)
        )
        page.single(
            "anchord_http_requests_abandoned_total",
            .counter,
            help: "Requests whose client disconnected before the response.",
            value: Int(figures.abandonedRequests)
        )
        page.single(
            "anchord_http_requests_timed_out_total",
            .counter,
            help: "Requests that timed out before they arrived completely.",
            value: Int(figures.timedOutRequests)
        )
    }
}
