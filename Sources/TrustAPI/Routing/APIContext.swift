package import MicrohttpdServer
package import TrustEvaluation
import TrustEvidence
package import TrustModel
package import TrustPolicies
package import TrustService

/// The dependencies of the routes, supplied by the composition root.
package struct APIContext: Sendable {
    /// Selects the policy of a request and evaluates the chain.
    package var evaluations: Evaluations
    /// Parses the chains of requests.
    package var certificates: any CertificateReading
    /// Parses the revocation evidence and the certificate timestamps of requests.
    package var evidence: any RevocationEvidenceReading & TimestampReading
    /// Limits for the chain of a request and the anchors of an inline policy.
    package var limits: CertificateLimits
    /// Limits for batches.
    package var batchLimits = BatchLimits()
    /// Limits for watches.
    package var watchLimits = WatchLimits()
    /// The policies; each request uses one snapshot throughout.
    package var policies: PolicyStore
    /// Cached responses of repeated requests.
    package var answers: AnswerCache
    /// The statistics of the caches of parsed certificates and verified signatures.
    package var caches: @Sendable () -> CacheReport
    /// Counts responses, problems and verdicts.
    package var metrics: Metrics
    /// The last decisions; nil if none are kept.
    package var decisionMemory: DecisionMemory?
    /// The forecasts for the status and the metrics.
    package let forecasts = ForecastRounds()
    /// Hides names in decisions.
    package var decisionMask = DecisionMask.none
    /// The wall clock.
    package var now: @Sendable () -> WallTime
    /// The statistics of the HTTP server.
    package var serverFigures: @Sendable () -> ServerFigures
    /// The number of log lines dropped because the log was not read fast enough or could not be written.
    package var droppedLogLines: @Sendable () -> Int = { 0 }
    /// The state of the log of decisions; nil without one.
    package var decisionLog: @Sendable () -> DecisionLogFigures? = { nil }
    /// The resident memory of the process in bytes; 0 if it is unknown.
    package var residentBytes: @Sendable () -> Int = { 0 }
    /// The state of fetching over the network.
    package var network: @Sendable () -> NetworkReport = { NetworkReport(isEnabled: false) }
    /// The longest time in seconds for which clients may reuse a trusted verdict, even if it stays valid for longer.
    package var longestReuse = usualReuse
    /// Host names that the Host header may contain, besides IP addresses and `localhost`.
    package var allowedHosts: Set<String>
    /// The version of the program (semantic versioning).
    package var version: String
    /// The wall-clock time at which the process started.
    package var startedAt: Instant
    /// The text of openapi.yaml.
    package var openAPI: [UInt8]
    /// Whether browsers get the console.
    package var hasConsole = false
    /// The configured clients.
    package var clients: ClientDirectory {
        get { currentClients() }
        set { currentClients = { newValue } }
    }
    /// Returns the configured clients; asked for each request, and for each event of a watch.
    package var currentClients: @Sendable () -> ClientDirectory = { .unrestricted }
    /// The client identities.
    package var identities = IdentityService.empty
    /// The rules by which the rights of callers are decided.
    package var authorization = AuthorizationRules()
    /// The access to written policy sets; nil if the configuration has no directory for them.
    package var writing: PolicyWriting?
    /// The checks of candidates that run.
    package var candidatePlaces = CandidatePlaces()
    /// The access to written blocks; nil if the configuration has no directory for them.
    package var blocks: BlockWriting?
    /// Reloads on another thread, and returns nil if the service is stopping; the text describes the client for the log.
    ///
    /// A reload goes on if the task is canceled.
    package var reload: @Sendable (_ requester: String) async -> ReloadReport? = { _ in nil }

    /// The default of ``longestReuse``.
    package static let usualReuse: Int64 = 3600

    /// Creates a context from its parts.
    package init(
        evaluations: Evaluations,
        certificates: any CertificateReading,
        evidence: any RevocationEvidenceReading & TimestampReading,
        limits: CertificateLimits,
        policies: PolicyStore,
        answers: AnswerCache,
        caches: @escaping @Sendable () -> CacheReport,
        metrics: Metrics,
        now: @escaping @Sendable () -> WallTime,
        serverFigures: @escaping @Sendable () -> ServerFigures,
        allowedHosts: Set<String>,
        version: String,
        startedAt: Instant,
        openAPI: [UInt8]
    ) {
        self.evaluations = evaluations
        self.certificates = certificates
        self.evidence = evidence
        self.limits = limits
        self.policies = policies
        self.answers = answers
        self.caches = caches
        self.metrics = metrics
        self.now = now
        self.serverFigures = serverFigures
        self.allowedHosts = allowedHosts
        self.version = version
        self.startedAt = startedAt
        self.openAPI = openAPI
    }

    /// Returns the asker of a request that arrives now.
    func asker(_ place: DecisionPlace, _ trace: TraceContext?, worker: Int) -> Asker {
        Asker(
            place: place,
            trace: trace.map { TraceID(high: $0.high, low: $0.low) },
            time: now(),
            worker: worker,
            stopwatch: Stopwatch(at: evaluations.decisions.stopwatch())
        )
    }

    var evidenceDecoder: EvidenceDecoder { EvidenceDecoder(reader: evidence) }
    var chains: ChainDecoder { ChainDecoder(reader: certificates, limits: limits) }
}
