import TrustEvaluation
package import TrustEvidence
package import TrustModel

/// The state of fetching over the network, for the status and the metrics.
package struct NetworkReport: Sendable {
    /// The state of the process anchord-fetcher.
    package enum FetcherState: Sendable, Equatable {
        /// Nothing was fetched yet.
        case notStarted
        /// The process was started or connected to, and has not accepted the settings yet.
        case starting
        /// The process accepts fetches; the ID is nil if the daemon did not start it.
        case running(processID: Int?)
        /// The process failed; it is started again at the given time.
        case failed(why: String, nextAttempt: Instant)

        /// The name in the status.
        var name: String {
            switch self {
            case .notStarted: "notStarted"
            case .starting: "starting"
            case .running: "running"
            case .failed: "failed"
            }
        }
    }

    /// Whether the configuration permits fetching; if not, everything else is zero.
    package var isEnabled: Bool
    /// The state of the process.
    package var fetcher = FetcherState.notStarted
    /// How often the process was started again after a failure.
    package var restarts = 0
    /// The number of fetches that wait for an answer.
    package var outstanding = 0
    /// The numbers of ended fetches, by code, in the order of the metrics.
    package var outcomes: [(code: String, count: Int)] = []
    /// The number of bytes sent to the process.
    package var sentBytes = 0
    /// The number of bytes received from the process.
    package var receivedBytes = 0
    /// The statistics of the evidence; nil if the configuration does not permit fetching.
    package var evidence: EvidenceGatherer.Figures?
    /// Returns the most recent failures of locations, at most the given number; only the status calls it.
    package var recentFailures: @Sendable (_ limit: Int) -> [RecentFailure] = { _ in [] }

    /// Creates a report without any fetches.
    package init(isEnabled: Bool) { self.isEnabled = isEnabled }
}

extension NetworkReport {
    /// The maximum number of failing locations in the status.
    static let maximumFailing = 20

    func write(to writer: inout JSONWriter) {
        writer.member("enabled", isEnabled)
        guard isEnabled else { return }
        writer.member("fetcher", fetcher.name)
        switch fetcher {
        case .notStarted, .starting: break
        case .running(let processID): writer.member("processID", processID)
        case .failed(let why, let nextAttempt):
            writer.member("failure", why)
            writer.member("nextAttemptAt", nextAttempt.description)
        }
        writer.member("restarts", restarts)
        writer.member("outstanding", outstanding)
        writer.member("failing", recentFailures(Self.maximumFailing)) { writer, failure in
            writer.object { writer in
                writer.member("location", failure.location)
                writer.member("method", failure.method.rawValue)
                writer.member("scope", failure.delaysLocation ? "location" : "evidence")
                writer.member("code", failure.code.rawValue)
                writer.member("count", failure.count)
                writer.member("nextAttemptAt", failure.nextAttempt.description)
            }
        }
    }
}
