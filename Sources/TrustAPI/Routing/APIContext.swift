package import MicrohttpdServer
package import TrustEvaluation
package import TrustModel
package import TrustPolicies

/// What the routes work with: everything they know of the world, given by the composition root.
package struct APIContext: Sendable {
    /// Finds the policy of a request and asks the engine.
    package var service: EvaluationService
    /// Reads the chains of requests.
    package var certificates: any CertificateReading
    /// Reads the revocation evidence of requests.
    package var evidence: any RevocationEvidenceReading
    /// Bounds on the chain of one request, and on the anchors of an inline policy.
    package var limits: CertificateLimits
    /// Bounds on batches.
    package var batchLimits = BatchLimits()
    /// The policies: each request takes its snapshot once.
    package var policies: PolicyStore
    /// Answers that were given before.
    package var verdicts: VerdictCache
    /// How what is remembered of certificates and signatures is doing.
    package var caches: @Sendable () -> CacheReport
    /// Identifiers of decisions.
    package var ids = DecisionIDSource(workers: 16)
    /// Counts answers, problems and verdicts.
    package var metrics: Metrics
    /// The wall clock.
    package var now: @Sendable () -> WallTime
    /// The server's own counters.
    package var serverFigures: @Sendable () -> ServerFigures
    /// How many log lines were lost, since nobody read them or the log could not be written.
    package var droppedLogLines: @Sendable () -> Int = { 0 }
    /// Host names, besides `localhost`, that requests may name in their Host header.
    package var allowedHosts: Set<String>
    /// The program's version, by semantic versioning.
    package var version: String
    /// When the process started, by the wall clock.
    package var startedAt: Instant
    /// The text of openapi.yaml.
    package var openAPI: [UInt8]

    /// Takes the parts.
    package init(
        service: EvaluationService,
        certificates: any CertificateReading,
        evidence: any RevocationEvidenceReading,
        limits: CertificateLimits,
        policies: PolicyStore,
        verdicts: VerdictCache,
        caches: @escaping @Sendable () -> CacheReport,
        metrics: Metrics,
        now: @escaping @Sendable () -> WallTime,
        serverFigures: @escaping @Sendable () -> ServerFigures,
        allowedHosts: Set<String>,
        version: String,
        startedAt: Instant,
        openAPI: [UInt8]
    ) {
        self.service = service
        self.certificates = certificates
        self.evidence = evidence
        self.limits = limits
        self.policies = policies
        self.verdicts = verdicts
        self.caches = caches
        self.metrics = metrics
        self.now = now
        self.serverFigures = serverFigures
        self.allowedHosts = allowedHosts
        self.version = version
        self.startedAt = startedAt
        self.openAPI = openAPI
    }

    var evidenceDecoder: EvidenceDecoder { EvidenceDecoder(reader: evidence) }
    var chains: ChainDecoder { ChainDecoder(reader: certificates, limits: limits) }
}
