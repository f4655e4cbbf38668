import Glibc
import SystemThreads

/// Notices clients of event streams that disconnect or read again, sends pings, and lets the responder look for changes; runs
/// on one thread for all streams.
struct EventLoop: ~Copyable {
    /// The interval of checks in milliseconds.
    private static let interval: UInt64 = 250

    private let context: ServerContext
    private var nextCheck: UInt64 = 0

    init(_ context: ServerContext) {
        self.context = context
    }

    /// Runs until the server stops.
    mutating func run() {
        let table = context.events
        while !table.isClosed {
            waitForEvents()
            for (stream, hasEnded) in table.takeReady() { stream.socketIsReady(hasEnded: hasEnded) }
            check(now: context.clock.milliseconds)
        }
    }

    private func waitForEvents() {
        let table = context.events
        var polled = [table.wake.descriptor, table.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        // Without streams, nothing depends on the time of the clock.
        let count =
            table.count == 0
            ? unsafe poll(&polled, nfds_t(polled.count), -1)
            : context.clock.poll(&polled, timeout: Int32(Self.interval))
        guard count > 0 else { return }
        if polled[0].revents != 0 { table.wake.clear() }
    }

    private mutating func check(now: UInt64) {
        guard now >= nextCheck else { return }
        nextCheck = now + Self.interval
        for stream in context.events.takePings(now: now, interval: HTTPEventStream.pingInterval) {
            stream.ping(now: now)
        }
        if context.events.count > 0 { context.responder.advanceEvents() }
    }
}
