import DecisionFiles
import Glibc
import Logging
import MicrohttpdServer
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustScripts
import TrustService

/// The components of the daemon, connected with each other; the server does not listen yet.
struct Composition {
    let store: PolicyStore
    let server: HTTPServer
    let reloads: ReloadQueue<ReloadReport>
    let expirations: ExpirationLog
    /// Forecasts for the status and the metrics.
    let forecasts: ForecastRounds
    /// Begins a forecast if one is due.
    let updateForecast: @Sendable () -> Void
    /// Nil if the configuration does not permit fetching.
    let fetching: Fetching?
    /// Nil if decisions are not written to files.
    let decisionLog: DecisionLog?

    /// Loads the policies and creates all components; `listeners` includes inherited sockets.
    ///
    /// - Throws: ``PolicyLoadError`` if the policies cannot be loaded, ``CommandFailure`` if a component cannot be
    ///   created.
    init(
        _ configuration: Configuration,
        floorsPlace: String,
        proxiesPlace: String,
        listeners: [ListenAddress],
        unixSocketGroup: UInt32?,
        logger: Logger,
        droppedLogLines: @escaping @Sendable () -> Int,
        serviceManager: ServiceManager?
    ) throws {
        let parts = try EvaluationComponents(configuration)
        let loader = parts.loader(configuration, floorsPlace: floorsPlace)
        let writing = try configuration.writtenPolicies.map { try PolicyWrites.prepare($0) }
        let blocks = try configuration.blocks.directory.map { try BlockWrites.prepare($0, logger: logger) }
        store = try Self.policyStore(loader)
        let expirations = ExpirationLog(logger: logger, now: { WallClock.now().instant })
        self.expirations = expirations
        let reference = ServerReference()
        let mask = try DecisionMask(configuration)
        let decisionLog = try DecisionLog.started(configuration, mask: mask, logger: logger)
        self.decisionLog = decisionLog
        var context = try Self.context(
            configuration,
            parts,
            policies: store,
            server: reference,
            decisionLog: decisionLog
        )
        context.decisionMask = mask
        let proxies = ProxyLog(configuration.proxies ?? [], context.evaluations, logger: logger)
        try proxies.check(store.snapshot, place: proxiesPlace)
        proxies.report(store.snapshot)
        let reloading = PolicyReloading(
            store: store,
            logger: logger,
            expirations: expirations,
            proxies: proxies,
            serviceManager: serviceManager
        )
        context.writing = PolicyWrites.access(
            store,
            loader,
            lock: writing,
            proxies: proxies,
            reloading: reloading,
            server: reference
        )
        context.blocks = BlockWrites.access(
            store,
            loader,
            lock: blocks,
            reloading: reloading,
            server: reference
        )
        let identities = IdentityLoading(
            configuration.identities ?? [],
            reader: OpenSSLCertificateReader(),
            logger: logger
        )
        let reloads = ReloadQueue { triggers in
            // Programs that rotate the log ask for it by the same signal.
            decisionLog?.reopen()
            let policies = reloading.reload(triggers: triggers)
            // After a failed reload, everything remains as it was.
            guard case .loaded = policies else { return ReloadReport(policies: policies, identities: .unchanged) }
            var report = ReloadReport(policies: policies, identities: identities.reload())
            report.isSettled = reloading.settle(on: reference)
            return report
        }
        self.reloads = reloads
        context.droppedLogLines = droppedLogLines
        context.residentBytes = { ResidentMemory.bytes }
        context.evaluations.deadline = configuration.evidence.deadline
        let fetching = try Fetching(configuration.network, configuration.evidence, logger: logger)
        self.fetching = fetching
        if let fetching {
            let library = try fetching.library(of: parts)
            context.network = { fetching.report(on: library) }
            context.evaluations.library = library
        }
        context.identities = identities.service
        context.hasConsole = configuration.console ?? listeners.allSatisfy(\.isLocal)
        Self.warnOfIdentitiesWithoutSigner(configuration, logger)
        try Self.authorize(configuration, in: &context)
        context.reload = { requester in await reloads.reload(requester) }
        forecasts = context.forecasts
        updateForecast = { [context] in context.forecasts.update(context) }
        var settings = ServerConfiguration(configuration, listeners: listeners)
        settings.unixSocketGroup = unixSocketGroup
        settings.literalPrefix = APIResponder.literalTargetPrefix
        server = HTTPServer(configuration: settings, responder: APIResponder(context))
        reference.set(server, blocks: store.snapshot.blocks.serial)
    }

    /// Sets what clients, proxies, the daemon's user and root may do.
    private static func authorize(
        _ configuration: Configuration,
        in context: inout APIContext
    ) throws(CommandFailure) {
        for identity in configuration.identities ?? [] {
            context.authorization.signers[UTF8Text(identity.name)] = identity.clients
        }
        context.authorization.daemonUser = geteuid()
        context.authorization.permitsWrites = configuration.writtenPolicies != nil
        context.authorization.permitsBlocks = configuration.blocks.directory != nil
        context.authorization.floors = configuration.floors
        context.authorization.rootMayReload = configuration.rootMay.contains(.reload)
        if let clients = configuration.clients {
            context.clients = ClientDirectory(
                try clients.map { client throws(CommandFailure) in try client.resolved() },
                rootMay: Set(configuration.rootMay),
                sha256: { SHA256.fingerprint(of: $0[...]) }
            )
        }
        for configured in configuration.proxies ?? [] {
            context.authorization.proxies[UTF8Text(configured.name)] = configured.proxy
        }
    }

