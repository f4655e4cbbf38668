import FetchProtocol

/// The outstanding fetches, and the rules for messages about them.
///
/// A fetch that was canceled or has expired has called its completion, but stays in the table until the process confirms
/// its end. A message about a fetch that is not in the table is therefore a violation of the protocol.
struct FetchTable {
    typealias Time = SuspendingClock.Instant

    /// A reference, so that parts are appended to the body in place.
    private final class Entry {
        let request: FetchRequest
        /// Called when the process begins the fetch; nil after that.
        var onBegin: FetchBeginning?
        /// Receives the outcome; nil if it has been called.
        var callback: FetchCallback?
        /// The end of the time for the outcome or, without a callback, for the confirmation.
        var deadline: Time
        var isSent = false
        var body: [UInt8] = []
        /// The number of received bytes, also of those that were discarded.
        var received: UInt64 = 0

        init(
            _ request: FetchRequest,
            until deadline: Time,
            onBegin: @escaping FetchBeginning,
            onEnd callback: @escaping FetchCallback
        ) {
            self.request = request
            self.onBegin = onBegin
            self.deadline = deadline
            self.callback = callback
        }
    }

    /// The results of a change of the table, which the caller must apply.
    struct Effects {
        var begun: [FetchBeginning] = []
        var ended: [(callback: FetchCallback, outcome: FetchOutcome)] = []
        var frames: [[UInt8]] = []
        /// The number of fetches that left the table.
        var removed = 0
    }

    private let limits: FetcherClientLimits
    private var entries: [UInt64: Entry] = [:]
    private var bodyBytes = 0
    /// No deadline is earlier; it may be too early after a fetch has ended.
    private(set) var nextDeadline: Time?

    init(_ limits: FetcherClientLimits) { self.limits = limits }

    var count: Int { entries.count }
    /// The bytes of requests that were not sent.
    private(set) var unsentBytes = 0

    mutating func add(
        _ request: FetchRequest,
        since start: Time,
        onBegin: @escaping FetchBeginning,
        onEnd callback: @escaping FetchCallback
    ) {
        let deadline = start + time(of: request)
        entries[request.id] = Entry(request, until: deadline, onBegin: onBegin, onEnd: callback)
        unsentBytes += Self.cost(of: request)
        note(deadline)
    }

    /// The time after which the process should have ended a fetch that waits, or one that runs.
    private func time(of request: FetchRequest) -> Duration {
        .milliseconds(Int64(request.milliseconds)) + limits.grace
    }

    /// The memory that a request is charged with until it is sent.
    static func cost(of request: FetchRequest) -> Int {
        request.acceptedTypes.reduce(256 + request.url.utf8.count + request.body.count) { $0 + $1.utf8.count + 16 }
            + (request.contentType?.utf8.count ?? 0)
    }

    /// Returns the frames of all requests that were not sent, in the order of their numbers, as the protocol requires.
    mutating func takeUnsent() -> [[UInt8]] {
        guard unsentBytes > 0 else { return [] }
        unsentBytes = 0
        return entries.values.filter { !$0.isSent }.sorted { $0.request.id < $1.request.id }.map { entry in
            entry.isSent = true
            return FetcherCommand.fetch(entry.request).frame
        }
    }

    /// Ends a fetch early; does nothing if it has ended.
    mutating func cancel(_ id: UInt64, at now: Time, _ effects: inout Effects) {
        let failure = FetchFailure(id: id, code: .canceled, detail: "the fetch was canceled", milliseconds: 0)
        end(id, .failure(failure), at: now, adding: &effects)
    }

    /// Ends all fetches, whether sent or not.
    mutating func endAll(_ outcome: FetchOutcome, _ effects: inout Effects) {
        for entry in entries.values.sorted(by: { $0.request.id < $1.request.id }) {
            if let callback = entry.callback { effects.ended.append((callback, outcome)) }
        }
        effects.removed += entries.count
        entries = [:]
        (bodyBytes, unsentBytes, nextDeadline) = (0, 0, nil)
    }

    /// Ends the fetches whose time is over.
    ///
    /// - Throws: ``FetcherFault`` if the process has not confirmed the end of a fetch in time.
    mutating func expire(at now: Time, _ effects: inout Effects) throws(FetcherFault) {
        guard let nextDeadline, nextDeadline <= now else { return }
        let due = entries.values.filter { $0.deadline <= now }
        if due.contains(where: { $0.callback == nil }) {
            throw FetcherFault(
                "anchord-fetcher does not respond: it has not confirmed the end of a fetch within \(limits.silence.inSeconds)"
            )
        }
        for entry in due {
            let why = "anchord-fetcher did not answer within \(time(of: entry.request).inSeconds)"
            end(entry.request.id, .unavailable(why: why), at: now, adding: &effects)
        }
        self.nextDeadline = entries.values.map(\.deadline).min()
    }

