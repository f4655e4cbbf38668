import TrustEvaluation
import TrustModel

/// The part of the allowed verdicts that the log records.
package struct DecisionSample: Sendable, Equatable {
    /// The rate of 1, with which everything is recorded.
    private static let whole = 1_000_000
    private static let digits = 6

    /// The rate in millionths.
    private let millionths: Int

    /// The rate of 1.
    package static let all = DecisionSample(millionths: whole)

    private init(millionths: Int) { self.millionths = millionths }

    /// Reads a rate from 0 to 1, with at most six decimals; nil for another text.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let first = parts.first, first.elementsEqual("0".utf8) || first.elementsEqual("1".utf8),
            let decimals = parts.count == 1 ? ""[...].utf8 : parts.last, parts.count <= 2,
            parts.count == 1 || (1...Self.digits).contains(decimals.count),
            decimals.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let padded = String(Substring(decimals)) + String(repeating: "0", count: Self.digits - decimals.count)
        guard let decimal = Int(padded) else { return nil }
        millionths = (first.elementsEqual("1".utf8) ? Self.whole : 0) + decimal
        guard millionths <= Self.whole else { return nil }
    }

    /// Whether everything is recorded.
    package var isAll: Bool { millionths == Self.whole }

    /// The shortest text of the rate, such as `0.25`.
    package var text: String {
        guard !isAll else { return "1" }
        var decimals = String(String(Self.whole + millionths).dropFirst())
        while decimals.hasSuffix("0") { decimals.removeLast() }
        return decimals.isEmpty ? "0" : "0.\(decimals)"
    }

    /// Returns whether a decision is recorded.
    ///
    /// Only verdicts that allow without a report mode or an exception can be left out. `secret` makes the selection unpredictable
    /// for clients, who know the identifiers.
    func includes(_ decision: Decision, secret: UInt64) -> Bool {
        guard !isAll, let facts = decision.facts, facts.isOrdinary else { return true }
        return decision.id.selection(secret) % UInt64(Self.whole) < UInt64(millionths)
    }
}

extension DecisionFacts {
    /// Whether the policy trusts the chain by itself, so that the decision is one of many alike.
    ///
    /// Each verdict of a policy or floor in report mode has a reason that says so, also if the floor alone would deny.
    fileprivate var isOrdinary: Bool {
        action == .allow && outcome == .trusted
            && !reasons.contains { $0.code == .noticeException || $0.code == .hazardReportOnly }
    }
}
