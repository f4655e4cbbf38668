import Synchronization

/// A limit on the signatures that each client requests of each identity, as a token bucket.
package final class SignatureRateLimit: Sendable {
    private struct Key: Hashable {
        let identity: String
        let client: String
    }

    private struct Bucket {
        var tokens: Double
        var updatedAt: Duration
        /// Whether the last request was refused.
        var isRefusing = false
    }

    /// The refusal of a request.
    package struct Refusal: Sendable, Equatable {
        /// The time after which the client may sign.
        package let delay: Duration
        /// Whether the previous request of this client and identity was not refused.
        package let isFirst: Bool
    }

    private let perSecond: Double
    private let burst: Double
    private let maximumKeys: Int
    private let now: @Sendable () -> Duration
    private let buckets = Mutex<[Key: Bucket]>([:])

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - perSecond: The number of signatures per second, at least 1.
    ///   - burst: The number of signatures that a client may request at once after a pause, at least 1.
    ///   - maximumKeys: The maximum number of pairs of a client and an identity in memory.
    ///   - now: The time since any fixed point, which must not decrease.
    package init(
        perSecond: Int = 50,
        burst: Int = 100,
        maximumKeys: Int = 4096,
        now: @escaping @Sendable () -> Duration
    ) {
        self.perSecond = Double(max(1, perSecond))
        self.burst = Double(max(1, burst))
        self.maximumKeys = max(1, maximumKeys)
        self.now = now
    }

    /// Takes one token of a client for an identity.
    ///
    /// - Returns: nil if the client may sign now.
    package func refusal(identity: String, client: String) -> Refusal? {
        let now = now()
        return buckets.withLock { buckets in
            let key = Key(identity: identity, client: client)
            if buckets[key] == nil, buckets.count >= maximumKeys {
                // Full buckets are equal to absent ones.
                buckets = buckets.filter { refilled($0.value, at: now) < burst }
                // A new bucket would otherwise replace one that limits another client.
                guard buckets.count < maximumKeys else { return Refusal(delay: .seconds(1), isFirst: false) }
            }
            let tokens = buckets[key].map { refilled($0, at: now) } ?? burst
            guard tokens >= 1 else {
                let isFirst = !(buckets[key]?.isRefusing ?? false)
                buckets[key] = Bucket(tokens: tokens, updatedAt: now, isRefusing: true)
                return Refusal(delay: .seconds((1 - tokens) / perSecond), isFirst: isFirst)
            }
            buckets[key] = Bucket(tokens: tokens - 1, updatedAt: now)
            return nil
        }
    }

    /// The number of pairs in memory.
    var keyCount: Int { buckets.withLock { $0.count } }

    private func refilled(_ bucket: Bucket, at now: Duration) -> Double {
        let elapsed = max(0, (now - bucket.updatedAt) / .seconds(1))
        return min(burst, bucket.tokens + elapsed * perSecond)
    }
}