    /// Logs the identities with which no client can sign, although they list clients or no clients are configured.
    private static func warnOfIdentitiesWithoutSigner(_ configuration: Configuration, _ logger: Logger) {
        for (identity, reason) in configuration.identitiesWithoutSigner {
            logger.log(.identityWithoutSigner, ["identity": "\(identity)", "reason": "\(reason)"])
        }
    }

    private static func policyStore(_ loader: PolicyLoader) throws(PolicyLoadError) -> PolicyStore {
        try PolicyStore(
            now: { WallClock.now().instant },
            load: { previous throws(PolicyLoadError) in try loader.load(after: previous) }
        )
    }

    /// Creates the context of evaluations, with the caches and limits of a configuration.
    static func context(
        _ configuration: Configuration,
        _ parts: EvaluationComponents,
        policies: PolicyStore,
        server: ServerReference,
        decisionLog: DecisionLog? = nil
    ) throws(CommandFailure) -> APIContext {
        let (limits, caches) = (CertificateLimits(configuration.limits), parts.caches)
        let metrics = Metrics()
        let memory = DecisionMemory(configuration, then: metrics)
        let sha256 = parts.documents.sha256
        let answer: @Sendable (Verdict) -> DecisionAnswer? = { DecisionAnswer(of: $0, sha256: sha256) }
        let inputs: Decisions.Inputs = { DecisionInputs($0, under: $1, sha256: sha256) }
        let isLogged = decisionLog != nil
        let decisions = Decisions(
            ids: DecisionIDSource(workers: 16),
            cache: DecisionCache(configuration),
            recorder: memory ?? metrics,
            log: decisionLog?.queue,
            answer: configuration.decisions.recordsAnswers ? answer : nil,
            inputs: (isLogged || memory != nil) && configuration.decisions.record == .inputs ? inputs : nil,
            stopwatch: WallClock.stopwatch
        )
        var context = APIContext(
            evaluations: try parts.evaluations(
                budget: WorkBudget(configuration.limits),
                limits: limits,
                allowsInlinePolicies: configuration.inlinePolicies,
                decisions: decisions
            ),
            certificates: parts.requestCertificates,
            evidence: OpenSSLEvidenceReader(),
            limits: limits,
            policies: policies,
            answers: AnswerCache(configuration, sha256: parts.documents.sha256),
            caches: { caches.report },
            metrics: metrics,
            now: WallClock.now,
            serverFigures: { server.figures },
            allowedHosts: Set(configuration.allowedHosts),
            version: Version.current,
            startedAt: WallClock.now().instant,
            openAPI: OpenAPIDocument.bytes
        )
        context.decisionMemory = memory
        context.decisionLog = { decisionLog?.figures }
        context.evaluations.current = { policies.current($0) }
        context.longestReuse = configuration.caches.clientTime.components.seconds
        context.batchLimits = BatchLimits(configuration.limits)
        context.watchLimits = WatchLimits(configuration)
        return context
    }
}

extension ScriptLimits {
    init(_ scripts: Configuration.Scripts) {
        self.init()
        instructions = scripts.instructions
        memoryBytes = scripts.memoryBytes
        time = scripts.time
        textBytes = scripts.textBytes
    }
}

extension EvaluationCaches {
    init(_ caches: Configuration.Caches) {
        self.init(certificates: caches.certificates, signatures: caches.signatures)
    }
}

extension DecisionCache {
    convenience init(_ configuration: Configuration) {
        let (caches, answers) = (configuration.caches, AnswerCache.bytes(configuration))
        self.init(entries: caches.verdicts, bytes: caches.verdictBytes - answers)
    }
}

extension DecisionMemory {
    /// Creates a memory; returns nil if it is off, or if no one may read it.
    convenience init?(_ configuration: Configuration, then next: any DecisionRecorder) {
        let bytes = configuration.decisions.memory
        guard bytes > 0, configuration.hasReaderOfDecisions else { return nil }
        self.init(bytes: bytes, workers: HTTPServer.workerCount(configuration.threads), then: next)
    }
}

extension AnswerCache {
    /// The part of the memory for verdicts that responses have, of which an entry is smaller.
    fileprivate static func bytes(_ configuration: Configuration) -> Int { configuration.caches.verdictBytes / 4 }

    convenience init(_ configuration: Configuration, sha256: @escaping @Sendable ([UInt8]) -> Fingerprint) {
        self.init(
            entries: configuration.caches.verdicts,
            bytes: Self.bytes(configuration),
            workers: HTTPServer.workerCount(configuration.threads),
            sha256: sha256
        )
    }
}

extension CertificateLimits {
    init(_ limits: Configuration.Limits) {
        self.init(count: limits.certificates, bytesEach: limits.certificateBytes)
    }
}

extension WorkBudget {
    init(_ limits: Configuration.Limits) {
        self.init(paths: limits.paths, signatureChecks: limits.signatureChecks)
    }
}

extension BatchLimits {
    init(_ limits: Configuration.Limits) {
        self.init()
        bytes = limits.batchBytes
        items = limits.batchItems
        itemBytes = limits.bodyBytes
    }
}

extension WatchLimits {
    init(_ configuration: Configuration) {
        self.init()
        count = configuration.limits.watches
        countOfClient = configuration.limits.watchesPerClient
        evaluations = 2 * HTTPServer.workerCount(configuration.threads)
    }
}

extension ServerConfiguration {
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
        maximumSuspended = configuration.limits.waiting
        idleTimeout = configuration.timeouts.idle
        requestTimeout = configuration.timeouts.request
    }
}
