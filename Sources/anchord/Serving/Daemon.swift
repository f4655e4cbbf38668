import DecisionFiles
import Dispatch
import Glibc
import Logging
import MicrohttpdServer
import TrustAPI
import TrustPolicies

/// The running daemon: starts the server, handles signals, and shuts down.
struct Daemon {
    private enum Event: Sendable {
        case signal(Signals.Request)
        case drained(DrainResult)
    }

    private let composition: Composition
    private let configuration: Configuration
    private let logger: Logger
    private let log: LogWriter
    private let serviceManager: ServiceManager?
    private let watchdog: Watchdog?
    private let events = EventQueue<Event>()
    /// The maximum time that shutdown waits for the log to be written.
    private static let logFlushTimeout = DispatchTimeInterval.seconds(1)
    /// The maximum time that shutdown waits for the log of decisions.
    private static let decisionLogTimeout = Duration.seconds(2)
    /// The maximum time that shutdown waits for the forecast that is being made: that of one evaluation.
    private static let forecastTimeout = Duration.seconds(2)

    /// Serves until a signal stops the daemon; `environment` contains the variables that systemd sets.
    static func run(_ effective: EffectiveConfiguration, environment: [String: String]) -> ExitStatus {
        Signals.block()
        let log = LogWriter(effective.values.log)
        defer { _ = log.flush(within: logFlushTimeout) }
        let logger = Logger.anchord(effective.values.log, to: log)
        for warning in effective.warnings { logger.log(.unknownVariable, ["warning": "\(warning)"]) }
        ProcessLimits.returnLargeBlocks()
        let limits = effective.values.limits
        if let short = ProcessLimits.raiseDescriptorLimit(
            forConnections: limits.connections,
            eventStreams: limits.watches
        ) {
            logger.log(.descriptorLimit, ["needed": "\(short.needed)", "allowed": "\(short.allowed)"])
        }
        do {
            let daemon = try Daemon(effective, environment: environment, logger: logger, log: log)
            try daemon.start()
            return daemon.serve()
        } catch let error as PolicyLoadError {
            logger.report(error, as: .cannotStart)
            if error.isMistake(in: effective) { return .usage }
        } catch let error as CommandFailure {
            for message in error.messages { logger.log(.cannotStart, ["problem": "\(message)"]) }
            return error.status
        } catch let error as ServerError where error.code == .groupNotPermitted {
            logger.log(.cannotStart, ["problem": "\(error)"])
            return .usage
        } catch {
            logger.log(.cannotStart, ["problem": "\(error)"])
        }
        return .refused
    }

    private init(
        _ effective: EffectiveConfiguration,
        environment: [String: String],
        logger: Logger,
        log: LogWriter
    ) throws {
        configuration = effective.values
        self.logger = logger
        self.log = log
        serviceManager = ServiceManager(environment: environment)
        watchdog = Watchdog(environment: environment, processID: getpid())
        let inherited = ListenAddress.inheritedFromSystemd(environment: environment, processID: getpid())
        let isDefault = effective.source(of: .listen) == .default
        composition = try Composition(
            configuration,
            floorsPlace: effective.place(of: .floors),
            proxiesPlace: effective.place(of: ConfigurationSection.proxies),
            listeners: inherited.isEmpty || !isDefault
                ? ListenAddress.serving(configuration.listen, and: inherited) : inherited,
            unixSocketGroup: try configuration.unixSocketGroup?.resolved(as: .group, for: "unixSocketGroup"),
            logger: logger,
            droppedLogLines: { log.droppedLines },
            serviceManager: serviceManager
        )
    }

    private func start() throws(ServerError) {
        let events = events
        Signals.deliver { events.push(.signal($0)) }
        let addresses = try composition.server.start()
        let snapshot = composition.store.snapshot
        logger.report(
            snapshot,
            as: .serving,
            ["version": "\(Version.current)", "addresses": .array(addresses.map { .string($0.description) })]
        )
        composition.expirations.report(snapshot)
        for address in addresses where !address.isLoopback {
            let message = configuration.clients == nil ? LogMessage.reachable : .reachableWithTokens
            logger.log(message, ["address": "\(address)"])
        }
        notifyOfStart(snapshot)
        #if !DEBUG
        ProcessLimits.returnProgramPages()
        #endif
    }

    /// Reports the start to the service manager, if there is one.
    private func notifyOfStart(_ snapshot: PolicySnapshot) {
        guard let serviceManager else { return }
        serviceManager.notify("READY=1\nSTATUS=Serving policies \(snapshot.revision)")
        let server = composition.server
        watchdog?.start(serviceManager, logger: logger) { server.probe("/livez", within: $0) }
    }

    private func serve() -> ExitStatus {
        var isEnding = false
        while true {
            guard let event = events.next(within: composition.expirations.interval) else {
                composition.expirations.update(composition.store.snapshot)
                composition.updateForecast()
                continue
            }
            switch event {
            case .signal(.reload): composition.reloads.add("SIGHUP")
            case .signal(.end(let signal)) where isEnding:
                logger.log(.stoppingImmediately, ["signal": "\(signal)"])
                stopDecisionLog()
                exitImmediately(.refused)
            case .signal(.end(let signal)):
                isEnding = true
                drain(signal)
            case .drained(let result):
                return end(result)
            }
        }
    }

    private func drain(_ signal: String) {
        composition.reloads.close()
        let deadline = configuration.timeouts.shutdown
        logger.log(.shuttingDown, ["signal": "\(signal)", "deadline": "\(deadline.components.seconds)s"])
        serviceManager?.notify("STOPPING=1")
        let (server, events) = (composition.server, events)
        DispatchQueue.global().async { events.push(.drained(server.drain(deadline: deadline))) }
    }

    private func end(_ result: DrainResult) -> ExitStatus {
        composition.fetching?.stop()
        stopDecisionLog()
        logger.log(
            .stopped,
            [
                "finishedRequests": .stringConvertible(result.finished),
                "abortedRequests": .stringConvertible(result.cut),
            ]
        )
        if result.cut > 0 { exitImmediately(.refused) }
        let hasForecast = !composition.forecasts.stop(within: Self.forecastTimeout)
        if composition.reloads.isRunning || hasForecast { exitImmediately(.done) }
        return .done
    }

    private func stopDecisionLog() {
        guard let log = composition.decisionLog else { return }
        let unwritten = log.stop(within: Self.decisionLogTimeout)
        if unwritten > 0 { logger.log(.decisionsUnwritten, ["decisions": .stringConvertible(unwritten)]) }
    }

    /// Exits without running exit handlers, because libcrypto's handler would free memory still used by other threads.
    private func exitImmediately(_ status: ExitStatus) -> Never {
        _ = log.flush(within: Self.logFlushTimeout)
        _exit(status.rawValue)
    }
}

extension PolicyLoadError {
    /// Whether a problem is in the configuration, which stays invalid, and not in a policy file.
    func isMistake(in effective: EffectiveConfiguration) -> Bool {
        problems.contains { $0.file == effective.place(of: .floors) }
    }
}
