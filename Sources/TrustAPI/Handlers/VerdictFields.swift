import MicrohttpdServer
import TrustEvaluation
import TrustService

/// The header fields of a response with a verdict: what it says, and how long clients may reuse it.
///
/// `Anchord-Verdict` and `Anchord-Action` suffice for clients that see only the status and the header. No problem has these
/// fields, so they distinguish a denial with the status 403 from a problem with this status.
enum VerdictFields {
    /// Returns the fields of a response in JSON, for which clients may wait `seconds` before they ask again; nil if they must not reuse
    /// the response.
    static func json(_ facts: DecisionFacts, reusableFor seconds: Int64?) -> HTTPHeaders {
        switch (facts.outcome, facts.action, seconds) {
        case (.trusted, .allow, APIContext.usualReuse): reusable
        case (.trusted, .allow, nil): unstored
        case (.untrusted, .deny, nil): denied
        default: json(facts.outcome, facts.action, reusableFor: seconds)
        }
    }

    /// Returns the fields of a response in plain text, which has the identifier of the decision in a field.
    static func text(_ facts: DecisionFacts, _ id: DecisionID, reusableFor seconds: Int64?) -> HTTPHeaders {
        HTTPHeaders(
            fields: [
                HTTPField(own: "Content-Type", "text/plain; charset=utf-8"),
                HTTPField(own: "Cache-Control", cacheControl(reusableFor: seconds)), .decision(id),
            ] + outcome(facts.outcome, facts.action)
        )
    }

    /// The fields of most responses, created once.
    private static let reusable = json(.trusted, .allow, reusableFor: APIContext.usualReuse)
    private static let unstored = json(.trusted, .allow, reusableFor: nil)
    private static let denied = json(.untrusted, .deny, reusableFor: nil)

    private static func json(
        _ outcome: Verdict.Outcome,
        _ action: Verdict.Action,
        reusableFor seconds: Int64?
    ) -> HTTPHeaders {
        HTTPHeaders(
            fields: [
                HTTPField(own: "Content-Type", "application/json"),
                HTTPField(own: "Cache-Control", cacheControl(reusableFor: seconds)),
            ] + self.outcome(outcome, action) + [APIResponder.noSniffing]
        )
    }

    private static func outcome(_ outcome: Verdict.Outcome, _ action: Verdict.Action) -> [HTTPField] {
        [HTTPField(own: "Anchord-Verdict", outcome.rawValue), HTTPField(own: "Anchord-Action", action.rawValue)]
    }

    private static func cacheControl(reusableFor seconds: Int64?) -> String {
        seconds.map { "private, max-age=\($0)" } ?? "no-store"
    }
}
