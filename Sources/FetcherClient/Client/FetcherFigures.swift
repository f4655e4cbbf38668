/// The state of the process anchord-fetcher.
package enum FetcherState: Sendable, Equatable {
    /// Nothing was fetched yet, so that no process and no thread exist.
    case notStarted
    /// The process was started or connected to, and has not accepted the settings yet.
    case starting
    /// The process accepts fetches; the ID is nil if the client did not start it.
    case running(processID: Int32?)
    /// The process failed; it is started again at the given time.
    case failed(why: String, nextAttempt: SuspendingClock.Instant)
    /// The client was stopped.
    case stopped
}

/// The statistics of a client.
package struct FetcherFigures: Sendable {
    /// The state of the process.
    package var state = FetcherState.notStarted
    /// How often the process was started or connected to again after a failure.
    package var restarts = 0
    /// The number of fetches whose completion was not called yet.
    package var outstanding = 0
    /// The numbers of ended fetches, by the code of their outcome.
    package var outcomes: [String: Int] = [:]
    /// The number of bytes sent to the process.
    package var sentBytes = 0
    /// The number of bytes received from the process.
    package var receivedBytes = 0
}

/// A change of the process that the client reports.
package enum FetcherEvent: Sendable, Equatable {
    /// The process accepts fetches; the ID is nil if the client did not start it.
    case ready(processID: Int32?)
    /// The process failed and is started again after the delay.
    case failed(why: String, delay: Duration)
}
