import FetchProtocol
import FetchRules

/// The fetches of a session: those that run, and those that wait because too many run or use the same host.
///
/// A state machine without clocks and sockets: times are given in milliseconds of a monotonic clock.
struct FetchQueue {
    /// A fetch, from its arrival to its answer.
    struct Fetch {
        let request: FetchRequest
        var url: FetchURL { didSet { host = url.hostText } }
        /// The host of the URL, whose fetches are counted.
        private(set) var host: String
        /// The time of arrival.
        let start: UInt64
        /// The time at which it began to run; nil while it waits.
        ///
        /// The time limit applies from here. Otherwise, a fetch that waited for the places of others could begin with a moment
        /// left, and its server would seem silent. A client that occupies the places could thus make a soft failure allow a
        /// revoked certificate of another client.
        fileprivate(set) var begin: UInt64?
        var redirects = 0

        init(request: FetchRequest, url: FetchURL, start: UInt64) {
            self.request = request
            self.url = url
            self.start = start
            host = url.hostText
        }

        /// The time at which the fetch fails: it has waited too long to run, or it runs too long.
        var deadline: UInt64 { (begin ?? start) + UInt64(request.milliseconds) }
    }

    /// The maximum number of fetches that run or wait.
    static let maximumFetches = 4096

    private let concurrent: Int
    private let perHost: Int
    private(set) var running: [UInt64: Fetch] = [:]
    /// The waiting fetches, in order.
    private var waiting: [Fetch] = []
    private var runningByHost: [String: Int] = [:]
    /// The times at which look-ups of names end that fetches have left behind.
    private var lookups: [UInt64] = []

    /// Creates an empty queue; limits of zero are treated as one.
    init(concurrent: UInt16, perHost: UInt16) {
        self.concurrent = max(1, Int(concurrent))
        self.perHost = max(1, Int(perHost))
    }

    /// The number of fetches that run or wait.
    var count: Int { running.count + waiting.count }

    /// Whether a waiting fetch may run.
    func canStart(at now: UInt64) -> Bool {
        running.count + lookups.count { $0 > now } < concurrent
            && waiting.contains { runningByHost[$0.host, default: 0] < perHost }
    }

    /// Adds a fetch; false if there are too many.
    mutating func add(_ fetch: Fetch) -> Bool {
        guard count < Self.maximumFetches else { return false }
        waiting.append(fetch)
        return true
    }

    /// Moves the next fetch that may run to the running ones, and returns it; nil if there is none.
    mutating func startNext(at now: UInt64) -> Fetch? {
        lookups.removeAll { $0 <= now }
        guard running.count + lookups.count < concurrent else { return nil }
        guard let position = waiting.firstIndex(where: { runningByHost[$0.host, default: 0] < perHost }) else {
            return nil
        }
        var fetch = waiting.remove(at: position)
        fetch.begin = fetch.begin ?? now
        running[fetch.request.id] = fetch
        runningByHost[fetch.host, default: 0] += 1
        return fetch
    }

    /// Keeps the place of an ended fetch until the look-up of its name ends, so that look-ups cannot accumulate.
    mutating func keepPlace(until time: UInt64) {
        lookups.append(time)
    }

    /// Lets a running fetch wait again, for the server of a redirect.
    mutating func redirect(_ id: UInt64, to url: FetchURL) {
        guard var fetch = end(id) else { return }
        fetch.url = url
        fetch.redirects += 1
        // It was served before, so it does not wait behind the others.
        waiting.insert(fetch, at: 0)
    }

    /// Removes a fetch and returns it; nil if it is unknown.
    mutating func end(_ id: UInt64) -> Fetch? {
        if let fetch = running.removeValue(forKey: id) {
            let host = fetch.host
            runningByHost[host] = runningByHost[host].flatMap { $0 > 1 ? $0 - 1 : nil }
            return fetch
        }
        guard let position = waiting.firstIndex(where: { $0.request.id == id }) else { return nil }
        return waiting.remove(at: position)
    }

    /// Returns the numbers of the waiting fetches whose time is over.
    func expired(at now: UInt64) -> [UInt64] {
        waiting.filter { $0.deadline <= now }.map(\.request.id)
    }

    /// The time until a waiting fetch fails or may run, in milliseconds; nil if none waits.
    func timeToNextEvent(at now: UInt64) -> UInt64? {
        guard let deadline = waiting.map(\.deadline).min() else { return nil }
        let next = min(deadline, lookups.min() ?? deadline)
        return next > now ? next - now : 0
    }
}
