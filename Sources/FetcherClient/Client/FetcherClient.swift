package import FetchProtocol
import Synchronization
import SystemThreads

/// Fetches over the network through the process anchord-fetcher, which it starts and supervises.
///
/// The first fetch starts a thread, which connects to the process or starts it. If the process ends, does not respond or
/// violates the protocol, all outstanding fetches fail, and it is started again after a delay. No function blocks, except
/// ``stop()``.
package final class FetcherClient: Sendable {
    private enum Phase {
        case notStarted
        case running(PlatformThread, WakeEvent)
        case stopped
    }

    private let location: FetcherLocation
    private let settings: FetcherSettings
    private let limits: FetcherClientLimits
    private let onEvent: @Sendable (FetcherEvent) -> Void
    private let mailbox: FetcherMailbox
    private let phase = Mutex(Phase.notStarted)

    /// Creates a client without starting anything.
    ///
    /// - Parameters:
    ///   - location: The socket or the executable of the process.
    ///   - settings: The first message to the process.
    ///   - limits: The bounds of the client.
    ///   - onEvent: Receives changes of the process, on the client's thread; must return quickly.
    package init(
        _ location: FetcherLocation,
        settings: FetcherSettings,
        limits: FetcherClientLimits = FetcherClientLimits(),
        onEvent: @escaping @Sendable (FetcherEvent) -> Void = { _ in }
    ) {
        self.location = location
        self.settings = settings
        self.limits = limits
        self.onEvent = onEvent
        mailbox = FetcherMailbox(limits)
    }

    deinit {
        stop()
    }

    /// Fetches; a canceled task receives the failure `canceled`, unless the fetch has ended already.
    ///
    /// The thread of the client answers by a callback, because it is not a task.
    ///
    /// - Parameters:
    ///   - request: The request; its number is ignored.
    ///   - onBegin: Called at most once on the client's thread, when the process begins the fetch, which waits until then
    ///     for others.
    /// - Returns: The outcome; without a wait if the request exceeds a limit or the client was stopped.
    package func fetch(_ request: FetchRequest, onBegin: @escaping FetchBeginning = {}) async -> FetchOutcome {
        let cancel = Mutex<(@Sendable () -> Void)?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let action = post(request, onBegin: onBegin) { continuation.resume(returning: $0) }
                cancel.withLock { $0 = action }
                // The task may have been canceled before the request was posted.
                if Task.isCancelled { action?() }
            }
        } onCancel: {
            cancel.withLock { $0 }?()
        }
    }

    /// Posts a request to the thread, and returns the action that cancels it; nil if the callback was called already.
    private func post(
        _ request: FetchRequest,
        onBegin: @escaping FetchBeginning,
        onEnd callback: @escaping FetchCallback
    ) -> (@Sendable () -> Void)? {
        let refusal: FetchOutcome
        if let failure = request.failure {
            refusal = .failure(failure)
        } else if let wake = start() {
            switch mailbox.post(request, since: SuspendingClock().now, onBegin: onBegin, onEnd: callback) {
            case .accepted(let id):
                wake.signal()
                return { [mailbox] in
                    mailbox.cancel(id)
                    wake.signal()
                }
            case .refused(let outcome): refusal = outcome
            }
        } else {
            refusal = .unavailable(why: "the client cannot start a thread or is stopped")
        }
        mailbox.count([refusal], removed: 0)
        callback(refusal)
        return nil
    }

    /// Fails all fetches, ends the process and the thread, and waits for their ends; later fetches fail.
    ///
    /// If a completion calls this function, it does not wait.
    package func stop() {
        mailbox.stop()
        let last = phase.withLock { phase in
            defer { phase = .stopped }
            return phase
        }
        guard case .running(let thread, let wake) = last else { return mailbox.update(.stopped) }
        wake.signal()
        thread.end()
    }

    /// The state of the process and the statistics of all fetches.
    package var figures: FetcherFigures { mailbox.figures }

    /// Starts the thread, unless it runs; returns nil if that fails or the client was stopped.
    private func start() -> WakeEvent? {
        phase.withLock { phase in
            switch phase {
            case .running(_, let wake): return wake
            case .stopped: return nil
            case .notStarted: break
            }
            guard let wake = try? WakeEvent() else { return nil }
            let (location, settings, limits, mailbox, onEvent) = (location, settings, limits, mailbox, onEvent)
            let thread = try? PlatformThread.start {
                FetcherLoop(
                    at: location,
                    with: settings,
                    limits: limits,
                    mailbox: mailbox,
                    wake: wake,
                    onEvent: onEvent
                ).run()
            }
            guard let thread else { return nil }
            phase = .running(thread, wake)
            return wake
        }
    }
}

extension FetchRequest {
    /// The failure of a request that exceeds a limit of the protocol, which the process would reject with the connection.
    fileprivate var failure: FetchFailure? {
        func failure(_ code: FetchFailure.Code, _ detail: String) -> FetchFailure {
            FetchFailure(id: 0, code: code, detail: detail, milliseconds: 0)
        }
        guard url.utf8.count <= FetchLimits.urlBytes else {
            return failure(.badURL, "the URL has \(url.utf8.count) bytes, more than \(FetchLimits.urlBytes)")
        }
        let texts = acceptedTypes + (contentType.map { [$0] } ?? [])
        guard body.count <= FetchLimits.bodyBytes, acceptedTypes.count <= FetchLimits.types,
            texts.allSatisfy({ $0.utf8.count <= FetchLimits.textBytes })
        else {
            return failure(.internal, "the body or a media type of the request is too long")
        }
        return nil
    }
}
