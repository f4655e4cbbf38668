import EvidenceFiles
import FetchProtocol
import FetcherClient
import Logging
import Synchronization
import TrustAPI
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService

/// Fetching over the network: the client of anchord-fetcher, its log lines, and its statistics.
///
/// Nothing is started before the first fetch.
struct Fetching: Sendable {
    let client: FetcherClient
    private let timeout: Duration
    private let bounds: EvidenceBounds
    /// The disk cache; nil if none is configured.
    private let disk: EvidenceDisk?

    /// Creates the client; nil if the configuration does not permit fetching.
    ///
    /// A missing program or socket is logged, because it can be installed later.
    /// - Throws: ``CommandFailure`` if the directory of this program is unknown, or that of the evidence cannot be used.
    init?(
        _ network: Configuration.Network,
        _ evidence: Configuration.Evidence,
        logger: Logger
    ) throws(CommandFailure) {
        guard network.enabled else { return nil }
        let location = try FetcherLocation(network)
        if let obstacle = location.obstacle { logger.log(.fetcherMissing, ["problem": "\(obstacle)"]) }
        timeout = network.timeout
        bounds = EvidenceBounds(evidence, network)
        disk = try evidence.directory.map { path throws(CommandFailure) in try EvidenceDisk(at: path, evidence) }
        let log = FetcherLog(logger: logger)
        client = FetcherClient(location, settings: FetcherSettings(network)) { log.report($0) }
    }

    /// Creates the library of evidence that all evaluations share, without evidence.
    ///
    /// - Throws: ``CommandFailure`` if OpenSSL runs out of memory.
    func library(of parts: EvaluationComponents) throws(CommandFailure) -> EvidenceGatherer {
        let queues = EvidenceQueues()
        let milliseconds = UInt32(clamping: timeout.components.seconds * 1000)
        return EvidenceGatherer(
            ports: EvidencePorts(
                fetcher: EvidenceFetcher(client: client, milliseconds: milliseconds),
                clock: SystemEvidenceClock(),
                evidence: parts.documents.evidence,
                certificates: parts.documents.certificates,
                examiner: EvidenceExaminer(ports: try parts.evaluationPorts()),
                digests: OpenSSLEvidenceVerifier(),
                executor: queues.fetches,
                reader: queues.reader
            ),
            bounds: bounds,
            disk: disk
        )
    }

    /// Fails all fetches, and waits for the end of the process.
    func stop() {
        client.stop()
        disk?.stop()
    }

    /// Returns the state of the process and the statistics of all fetches, with those of the evidence.
    func report(on library: EvidenceGatherer) -> NetworkReport {
        let figures = client.figures
        var report = NetworkReport(isEnabled: true)
        report.evidence = library.figures
        report.recentFailures = { library.recentFailures(limit: $0) }
        switch figures.state {
        case .notStarted, .stopped: report.fetcher = .notStarted
        case .starting: report.fetcher = .starting
        case .running(let id): report.fetcher = .running(processID: id.map { Int($0) })
        case .failed(let why, let next):
            let seconds = max(next - SuspendingClock().now, .zero).components.seconds
            report.fetcher = .failed(why: why, nextAttempt: WallClock.now().instant.adding(seconds: seconds))
        }
        report.restarts = figures.restarts
        report.outstanding = figures.outstanding
        report.outcomes = FetchOutcome.codes.map { ($0, figures.outcomes[$0] ?? 0) }
        (report.sentBytes, report.receivedBytes) = (figures.sentBytes, figures.receivedBytes)
        return report
    }
}

extension FetcherLocation {
    /// Chooses the configured socket, or the program beside this one.
    ///
    /// - Throws: ``CommandFailure`` if the directory of this program is unknown.
    init(_ network: Configuration.Network) throws(CommandFailure) {
        let configured = network.fetcher.map { FetcherLocation.socket(path: $0) }
        guard let location = configured ?? .besideThisProgram else {
            throw CommandFailure([
                "the directory of anchord is unknown: set network.fetcher to the socket of anchord-fetcher"
            ])
        }
        self = location
    }
}

extension FetcherSettings {
    init(_ network: Configuration.Network) {
        let connect = network.connectTimeout.components.seconds * 1000
        self.init(
            allow: network.allow,
            proxy: network.proxy,
            connectMilliseconds: UInt32(clamping: connect),
            concurrent: UInt16(clamping: network.concurrent),
            perHost: UInt16(clamping: network.perHost)
        )
    }
}

/// Logs changes of the process; a failure that repeats after the longest delay is logged once.
private final class FetcherLog: Sendable {
    private let logger: Logger
    private let last = Mutex<FetcherEvent?>(nil)

    init(logger: Logger) { self.logger = logger }

    func report(_ event: FetcherEvent) {
        let isRepeated = last.withLock { last in
            defer { last = event }
            return last == event
        }
        if isRepeated { return }
        switch event {
        case .ready(let id): logger.log(.fetcherReady, id.map { ["process": "\($0)"] } ?? [:])
        case .failed(let why, let delay):
            logger.log(.fetcherFailed, ["problem": "\(why)", "nextAttempt": "\(delay)"])
        }
    }
}
