import Logging
import TrustPolicies

/// What the log says of loading policies.
extension Logger {
    /// How many certificates that could not be read are named one by one, and how many policy sets in one line.
    private static let maximumNamed = 10

    /// How many policy sets changed, and the names of the first of them.
    static func changes(of sets: [String]) -> Metadata {
        [
            "changedSets": .array(sets.prefix(maximumNamed).map { .string($0) }),
            "changedSetCount": .stringConvertible(sets.count),
        ]
    }

    /// Logs what was loaded: how many sets, their warnings, the anchors, and what was left out of them.
    func report(_ snapshot: PolicySnapshot, as message: Message, _ details: Metadata = [:]) {
        let anchors = snapshot.systemAnchorsReport
        let about: Metadata = [
            "revision": "\(snapshot.revision)", "policySets": .stringConvertible(snapshot.sets.count),
            "systemAnchors": .stringConvertible(anchors.count),
        ]
        info(message, metadata: about.merging(details) { _, new in new })
        for warning in snapshot.sets.flatMap(\.warnings) {
            self.warning("a policy set should be looked at again", metadata: ["warning": "\(warning)"])
        }
        if anchors.duplicates > 0 {
            let count = Metadata.Value.stringConvertible(anchors.duplicates)
            warning("system anchors stand twice", metadata: ["path": "\(anchors.path)", "duplicates": count])
        }
        for unreadable in anchors.unreadable.prefix(Self.maximumNamed) {
            var about: Metadata = ["file": "\(unreadable.file)", "reason": "\(unreadable.reason)"]
            about["certificate"] = unreadable.certificate.map { .stringConvertible($0) }
            warning("a system anchor cannot be read and is left out", metadata: about)
        }
        let more = anchors.unreadable.count - Self.maximumNamed
        if more > 0 {
            warning("more system anchors cannot be read", metadata: ["count": .stringConvertible(more)])
        }
    }

    /// Says everything that kept policies from being loaded.
    func report(_ error: PolicyLoadError, at level: Level, as message: Message, _ details: Metadata = [:]) {
        for problem in error.problems {
            log(level: level, message, metadata: details.merging(["problem": "\(problem)"]) { _, new in new })
        }
    }
}
