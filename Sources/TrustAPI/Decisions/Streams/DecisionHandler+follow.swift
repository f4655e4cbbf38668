import MicrohttpdServer
import StructuredDocuments
import TrustModel
import TrustService

/// GET /v1/decisions?follow=1: the decisions from now on, as events.
extension DecisionHandler {
    /// Creates the response with a stream of the decisions that satisfy conditions.
    ///
    /// - Throws: ``Problem`` for a malformed position, and if there are too many streams and watches.
    static func follow(
        _ head: HTTPRequestHead,
        from caller: Caller,
        where filter: DecisionFilter,
        in service: WatchService
    ) throws(Problem) -> HTTPResponse {
        let context = service.context
        var response = HTTPResponse(status: 200, headers: WatchHandler.headers)
        let position = try position(head, of: context, with: filter)
        // The response to HEAD is the head only.
        guard !head.method.hasSameBytes(as: "HEAD") else { return response }
        do throws(Problem) {
            let place = try service.places.take(for: WatchPlaces.Client(caller.share, head.peer))
            try place.charge(WatchLimits.bytesEach)
            let stream = DecisionStream(
                StreamProgress(from: position, filter),
                credentials: context.clients.credentials(of: head),
                reserved: place
            )
            response.events = service.decisionStreams.events(stream)
            return response
        } catch {
            context.metrics.watches.countRefused(error.code)
            throw error
        }
    }

    /// Returns the number of the first decision: after that of `Last-Event-ID`, or the first one in memory with `since`, or the next one.
    private static func position(
        _ head: HTTPRequestHead,
        of context: APIContext,
        with filter: DecisionFilter
    ) throws(Problem) -> UInt64 {
        let next = try context.lastDecisions().nextNumber
        guard let text = head.headers["Last-Event-ID"], !text.isEmpty else { return filter.hasStart ? 1 : next }
        guard let position = StreamPosition(text) else {
            throw Problem(
                .invalidRequest,
                "Last-Event-ID is \(QuotedText.excerpt(text)), which is not the id of an event of this service."
            )
        }
        // The decisions of another process are not in memory.
        let isKnown = position.start == context.startedAt.secondsSince1970 && position.number < next
        return isKnown ? position.number + 1 : filter.hasStart ? 1 : next
    }
}
