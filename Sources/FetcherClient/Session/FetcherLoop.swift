import FetchProtocol
import Glibc
import SystemThreads

/// The client's thread: starts the process, exchanges messages with it, and applies all time limits.
final class FetcherLoop {
    typealias Time = SuspendingClock.Instant

    private enum Phase {
        case idle
        /// The process has failed.
        case waiting(until: Time, why: String)
        /// The settings were sent.
        case starting(FetcherLink, deadline: Time)
        case ready(FetcherLink, since: Time)
    }

    private let location: FetcherLocation
    private let settings: FetcherSettings
    private let limits: FetcherClientLimits
    private let mailbox: FetcherMailbox
    private let wake: WakeEvent
    private let onEvent: (FetcherEvent) -> Void
    private let clock = SuspendingClock()
    private var phase = Phase.idle
    private var table: FetchTable
    private var restarts = RestartSchedule()
    /// A killed process that the kernel has not ended yet; no other process is started meanwhile.
    private var unreaped: ChildProcess?
    private var counted = (sent: 0, received: 0)

    init(
        at location: FetcherLocation,
        with settings: FetcherSettings,
        limits: FetcherClientLimits,
        mailbox: FetcherMailbox,
        wake: WakeEvent,
        onEvent: @escaping (FetcherEvent) -> Void
    ) {
        self.location = location
        self.settings = settings
        self.limits = limits
        self.mailbox = mailbox
        self.wake = wake
        self.onEvent = onEvent
        table = FetchTable(limits)
    }

    /// Runs until the client is stopped.
    func run() {
        while receiveCommands() {
            do throws(FetcherFault) {
                try exchange()
                try applyTimeLimits()
                try send()
            } catch {
                fail(error)
            }
            publish()
            wait()
        }
        stop()
    }

    private var link: FetcherLink? {
        switch phase {
        case .starting(let link, _), .ready(let link, _): link
        case .idle, .waiting: nil
        }
    }

    /// Applies what was posted; returns whether the client continues.
    private func receiveCommands() -> Bool {
        wake.clear()
        let (commands, isStopping) = mailbox.take()
        guard !isStopping else {
            for case .fetch(let request, let start, let onBegin, let callback) in commands {
                table.add(request, since: start, onBegin: onBegin, onEnd: callback)
            }
            return false
        }
        var effects = FetchTable.Effects()
        for command in commands {
            switch command {
            case .fetch(let request, let start, let onBegin, let callback):
                if case .waiting(_, let why) = phase {
                    effects.ended.append((callback, .unavailable(why: why)))
                    effects.removed += 1
                } else {
                    table.add(request, since: start, onBegin: onBegin, onEnd: callback)
                }
            case .cancel(let id): table.cancel(id, at: clock.now, &effects)
            }
        }
        apply(effects)
        return true
    }

    /// Enqueues frames and calls completions, after their fetches were counted.
    private func apply(_ effects: FetchTable.Effects) {
        for frame in effects.frames { link?.enqueue(frame) }
        for onBegin in effects.begun { onBegin() }
        guard effects.removed > 0 || !effects.ended.isEmpty else { return }
        mailbox.count(effects.ended.map(\.outcome), removed: effects.removed)
        for (callback, outcome) in effects.ended { callback(outcome) }
    }
}

// The exchange with the process.
extension FetcherLoop {
    private func exchange() throws(FetcherFault) {
        if case .idle = phase, table.count > 0 { try start() }
        guard let link else { return }
        var effects = FetchTable.Effects()
        defer { apply(effects) }
        try link.receive { report throws(FetcherFault) in
            guard case .starting = phase else { return try table.receive(report, at: clock.now, &effects) }
            guard case .ready = report else {
                throw FetcherFault("anchord-fetcher violates the protocol: it did not accept the settings first")
            }
            phase = .ready(link, since: clock.now)
            mailbox.update(.running(processID: link.processID))
            onEvent(.ready(processID: link.processID))
        }
    }

