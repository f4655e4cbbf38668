import MicrohttpdServer
import StructuredDocuments
import TrustIdentities
import TrustPolicies

/// POST /v1/reload.
enum ReloadHandler {
    /// The maximum number of changed sets in a response.
    private static let maximumListed = 100

    static func answer(to head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        let prefersText = MediaType.prefersText(head)
        // The names, files and errors of identities are for callers who may read them, and for administrators.
        let showsNames = caller.mayReadIdentities || context.authorization.isAdministrator(head.peer)
        return { body, _ in
            do throws(Problem) {
                _ = try RequestQuery(head.query, known: [])
                guard body.isEmpty else { throw Problem(.invalidRequest, "A reload has no request body.") }
            } catch {
                return .now(.failure(error))
            }
            // A reload takes as long as the files need, and is not canceled. It may always wait, because it keeps nothing.
            return .task { waiting async throws(HTTPFailure) in
                let report = try await waiting.wait(HTTPWait(hasTimeLimit: false)) {
                    await context.reload(Requester.description(head.peer, caller))
                }
                return outcome(of: report, showsNames: showsNames, asText: prefersText)
            }
        }
    }

    private static func outcome(of report: ReloadReport?, showsNames: Bool, asText: Bool) -> Route.Outcome {
        switch report?.policies {
        case .loaded where report?.isSettled == false:
            return .failure(
                Problem(
                    .internalFailure,
                    "The reload is complete, but a worker thread did not respond within 10 seconds. A response to an earlier "
                        + "request can still be that under the previous blocks. Reload again."
                )
            )
        case .loaded(let snapshot, let changedSets):
            let identities = Identities(report?.identities ?? .unchanged, showsNames: showsNames)
            return .success(response(about: snapshot, changed: changedSets, with: identities, asText: asText))
        case .failed(let error): return .failure(Problem(ofReload: error))
        case nil: return .failure(Problem(.serverEnding, "The service is stopping and did not reload."))
        }
    }

    /// The outcome for identities, as far as the caller may see it.
    private struct Identities {
        let outcome: IdentityReloadOutcome
        /// Whether the response has the names and the errors, and not only their numbers.
        let showsNames: Bool

        init(_ outcome: IdentityReloadOutcome, showsNames: Bool) {
            (self.outcome, self.showsNames) = (outcome, showsNames)
        }

        func write(to writer: inout JSONWriter) {
            writer.member("changed", showsNames ? outcome.changed : [])
            writer.member("changedCount", outcome.changed.count)
            writer.member("errors", showsNames ? outcome.errors.map(\.description) : [])
            writer.member("errorCount", outcome.errors.count)
        }

        /// The lines about identities that keep their last good state because they could not be loaded.
        ///
        /// `anchord reload` recognizes each line by its beginning.
        var lines: String {
            if showsNames {
                return outcome.errors.map { QuotedText.printable("identity not reloaded: \($0)") + "\n" }.joined()
            }
            return outcome.errors.isEmpty ? "" : "identity errors: \(outcome.errors.count); the log has them\n"
        }
    }

    private static func response(
        about snapshot: PolicySnapshot,
        changed changedSets: [String],
        with identities: Identities,
        asText: Bool
    ) -> HTTPResponse {
        let listed = changedSets.prefix(maximumListed).map {
            (name: $0, revision: snapshot.policySet(named: $0)?.revision)
        }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": asText ? "text/plain; charset=utf-8" : "application/json", "Cache-Control": "no-store",
            ],
            body: asText
                ? Array((text(snapshot, listed, of: changedSets.count) + identities.lines).utf8)
                : json(snapshot, listed, of: changedSets.count, with: identities)
        )
    }

    private static func json(
        _ snapshot: PolicySnapshot,
        _ listed: [(name: String, revision: String?)],
        of count: Int,
        with identities: Identities
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("revision", snapshot.revision)
            writer.member("sets", snapshot.sets.count)
            writer.member("changedSets", listed) { writer, set in
                writer.object { writer in
                    writer.member("name", set.name)
                    writer.member("revision", set.revision)
                }
            }
            writer.member("changedSetCount", count)
            writer.member("identities") { identities.write(to: &$0) }
        }
        return writer.bytes
    }

    private static func text(
        _ snapshot: PolicySnapshot,
        _ listed: [(name: String, revision: String?)],
        of count: Int
    ) -> String {
        let head = "reloaded: revision \(snapshot.revision), policy sets: \(snapshot.sets.count), changed: \(count)"
        let sets = listed.map { "  \($0.name): " + ($0.revision.map { "revision \($0)" } ?? "removed") }
        let more = count > listed.count ? ["  \(count - listed.count) more sets are not listed"] : []
        return ([head] + sets + more).map { $0 + "\n" }.joined()
    }
}
