import TrustEvaluation
package import TrustEvidence
package import TrustModel
package import TrustPolicies

/// The conditions under which a verdict that a client watches need not be evaluated again.
package struct WatchConditions: Sendable {
    /// The time, in seconds, after which a verdict is evaluated again that can change at any time: evidence is missing or no one
    /// refreshes it, or a script must be asked each time.
    package static let longestWithoutEnd: Int64 = 60

    /// The parts of the policies on which the verdict depends.
    package let dependencies: PolicyDependencies
    /// The parts of the memory of evidence on which it depends; nil if there are none.
    private let evidence: TopicWatch?
    /// The number of changes of that memory before the evaluation.
    package let changeCount: UInt64
    /// The first second at which the verdict can be another one because of the time; nil if there is none.
    package let end: Instant?

    /// Creates the conditions of a verdict under a policy of a set; nil for a policy in the inquiry.
    init(_ found: EvaluatedVerdict, ofPolicyIn set: String?, evidence: TopicWatch?) {
        dependencies = PolicyDependencies(ofPolicyIn: set, found.snapshot)
        self.evidence = found.used == nil ? nil : evidence
        changeCount = found.used?.basis.count ?? 0
        end = Self.end(of: found)
    }

    private static func end(of found: EvaluatedVerdict) -> Instant? {
        let reuse = found.verdict.reuse
        let isRefreshed = found.used.map { $0.isFollowed && $0.isComplete } ?? true
        var seconds = reuse.seconds.map { max(1, $0) }
        if !reuse.isRepeatable || !isRefreshed { seconds = min(seconds ?? longestWithoutEnd, longestWithoutEnd) }
        // The comparisons of a script that must be asked each time hold for one second.
        let compared = reuse.isRepeatable || reuse.comparedUntil > found.now ? reuse.comparedUntil : nil
        let lasts = [compared, found.verdict.validUntil, found.snapshot.blocks.unchangedUntil(from: found.now)]
        let ends = lasts.compactMap(\.self).filter { $0 < .distantFuture }.map { $0.adding(seconds: 1) }
        return (ends + [seconds.map { found.now.adding(seconds: $0) }].compactMap(\.self)).min()
    }

    /// Whether the verdict can be another one at a time, or because of changes of the memory of evidence, nil for unknown ones.
    package func isOver(at now: Instant, after changes: [EvidenceTopic: UInt64]?) -> Bool {
        if let end, end <= now { return true }
        guard let topics = evidence?.topics, !topics.isEmpty else { return false }
        guard let changes else { return true }
        return topics.contains { changes[$0].map { $0 > changeCount } ?? false }
    }
}

extension Instant {
    /// A time after all times of certificates.
    fileprivate static let distantFuture = Instant(secondsSince1970: .max)
}