    private func start() throws(FetcherFault) {
        if let process = unreaped {
            guard process.end() != nil else {
                throw FetcherFault("the previous process of anchord-fetcher, \(process.id), has not ended")
            }
            unreaped = nil
        }
        do {
            let link = try FetcherLink(location)
            link.enqueue(FetcherCommand.settings(settings).frame)
            counted = (0, 0)
            phase = .starting(link, deadline: clock.now + limits.readiness)
            mailbox.update(.starting)
        } catch {
            throw FetcherFault("\(error)")
        }
    }

    private func send() throws(FetcherFault) {
        if case .ready(let link, _) = phase {
            for frame in table.takeUnsent() { link.enqueue(frame) }
        }
        guard let link else { return }
        do {
            try link.send()
        } catch {
            throw error.errno == EPIPE ? .closed : FetcherFault("\(error)")
        }
    }

    private func applyTimeLimits() throws(FetcherFault) {
        let now = clock.now
        var effects = FetchTable.Effects()
        defer { apply(effects) }
        try table.expire(at: now, &effects)
        switch phase {
        case .waiting(let end, _) where end <= now:
            mailbox.update(.starting, isRestart: true)
            phase = .idle
            try start()
        case .starting(_, let deadline) where deadline <= now:
            throw FetcherFault("anchord-fetcher did not accept the settings within \(limits.readiness.inSeconds)")
        case .idle, .waiting, .starting, .ready: break
        }
    }

    private func publish() {
        let (sent, received) = (link?.sentBytes ?? counted.sent, link?.receivedBytes ?? counted.received)
        mailbox.update(
            unsent: table.unsentBytes + (link?.unsentBytes ?? 0),
            sent: sent - counted.sent,
            received: received - counted.received
        )
        counted = (sent, received)
    }

    /// Waits for a command, an event of the connection, or the next time limit.
    private func wait() {
        var polled = [pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0)]
        if let link { polled.append(pollfd(fd: link.socket.descriptor, events: link.events, revents: 0)) }
        let ends = [table.nextDeadline, phaseEnd].compactMap(\.self)
        var milliseconds: Int32 = -1
        if let end = ends.min() {
            let left = max(end - clock.now, .zero).components
            // Rounded up, so that the limit is over when poll returns; an hour at most.
            let whole = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1
            milliseconds = Int32(min(whole, 3_600_000))
        }
        unsafe _ = poll(&polled, nfds_t(polled.count), milliseconds)
    }

    private var phaseEnd: Time? {
        switch phase {
        case .waiting(let end, _), .starting(_, let end): end
        case .idle, .ready: nil
        }
    }
}

// The end of the process.
extension FetcherLoop {
    /// How long the kernel may take to end a killed process before its fetches fail, in milliseconds.
    private static let reapTime = 100
    /// How long it may take when the client stops.
    private static let finalReapTime = 5000

    /// Ends the process, fails all fetches, and waits for the next attempt.
    private func fail(_ fault: FetcherFault) {
        let now = clock.now
        var readyTime: Duration?
        if case .ready(_, let since) = phase { readyTime = now - since }
        publish()
        let last = link
        phase = .idle
        var why = fault.reason
        if let last {
            let result = last.endProcess(isExiting: fault == .closed, within: Self.reapTime)
            unreaped = result.unreaped
            if let end = result.end { why = "anchord-fetcher \(end)" }
        }
        let delay = restarts.delay(afterReadyFor: readyTime)
        phase = .waiting(until: now + delay, why: why)
        mailbox.update(.failed(why: why, nextAttempt: now + delay))
        onEvent(.failed(why: why, delay: delay))
        endAll(.unavailable(why: why))
    }

    private func stop() {
        let last = link
        phase = .idle
        endAll(.unavailable(why: "the daemon is stopping"))
        _ = last?.endProcess(isExiting: false, within: Self.finalReapTime)
        _ = unreaped?.end(within: Self.finalReapTime)
        mailbox.update(.stopped)
    }

    private func endAll(_ outcome: FetchOutcome) {
        var effects = FetchTable.Effects()
        table.endAll(outcome, &effects)
        apply(effects)
    }
}
