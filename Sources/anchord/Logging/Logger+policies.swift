import Logging
import TrustPolicies

/// Log entries about loading policies.
extension Logger {
    /// The maximum number of anchors with an entry of their own if unreadable, and of policy sets named in one entry.
    private static let maximumNamed = 10

    /// Returns the number of changed policy sets and the names of the first ones.
    static func changes(of sets: [String]) -> Metadata {
        [
            "changedSets": .array(sets.prefix(maximumNamed).map { .string($0) }),
            "changedSetCount": .stringConvertible(sets.count),
        ]
    }

    /// Logs a loaded snapshot: its policy sets, their warnings, and the system trust anchors, with the unreadable ones.
    func report(_ snapshot: PolicySnapshot, as message: Message, _ details: Metadata = [:]) {
        let anchors = snapshot.systemAnchorsReport
        let about: Metadata = [
            "revision": "\(snapshot.revision)", "policySets": .stringConvertible(snapshot.sets.count),
            "systemAnchors": .stringConvertible(anchors.count),
        ]
        info(message, metadata: about.merging(details) { _, new in new })
        for warning in snapshot.sets.flatMap(\.warnings) {
            self.warning("a policy set has a warning", metadata: ["warning": "\(warning)"])
        }
        if anchors.duplicates > 0 {
            let count = Metadata.Value.stringConvertible(anchors.duplicates)
            warning("duplicate system anchors", metadata: ["path": "\(anchors.path)", "duplicates": count])
        }
        for unreadable in anchors.unreadable.prefix(Self.maximumNamed) {
            var about: Metadata = ["file": "\(unreadable.file)", "reason": "\(unreadable.reason)"]
            about["certificate"] = unreadable.certificate.map { .stringConvertible($0) }
            warning("a system anchor could not be read and was skipped", metadata: about)
        }
        let more = anchors.unreadable.count - Self.maximumNamed
        if more > 0 {
            warning("more system anchors could not be read", metadata: ["count": .stringConvertible(more)])
        }
    }

    func report(_ error: PolicyLoadError, at level: Level, as message: Message, _ details: Metadata = [:]) {
        for problem in error.problems {
            log(level: level, message, metadata: details.merging(["problem": "\(problem)"]) { _, new in new })
        }
    }
}
