import Logging
import MicrohttpdServer
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies

/// The daemon's parts, put together; nothing listens yet.
struct Composition {
    let store: PolicyStore
    let server: HTTPServer
    let reloading: PolicyReloading

    /// Loads the policies and wires everything.
    ///
    /// - Parameters:
    ///   - configuration: the settings.
    ///   - listeners: where to listen, inherited sockets included.
    ///   - logger: where reloads are told.
    ///   - droppedLogLines: how many log lines were lost so far.
    ///   - serviceManager: who is told of reloads as well.
    /// - Throws: ``PolicyLoadError`` without a first snapshot, ``CommandFailure`` without memory.
    init(
        _ configuration: Configuration,
        listeners: [ListenAddress],
        logger: Logger,
        droppedLogLines: @escaping @Sendable () -> Int,
        serviceManager: ServiceManager?
    ) throws {
        let caches = EvaluationCaches(
            certificates: configuration.caches.certificates,
            signatures: configuration.caches.signatures
        )
        let parts = try EvaluationParts(caches: caches)
        let loader = parts.loader(directory: configuration.policies, systemAnchors: configuration.systemAnchors)
        let store = try PolicyStore(
            now: { WallClock.now().instant },
            load: { previous throws(PolicyLoadError) in try loader.load(after: previous) }
        )
        let limits = CertificateLimits(
            count: configuration.limits.certificates,
            bytesEach: configuration.limits.certificateBytes
        )
        let budget = WorkBudget(
            paths: configuration.limits.paths,
            signatureChecks: configuration.limits.signatureChecks
        )
        let reloading = PolicyReloading(store: store, logger: logger, serviceManager: serviceManager)
        let reference = ServerReference()
        var context = APIContext(
            service: try parts.service(
                budget: budget,
                limits: limits,
                allowsInlinePolicies: configuration.inlinePolicies
            ),
            certificates: parts.requestCertificates,
            evidence: parts.documents.evidence,
            limits: limits,
            policies: store,
            verdicts: VerdictCache(
                entries: configuration.caches.verdicts,
                bytes: configuration.caches.verdictBytes,
                workers: HTTPServer.workerCount(configuration.threads),
                sha256: parts.documents.sha256
            ),
            caches: { caches.report },
            metrics: Metrics(),
            now: WallClock.now,
            serverFigures: { reference.figures },
            allowedHosts: Set(configuration.allowedHosts),
            version: Version.current,
            startedAt: WallClock.now().instant,
            openAPI: OpenAPIDocument.bytes
        )
        context.batchLimits = BatchLimits(configuration.limits)
        context.droppedLogLines = droppedLogLines
        let server = HTTPServer(
            configuration: ServerConfiguration(configuration, listeners: listeners),
            responder: APIResponder(context)
        )
        reference.set(server)
        self.store = store
        self.server = server
        self.reloading = reloading
    }
}

extension BatchLimits {
    /// The bounds on batches among the settings.
    init(_ limits: Configuration.Limits) {
        self.init()
        bytes = limits.batchBytes
        items = limits.batchItems
        itemBytes = limits.bodyBytes
    }
}

extension ServerConfiguration {
    /// The server's part of the settings.
    init(_ configuration: Configuration, listeners: [ListenAddress]) {
        self.init(listeners: listeners)
        unixSocketMode = configuration.unixSocketMode
        workers = configuration.threads
        maximumBodyBytes = configuration.limits.bodyBytes
        maximumBatches = configuration.limits.batches
        maximumBatchesPerAddress = configuration.limits.batchesPerAddress
        maximumBufferedBytes = configuration.limits.bufferedBytes
        maximumHeaderBytes = configuration.limits.headerBytes
        maximumConnections = configuration.limits.connections
        maximumConnectionsPerAddress = configuration.limits.connectionsPerAddress
        idleTimeout = configuration.timeouts.idle
        requestTimeout = configuration.timeouts.request
    }
}
