import Logging

/// The messages of the log; Operations.md lists them with their levels and details.
enum LogMessage: String, CaseIterable {
    case serving = "anchord is serving"
    case reachable = "reachable from other machines without encryption or authentication"
    case reachableWithTokens = "reachable from other machines without encryption, tokens can be intercepted"
    case unknownVariable = "an environment variable is unknown and ignored"
    case descriptorLimit = "the limit on open files is too low for limits.connections"
    case policyWarning = "a policy set has a warning"
    case dayEnds = "a day in a policy set means its last second"
    case moreDays = "more days in policy sets mean their last second"
    case partEndsSoon = "a part of a policy set ends soon"
    case partHasEnded = "a part of a policy set has ended"
    case moreParts = "more parts of policy sets end soon or have ended"
    case proxyWarning = "a proxy may admit unintended clients"
    case proxyUnusable = "the policy of a proxy cannot be used, all its clients are denied"
    case identityLoaded = "an identity was loaded"
    case identityFailed = "an identity could not be loaded"
    case identityWarning = "an identity has a warning"
    case identityWithoutSigner = "no client can sign with an identity"
    case identityEnds = "an identity ends soon or has ended"
    case keysNotLocked = "private keys are not locked in memory and may be written to swap space"
    case dumpsNotDisabled = "core dumps could not be disabled and may contain private keys"
    case signed = "a signature was made"
    case notSigned = "a signature was refused"
    case reloaded = "policies reloaded"
    case reloadFailed = "policy reload failed, the previous policies remain in use"
    case blocksCreated = "the directory of blocks did not exist and was created"
    case blockWritten = "a block was written"
    case blockRemoved = "a block was removed"
    case blocksNotSettled =
        "blocks changed, but a thread does not respond, and can send a response under the previous blocks"
    case writeRefused = "a change of a policy set was refused"
    case writeFailed = "a change of a policy set failed"
    case noResponse = "a thread does not respond, systemd is not notified"
    case noProbe = "the watchdog cannot check the threads, the process lacks file descriptors or memory"
    case duplicateAnchors = "duplicate system anchors"
    case unreadableAnchor = "a system anchor could not be read and was skipped"
    case moreUnreadableAnchors = "more system anchors could not be read"
    case unsupportedLogKeys = "the keys of some Certificate Transparency logs are not supported"
    case fetcherReady = "anchord-fetcher is ready"
    case fetcherFailed = "anchord-fetcher failed and will be started again"
    case fetcherMissing = "anchord-fetcher was not found, nothing can be fetched"
    case decisionLogOpened = "the log of decisions is open"
    case decisionLogFailed = "the log of decisions failed and will be tried again"
    case decisionLogRecovered = "the log of decisions works again"
    case decisionLogRemoved = "the file of the log of decisions was removed with its lines, a new one begins"
    case decisionLogTruncated = "another process removed lines from the log of decisions"
    case decisionsNotFlushed = "the disk failed, decisions in the log may be lost"
    case decisionsLost =
        "decisions are not recorded, the queue of their log is full or they are too long for the journal"
    case decisionsUnwritten = "decisions could not be written before the end"
    case shuttingDown = "shutting down, waiting for active requests"
    case stopped = "stopped"
    case droppedLines = "log lines were dropped because the log was not read"
    case stoppingImmediately = "stopping immediately after a second signal"
    case cannotStart = "cannot start"

    var level: Logger.Level {
        switch self {
        case .serving, .dayEnds, .moreDays, .fetcherReady, .identityLoaded, .signed, .reloaded, .shuttingDown, .stopped,
            .decisionLogOpened, .decisionLogRecovered, .blockWritten, .blockRemoved:
            .info
        case .proxyWarning, .identityWarning, .identityWithoutSigner, .identityEnds, .keysNotLocked, .dumpsNotDisabled,
            .notSigned, .writeRefused, .reachable,
            .reachableWithTokens, .unknownVariable, .descriptorLimit, .policyWarning, .partEndsSoon, .partHasEnded,
            .moreParts, .duplicateAnchors,
            .fetcherFailed, .noProbe, .unsupportedLogKeys, .unreadableAnchor, .moreUnreadableAnchors, .droppedLines,
            .stoppingImmediately, .decisionLogTruncated, .blocksCreated:
            .warning
        case .fetcherMissing, .proxyUnusable, .identityFailed, .reloadFailed, .noResponse, .decisionLogFailed,
            .writeFailed, .decisionLogRemoved, .decisionsNotFlushed, .decisionsLost, .decisionsUnwritten,
            .blocksNotSettled:
            .error
        case .cannotStart: .critical
        }
    }
}

extension Logger {
    func log(_ message: LogMessage, _ details: Metadata = [:]) {
        log(level: message.level, "\(message.rawValue)", metadata: details)
    }
}