    /// Gives the callback its outcome; the entry of a request that was sent remains until the process has confirmed.
    private mutating func end(_ id: UInt64, _ outcome: FetchOutcome, at now: Time, adding effects: inout Effects) {
        guard let entry = entries[id], let callback = entry.callback else { return }
        effects.ended.append((callback, outcome))
        guard entry.isSent else {
            unsentBytes -= Self.cost(of: entry.request)
            return remove(id, &effects)
        }
        bodyBytes -= entry.body.count
        if entry.onBegin != nil { entry.onBegin = {} }
        entry.callback = nil
        entry.body = []
        entry.deadline = now + limits.silence
        note(entry.deadline)
        effects.frames.append(FetcherCommand.cancel(id).frame)
    }

    private mutating func remove(_ id: UInt64, _ effects: inout Effects) {
        entries[id] = nil
        effects.removed += 1
    }

    private mutating func note(_ deadline: Time) {
        nextDeadline = min(nextDeadline ?? deadline, deadline)
    }
}

extension FetchTable {
    /// Applies a message of the process.
    ///
    /// - Throws: ``FetcherFault`` if the message violates the protocol.
    mutating func receive(_ report: FetcherReport, at now: Time, _ effects: inout Effects) throws(FetcherFault) {
        switch report {
        case .ready: throw FetcherFault("anchord-fetcher violates the protocol: it accepts the settings twice")
        case .begun(let id):
            guard let entry = entries[id], entry.isSent else { throw Self.unknown(id) }
            guard let onBegin = entry.onBegin else {
                throw FetcherFault("anchord-fetcher violates the protocol: it begins the fetch \(id) twice")
            }
            entry.onBegin = nil
            // The time limit applies from here. The end of a canceled one is awaited as before.
            if entry.callback != nil { entry.deadline = now + time(of: entry.request) }
            effects.begun.append(onBegin)
        case .part(let id, let bytes): try receive(bytes, of: id, at: now, &effects)
        case .completed(let completion):
            guard completion.status == 200 || completion.status == 203 else {
                throw FetcherFault(
                    "anchord-fetcher violates the protocol: a response has the status \(completion.status)"
                )
            }
            let entry = try take(completion.id, &effects)
            guard let callback = entry.callback else { return }
            effects.ended.append((callback, .response(FetchResponse(completion: completion, body: entry.body))))
        case .failed(let failure):
            guard let callback = try take(failure.id, &effects).callback else { return }
            effects.ended.append((callback, .failure(failure)))
        }
    }

    private mutating func receive(
        _ part: [UInt8],
        of id: UInt64,
        at now: Time,
        _ effects: inout Effects
    ) throws(FetcherFault) {
        guard let entry = entries[id], entry.isSent else { throw Self.unknown(id) }
        let (received, maximum) = (entry.received + UInt64(part.count), entry.request.maximumBytes)
        guard received <= maximum else {
            throw FetcherFault(
                "anchord-fetcher violates the protocol: a response is longer than the \(maximum) bytes of its request"
            )
        }
        entry.received = received
        guard entry.callback != nil else { return }
        guard bodyBytes + part.count <= limits.responseBytes else {
            let detail = "all responses together have more than \(limits.responseBytes) bytes"
            let failure = FetchFailure(id: id, code: .overloaded, detail: detail, milliseconds: 0)
            return end(id, .failure(failure), at: now, adding: &effects)
        }
        bodyBytes += part.count
        entry.body += part
    }

    private mutating func take(_ id: UInt64, _ effects: inout Effects) throws(FetcherFault) -> Entry {
        guard let entry = entries[id], entry.isSent else { throw Self.unknown(id) }
        bodyBytes -= entry.body.count
        remove(id, &effects)
        return entry
    }

    private static func unknown(_ id: UInt64) -> FetcherFault {
        FetcherFault("anchord-fetcher violates the protocol: it reports the fetch \(id), which is not outstanding")
    }
}

/// Why the process must be ended.
struct FetcherFault: Error, Equatable {
    static let closed = FetcherFault("anchord-fetcher closed the connection")

    /// A clause.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Duration {
    /// The duration in seconds, for messages.
    var inSeconds: String {
        let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
