import MicrohttpdServer
import Synchronization
import TrustModel
import TrustService

/// The open streams of decisions, which read the memory of decisions a few times each second.
///
/// Recording is not involved: without streams it costs nothing, and a client that does not read cannot delay it.
final class DecisionStreams: Sendable {
    private typealias Entry = (stream: DecisionStream, socket: HTTPEventStream)

    /// The maximum number of comparisons with the conditions of streams in one look.
    private static let maximumComparisons = 1 << 16
    /// The number of decisions that one look of all streams may send in addition, on average.
    private static let rate = 1 << 10

    private let context: APIContext
    private let entries = Mutex<[UInt64: Entry]>([:])

    init(_ context: APIContext) { self.context = context }

    private var metrics: DecisionStreamMetrics { context.metrics.streams }

    /// The events of a response.
    func events(_ stream: DecisionStream) -> HTTPEvents {
        HTTPEvents(
            first: WatchEvent.ping,
            ping: WatchEvent.ping,
            began: { [self] socket in
                entries.withLock { $0[stream.id] = (stream, socket) }
                metrics.countBegin()
                // The client may have disconnected before the stream was in the table.
                if !socket.isOpen { remove(stream) }
            },
            lastWords: { WatchEvent.end(Problem($0), retryMilliseconds: 1000) },
            ended: { [self] end in
                metrics.count(end)
                if end == .shutdown { metrics.count(.end) }
                remove(stream)
            }
        )
    }

    private func remove(_ stream: DecisionStream) {
        let removed = entries.withLock { $0.removeValue(forKey: stream.id) }
        if removed != nil { metrics.countRemoval() }
    }
}

// MARK: Looks

extension DecisionStreams {
    /// Sends the decisions since the last look; called by the thread of the event streams.
    func advance() {
        let open = entries.withLock { Array($0.values) }
        guard !open.isEmpty, let memory = context.decisionMemory else { return }
        let permitted = open.compactMap { entry in caller(of: entry).map { (entry, $0) } }
        let next = memory.nextNumber
        // Streams for which there are no decisions leave their share to the others.
        let busy = permitted.count { entry, _ in entry.stream.progress.withLock { $0.isBusy } }
        let allowance = max(1, min(StreamProgress.usualRate, Self.rate / max(1, busy)))
        for ((stream, socket), _) in permitted {
            stream.progress.withLock { $0.begin(before: next, allowing: allowance, isPaused: socket.isBehind) }
        }
        read(memory, before: next, for: permitted.map(\.0.stream))
        for (entry, caller) in permitted { send(entry, to: caller, before: next) }
    }

    /// Returns the caller of a stream, or ends the stream of one who has lost the right.
    private func caller(of entry: Entry) -> Caller? {
        let caller = context.clients.caller(with: entry.stream.credentials)
        do throws(Problem) {
            try Authorization.decisions(caller).check()
            return caller
        } catch {
            if entry.socket.isOpen { metrics.count(.end) }
            entry.socket.end(with: WatchEvent.end(error))
            return nil
        }
    }

    /// Lets the streams read the decisions below a number, until all have read theirs or the work of a look is done.
    private func read(_ memory: DecisionMemory, before next: UInt64, for streams: [DecisionStream]) {
        var rest = Self.maximumComparisons
        var reader = memory.reader(before: next)
        var reading = streams.filter { $0.progress.withLock { $0.position < next } }
        while !reading.isEmpty, rest > 0 {
            let part = reader.next()
            if part.isEmpty { break }
            rest -= part.count * reading.count
            reading = reading.filter { stream in
                stream.progress.withLock { progress in
                    progress.read(part)
                    return !progress.isComplete
                }
            }
        }
    }

    private func send(_ entry: Entry, to caller: Caller, before next: UInt64) {
        let encoder = DecisionHandler.encoder(for: caller, context)
        let events = entry.stream.progress.withLock {
            $0.end(at: next, start: context.startedAt, encodedBy: encoder)
        }
        guard !events.bytes.isEmpty else { return }
        metrics.count(.decision, events.decisions)
        metrics.countSkipped(events.skipped)
        _ = entry.socket.send(events.bytes)
    }
}
