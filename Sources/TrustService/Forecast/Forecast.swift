package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// How the decision on an inquiry changes if nothing but the time changes.
package struct Forecast: Sendable {
    /// A time and the verdict from then on.
    package struct Stage: Sendable {
        /// The first second of the verdict.
        package let begin: Instant
        /// The verdict at that second.
        package let verdict: Verdict
        /// The last verdict before; nil at the beginning.
        package let previous: Verdict?
    }

    /// The verdict at the beginning, and the first one after each change of the action; never empty.
    package let stages: [Stage]
    /// The requirements of the web's calendar on the certificate that replaces the leaf, up to the end of the forecast.
    package let renewals: [RenewalNotice]

    /// The first stage that does not allow the chain; nil if there is none.
    package var end: Stage? { stages.first { $0.verdict.action != .allow } }
}

extension Evaluations {
    /// Evaluates an inquiry at the times at which its verdict can change, with the evidence at hand (``ForecastSearch``).
    ///
    /// - Complexity: about one evaluation for each day on which verdicts quote the time, and 17 for each change.
    /// - Throws: ``InquiryError`` if there is no verdict.
    package func forecast(
        on inquiry: Inquiry,
        under snapshot: PolicySnapshot,
        from begin: Instant,
        until end: Instant,
        endsWhenDenied: Bool = false
    ) throws(InquiryError) -> Forecast {
        var search = try ForecastSearch(
            on: inquiry,
            self,
            under: snapshot,
            from: begin,
            until: end,
            endsWhenDenied: endsWhenDenied
        )
        while try search.advance() {}
        return try search.forecast()
    }

    /// Returns the requirements on the certificate that replaces the leaf of a verdict; none if the chain is not allowed.
    func renewals(
        of inquiry: Inquiry,
        after verdict: Verdict,
        under snapshot: PolicySnapshot
    ) throws(InquiryError) -> [RenewalNotice] {
        guard verdict.action == .allow else { return [] }
        let (match, _) = try selection(of: inquiry.policy, host: inquiry.host, under: snapshot)
        return if case .policy(let policy) = match { policy.renewalNotices(for: verdict.path) } else { [] }
    }
}
