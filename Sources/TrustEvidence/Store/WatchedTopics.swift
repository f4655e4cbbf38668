import Synchronization

/// The parts of the memory of evidence on which watched verdicts depend, each with the number of these verdicts.
package final class WatchedTopics: Sendable {
    private let counts = Mutex<[EvidenceTopic: Int]>([:])

    /// Creates an empty collection.
    package init() {}

    /// Whether a watched verdict depends on a part.
    package func contains(_ topic: EvidenceTopic) -> Bool { counts.withLock { $0[topic] != nil } }

    fileprivate func add(_ topics: Set<EvidenceTopic>) {
        counts.withLock { counts in
            for topic in topics { counts[topic, default: 0] += 1 }
        }
    }

    fileprivate func remove(_ topics: Set<EvidenceTopic>) {
        counts.withLock { counts in
            for topic in topics { counts[topic] = counts[topic].flatMap { $0 > 1 ? $0 - 1 : nil } }
        }
    }
}

/// The parts of the memory of evidence on which one watched verdict depends.
///
/// While it exists, the evidence in these parts is fetched again in the second half of each of its lifetimes, and the end of
/// evidence that could not be fetched again is a change.
package final class TopicWatch: Sendable {
    private let all: WatchedTopics
    private let own = Mutex<Set<EvidenceTopic>>([])

    /// Creates a watch without parts.
    package init(in all: WatchedTopics) { self.all = all }

    deinit { all.remove(topics) }

    /// The parts so far.
    package var topics: Set<EvidenceTopic> { own.withLock { $0 } }

    /// Adds parts before the memory is asked for their evidence, so that no fetch of it is missed.
    package func add(_ topics: [EvidenceTopic]) {
        let new = own.withLock { own in
            let new = Set(topics).subtracting(own)
            own.formUnion(new)
            return new
        }
        all.add(new)
    }
}
