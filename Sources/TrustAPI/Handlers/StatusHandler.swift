import BoundedCache
import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// GET /v1/status.
enum StatusHandler {
    /// How long before their expiry trust anchors and pins are listed, in seconds: 30 days.
    static let expiryNotice: Int64 = 30 * 86400
    /// The maximum length of each list: of anchors, of policies, and of unreadable certificates.
    static let maximumListed = 100

    static func status(for head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        { _, _ in .now(.success(response(caller, context))) }
    }

    private static func response(_ caller: Caller, _ context: APIContext) -> HTTPResponse {
        let now = context.now().instant
        let snapshot = context.policies.snapshot
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", context.version)
            writer.member("startedAt", context.startedAt.description)
            writer.member("now", now.description)
            writer.member("policies") { write(context.policies.status, sets: snapshot.sets.count, to: &$0) }
            writer.member("systemAnchors") { write(snapshot, now: now, to: &$0) }
            writer.member("unappliedAnchorConstraints", snapshot.unappliedConstraints.prefix(maximumListed)) {
                writer,
                unapplied in
                writer.object { writer in
                    writer.member("policy", unapplied.policy)
                    writer.member("subject", unapplied.anchor.facts.displayName)
                    writer.member("sha256", unapplied.anchor.facts.fingerprint.hex)
                    writer.member("spkiSha256", unapplied.constraint.key.pin)
                    writer.member("source", unapplied.constraint.source)
                    writer.member("asOf", unapplied.constraint.asOf)
                }
            }
            if let logs = snapshot.logListReport {
                writer.member("logList") { writer in
                    writer.member("path", logs.path)
                    writer.member("timestamp", logs.timestamp.description)
                    writer.member("count", logs.count)
                    writer.member("unsupported", logs.unsupported.prefix(maximumListed)) { $0.string($1) }
                }
            }
            writer.member("expiringPins", expiringPins(snapshot, now: now)) { writer, pins in
                writer.object { writer in
                    writer.member("policy", pins.policy)
                    writer.member("expires", pins.expires.description)
                }
            }
            writer.member("blocks") { write(snapshot.definedBlocks, now: now, to: &$0) }
            writer.member("expirations") { write(snapshot.expirations, now: now, to: &$0) }
            if let forecast = context.forecasts.counts { writer.member("forecast") { write(forecast, to: &$0) } }
            if caller.mayReadIdentities {
                writer.member("identities") { writeIdentities(of: context, to: &$0) }
            }
            writer.member("caches") { writer in
                let report = context.caches()
                writer.member("verdicts") { write(context.verdictFigures, to: &$0) }
                writer.member("certificates") { write(report.certificates, to: &$0) }
                writer.member("signatures") { write(report.signatures, hasBytes: false, to: &$0) }
            }
            write(context.serverFigures(), context.metrics, to: &writer)
            writer.member("network") { context.network().write(to: &$0) }
            if let log = context.decisionLog() { writer.member("decisions") { write(log, to: &$0) } }
            writer.member("log") { $0.member("droppedLines", context.droppedLogLines()) }
        }
        return HTTPResponse(
            status: 200,
            headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: writer.bytes
        )
    }

    /// Writes the ends of the last forecast by day and cause, without hosts, which are for clients that may read decisions.
    private static func write(_ forecast: ForecastCounts, to writer: inout JSONWriter) {
        writer.member("time", forecast.time)
        writer.member("questions", forecast.questions)
        writer.member("ends", forecast.ends.sorted { $0.key < $1.key }) { writer, end in
            writer.object { writer in
                writer.member("day", end.key.number)
                writer.member("cause", end.key.cause.rawValue)
                writer.member("count", end.value)
            }
        }
    }

    /// Writes the numbers of blocks, since their names and reasons are for clients that may read them.
    private static func write(_ blocks: [DefinedBlock], now: Instant, to writer: inout JSONWriter) {
        writer.member("count", blocks.count)
        writer.member("inForce", blocks.count { $0.block.isInForce(at: now) })
    }

    /// Returns the policies whose pins have expired or expire within ``expiryNotice``, sorted by expiry.
    private static func expiringPins(_ snapshot: PolicySnapshot, now: Instant) -> [(policy: String, expires: Instant)] {
        let horizon = now.adding(seconds: expiryNotice)
        let expiring = snapshot.sets.flatMap(\.policies).compactMap { policy -> (policy: String, expires: Instant)? in
            guard let expires = policy.evaluator.traits.pinsExpire, expires < horizon else { return nil }
            return ([policy.identity.set, policy.identity.name].compactMap(\.self).joined(separator: "/"), expires)
        }
        return Array(expiring.sorted { $0.expires < $1.expires }.prefix(maximumListed))
    }

    /// Writes the statistics of a cache, without the bytes of a cache that limits only the number of its entries.
    private static func write(_ cache: CacheFigures, hasBytes: Bool = true, to writer: inout JSONWriter) {
        writer.member("entries", cache.entries)
        writer.member("bytes", hasBytes ? cache.weight : nil)
        writer.member("hits", cache.hits)
        writer.member("misses", cache.misses)
        writer.member("evictions", cache.evictions)
    }

    private static func write(_ figures: ServerFigures, _ metrics: Metrics, to writer: inout JSONWriter) {
        let (batches, watches) = (metrics.batches, metrics.watches)
        writer.member("connections") { writer in
            writer.member("open", Int(figures.connections))
            writer.member("accepted", Int(figures.acceptedConnections))
            writer.member("refused", Int(figures.refusedConnections + figures.refusedConnectionsFromAddress))
        }
        writer.member("batches") { writer in
            writer.member("open", figures.batches)
            writer.member("ended", batches.ended)
            writer.member("items", batches.answered)
            writer.member("refused", figures.refusedBatches + figures.refusedBatchesFromAddress)
        }
        writer.member("watches") { writer in
            writer.member("open", max(0, figures.eventStreams - metrics.streams.open))
            writer.member("ended", watches.ended)
            writer.member("refused", watches.refused)
        }
        writer.member("buffers") { writer in
            writer.member("bytes", figures.bufferedBytes)
            writer.member("refused", figures.refusedForMemory)
        }
        writer.member("requests") { writer in
            writer.member("received", Int(figures.requests))
            writer.member("answered", Int(figures.answers))
            writer.member("abandoned", Int(figures.abandonedRequests))
            writer.member("timedOut", Int(figures.timedOutRequests))
        }
    }

    private static func write(_ log: DecisionLogFigures, to writer: inout JSONWriter) {
        writer.member("file", log.path)
        writer.member("written", log.written)
        writer.member("dropped", log.queue.dropped)
        writer.member("refused", log.queue.refused)
        writer.member("queuedBytes", log.queue.bytes)
        writer.member("unwrittenSeconds", log.unwrittenSeconds)
        writer.member("unflushedSeconds", log.unflushedSeconds)
        writer.member("failure", log.failure)
    }

    private static func write(_ status: PolicyStore.Status, sets: Int, to writer: inout JSONWriter) {
        writer.member("revision", status.revision)
        writer.member("loadedAt", status.loadedAt.description)
        writer.member("sets", sets)
        writer.member("successfulReloads", status.successfulReloads)
        writer.member("failedReloads", status.failedReloads)
        if let at = status.lastReloadAt {
            writer.member("lastReload") { writer in
                writer.member("at", at.description)
                writer.member("succeeded", status.lastReloadError == nil)
                writer.member("error", status.lastReloadError)
            }
        }
    }

    private static func write(_ snapshot: PolicySnapshot, now: Instant, to writer: inout JSONWriter) {
        let report = snapshot.systemAnchorsReport
        writer.member("path", report.path)
        writer.member("count", report.count)
        writer.member("duplicates", report.duplicates)
        writer.member("constrained", snapshot.constrainedSystemAnchors)
        writer.member("unreadable", report.unreadable.prefix(maximumListed)) { writer, unreadable in
            writer.object { writer in
                writer.member("file", unreadable.file)
                writer.member("certificate", unreadable.certificate)
                writer.member("reason", unreadable.reason)
            }
        }
        let horizon = now.adding(seconds: expiryNotice)
        let expiring = snapshot.systemAnchors.certificates.filter { ($0.facts.notAfter ?? horizon) < horizon }
        writer.member("expiring", expiring.prefix(maximumListed)) { writer, anchor in
            writer.object { writer in
                writer.member("subject", anchor.facts.displayName)
                writer.member("sha256", anchor.facts.fingerprint.hex)
                writer.member("notAfter", anchor.facts.notAfter?.description)
            }
        }
    }
}
