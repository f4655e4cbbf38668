import BoundedCache
import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// An inquiry of the log of decisions, with the evidence that was found for it.
package struct RecordedInquiry: Sendable {
    /// The inquiry.
    package var inquiry: Inquiry
    /// The evidence from memory and from the network.
    package let evidence: RecordedEvidence

    /// Creates an inquiry.
    package init(_ inquiry: Inquiry, evidence: RecordedEvidence) {
        self.inquiry = inquiry
        self.evidence = evidence
    }
}

/// Evaluates recorded inquiries under policies, each question once while its verdict holds.
package struct Replay: Sendable {
    /// The outcome, or the reason why there is none.
    package typealias Result = Swift.Result<DecisionOutcome, ReplayFailure>

    /// The times at which a result holds.
    private struct Span: Sendable {
        let first: Instant
        let last: Instant
        let result: Result
    }

    /// The maximum number of questions that are remembered, and of spans for each of them.
    private static let (maximumQuestions, maximumSpans) = (1 << 17, 8)
    /// The memory for remembered results in bytes, and that of the largest one.
    private static let (maximumBytes, largest) = (256 << 20, 1 << 20)

    private let evaluations: Evaluations
    private let snapshot: PolicySnapshot
    private let known: SharedCache<Fingerprint, [Span]>

    /// Creates a replay under policies; `evaluations` is used without its library.
    package init(_ evaluations: Evaluations, under snapshot: PolicySnapshot) {
        self.evaluations = evaluations
        self.snapshot = snapshot
        known = SharedCache(
            capacity: Self.maximumQuestions,
            maximumWeight: Self.maximumBytes,
            heaviest: Self.largest
        )
    }

    /// Returns the result of a question at a time of the clock.
    ///
    /// - Parameters:
    ///   - digest: The digest of the question, which determines the inquiry.
    ///   - now: The time of the clock; that of the evaluation too, unless the inquiry specifies one.
    ///   - inquiry: Decodes the inquiry; called only if no result is remembered.
    /// - Returns: The outcome, or the reason why there is none.
    package func result(
        of digest: Fingerprint,
        at now: Instant,
        inquiry: () throws(ReplayFailure) -> RecordedInquiry
    ) -> Result {
        let spans = known.value(for: digest) ?? []
        if let span = spans.last(where: { ($0.first...$0.last).contains(now) }) { return span.result }
        do throws(ReplayFailure) {
            let (result, last) = try evaluate(inquiry(), at: now)
            if let last { remember(Span(first: now, last: last, result: result), after: spans, digest) }
            return result
        } catch {
            return .failure(error)
        }
    }

    private func remember(_ span: Span, after spans: [Span], _ digest: Fingerprint) {
        let spans = spans.suffix(Self.maximumSpans - 1) + [span]
        known.insert(Array(spans), for: digest, weight: spans.reduce(128) { $0 + $1.result.memory })
    }

    /// Evaluates an inquiry; returns the last second of the clock at which the result holds, nil if it must not be remembered.
    private func evaluate(
        _ recorded: RecordedInquiry,
        at now: Instant
    ) throws(ReplayFailure) -> (result: Result, last: Instant?) {
        var evaluations = evaluations
        evaluations.library = recorded.evidence
        let verdict: Verdict
        do throws(InquiryError) {
            verdict = try evaluations.verdict(on: recorded.inquiry, under: snapshot, now: now)
        } catch {
            return (.failure(ReplayFailure(error)), Instant(secondsSince1970: .max))
        }
        let isTimed = recorded.inquiry.instant != nil
        let stable = isTimed ? Instant(secondsSince1970: .max) : max(now, verdict.reuse.stableUntil)
        let last = verdict.reuse.seconds.map { min(stable, now.adding(seconds: max(1, $0) - 1)) } ?? stable
        guard verdict.decision.needs.isEmpty else { return (.failure(ReplayFailure(.evidenceMissing)), last) }
        guard !verdict.reasons.contains(where: { $0.code == .internalBudgetExhausted }) else {
            return (.failure(ReplayFailure(.budgetExhausted)), last)
        }
        return (.success(DecisionOutcome(verdict)), verdict.reuse.isRepeatable ? last : nil)
    }
}

extension Replay.Result {
    /// The memory in bytes, rather too high.
    fileprivate var memory: Int {
        switch self {
        case .success(let outcome): 256 + 96 * outcome.reasons.count + (outcome.principal?.value.utf8.count ?? 0)
        case .failure(let failure): 256 + failure.detail.utf8.count
        }
    }
}
