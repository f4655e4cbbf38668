import MicrohttpdServer
import StructuredDocuments
import Synchronization
import TrustModel
import TrustPolicies
import TrustService

/// GET /v1/forecast: the times from which chains of the last decisions are no longer allowed.
///
/// A forecast takes about as much time as a batch, and is made on the threads of batches. There is one at a time, of a bounded
/// number of questions and a bounded time, and it yields between evaluations. Nothing is fetched, recorded or remembered.
enum ForecastHandler {
    /// The longest forecast in days, and the usual one.
    static let (maximumDays, usualDays): (Int64, Int64) = (366, 30)

    static func show(_ head: HTTPRequestHead, from caller: Caller, in context: APIContext) -> Route.Answer {
        { _, _ in
            DecisionHandler.search(context) { _ async throws(Problem) in
                let memory = try context.askedDecisions()
                let days = try days(of: RequestQuery(head.query, known: ["days"]))
                guard context.forecasts.place.take() else {
                    throw Problem(
                        .tooManyWaitingRequests,
                        "Another forecast is being made; one is made at a time.",
                        headers: ["Retry-After": "1"]
                    )
                }
                defer { context.forecasts.place.leave() }
                let now = context.now().instant
                var forecast = DecisionForecast(from: now, until: now.adding(seconds: days * 86400))
                await forecast.add(memory, context)
                return forecast.json
            }
        }
    }

    private static func days(of query: RequestQuery) throws(Problem) -> Int64 {
        guard let text = query.text("days") else { return usualDays }
        guard let days = Int64(text), (1...maximumDays).contains(days) else {
            throw query.problem("days", "expected a number from 1 to \(maximumDays), found \(QuotedText.of(text))")
        }
        return days
    }
}

/// The place of the one forecast that is being made.
final class ForecastPlace: Sendable {
    private let isTaken = Atomic(false)

    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiring) }

    func leave() { isTaken.store(false, ordering: .releasing) }
}
