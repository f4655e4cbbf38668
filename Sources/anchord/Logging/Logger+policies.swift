import Logging
import TrustPolicies

/// Log entries about loading policies.
extension Logger {
    /// The maximum number of unreadable anchors, and of days, that have log entries, and of policy sets named in one entry.
    private static let maximumNamed = 10

    /// Returns the number of changed policy sets and the names of the first ones, if there are any.
    static func changes(of sets: [String]) -> Metadata {
        let count: Metadata = ["changedSetCount": .stringConvertible(sets.count)]
        guard !sets.isEmpty else { return count }
        let names = Metadata.Value.array(sets.prefix(maximumNamed).map { .string($0) })
        return count.merging(["changedSets": names]) { _, new in new }
    }

    /// Logs a loaded snapshot: its policy sets, their warnings, and the readable and unreadable system trust anchors.
    func report(_ snapshot: PolicySnapshot, as message: LogMessage, _ details: Metadata = [:]) {
        let anchors = snapshot.systemAnchorsReport
        let about: Metadata = [
            "revision": "\(snapshot.revision)", "policySets": .stringConvertible(snapshot.sets.count),
            "systemAnchors": .stringConvertible(anchors.count),
        ]
        log(message, about.merging(details) { _, new in new })
        for warning in snapshot.sets.flatMap(\.warnings) {
            log(.policyWarning, ["warning": "\(warning)"])
        }
        let days = snapshot.sets.flatMap(\.days)
        for day in days.prefix(Self.maximumNamed) { log(.dayEnds, ["until": "\(day)"]) }
        if days.count > Self.maximumNamed {
            log(.moreDays, ["count": .stringConvertible(days.count - Self.maximumNamed)])
        }
        if let logs = snapshot.logListReport, !logs.unsupported.isEmpty {
            log(
                .unsupportedLogKeys,
                [
                    "path": "\(logs.path)", "count": .stringConvertible(logs.unsupported.count),
                    "logs": .array(logs.unsupported.prefix(Self.maximumNamed).map { .string($0) }),
                ]
            )
        }
        if anchors.duplicates > 0 {
            let count = Metadata.Value.stringConvertible(anchors.duplicates)
            log(.duplicateAnchors, ["path": "\(anchors.path)", "duplicates": count])
        }
        for unreadable in anchors.unreadable.prefix(Self.maximumNamed) {
            var about: Metadata = ["file": "\(unreadable.file)", "reason": "\(unreadable.reason)"]
            about["certificate"] = unreadable.certificate.map { .stringConvertible($0) }
            log(.unreadableAnchor, about)
        }
        let more = anchors.unreadable.count - Self.maximumNamed
        if more > 0 {
            log(.moreUnreadableAnchors, ["count": .stringConvertible(more)])
        }
    }

    func report(_ error: PolicyLoadError, as message: LogMessage, _ details: Metadata = [:]) {
        for problem in error.problems {
            log(message, details.merging(["problem": "\(problem)"]) { _, new in new })
        }
    }
}
