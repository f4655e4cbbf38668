package import TrustEvidence

/// Limits the bytes of new texts with which clients fill the log, beside the lines of their decisions.
///
/// A client can ask as often as it wants, with a new chain each time. Each client gets at most half of the limit, so that it
/// cannot use up the bytes of all others.
package struct TextBudget: Sendable {
    /// Bytes that are available again at a rate.
    private struct Bucket {
        /// The number of bytes each second, and the number of seconds for which they are saved up.
        let rate: Int
        static let seconds = 10
        var bytes: Int
        /// The time of the last change, in milliseconds.
        var time: UInt64

        init(rate: Int, at time: UInt64) {
            (self.rate, self.time) = (rate, time)
            bytes = rate * Self.seconds
        }

        var isFull: Bool { bytes == rate * Self.seconds }

        /// Adds what is available again.
        ///
        /// Decisions do not end in the order of their times, and a clock can be set back. An earlier time adds nothing, and
        /// leaves the time of the last change as it is, or else the next decision would add the same bytes again.
        mutating func refill(at now: UInt64) {
            let milliseconds = Int(min(now - min(now, time), UInt64(Self.seconds) * 1000))
            bytes = min(rate * Self.seconds, bytes + rate * milliseconds / 1000)
            time = max(time, now)
        }
    }

    /// The number of bytes each second.
    private let rate: Int
    private static let maximumClients = 1024

    private var all: Bucket
    private var clients: [ClientShare.Group: Bucket] = [:]

    /// Creates a budget of a number of bytes each second, of which nothing is used.
    package init(rate: Int) {
        self.rate = rate
        all = Bucket(rate: rate, at: 0)
    }

    /// Uses a number of bytes for a client at a time in milliseconds; returns false if there are not as many.
    package mutating func spend(_ count: Int, for client: ClientShare, at now: UInt64) -> Bool {
        let group = group(of: client, at: now)
        var own = clients[group] ?? Bucket(rate: rate / 2, at: now)
        own.refill(at: now)
        all.refill(at: now)
        let isEnough = all.bytes >= count && own.bytes >= count
        if isEnough {
            all.bytes -= count
            own.bytes -= count
        }
        clients[group] = own
        return isEnough
    }

    /// Returns the clients with which a client shares; further ones share with those that nothing identifies.
    private mutating func group(of client: ClientShare, at now: UInt64) -> ClientShare.Group {
        guard clients.count >= Self.maximumClients, clients[client.group] == nil else { return client.group }
        for (group, bucket) in clients {
            var bucket = bucket
            bucket.refill(at: now)
            if bucket.isFull { clients[group] = nil }
        }
        return clients.count < Self.maximumClients ? client.group : .unnamed
    }
}
