import DecisionFiles
import FileAccess
import Logging
import MicrohttpdServer
import StructuredDocuments
import SystemThreads
import TrustAPI
import TrustService

extension DecisionLog {
    /// Opens and starts the log of a configuration; nil if it has none.
    static func started(
        _ configuration: Configuration,
        mask: DecisionMask,
        logger: Logger
    ) throws(CommandFailure) -> DecisionLog? {
        let log: DecisionLog
        if configuration.decisions.journal {
            log = inJournal(configuration, mask: mask, logger: logger)
        } else if let directory = configuration.decisions.directory {
            log = try inFiles(of: directory, configuration, mask: mask, logger: logger)
        } else {
            return nil
        }
        do throws(ResourceFailure) { try log.start() } catch {
            throw CommandFailure(["no thread for the log of decisions: \(error)"])
        }
        return log
    }

    private static func inFiles(
        of directory: String,
        _ configuration: Configuration,
        mask: DecisionMask,
        logger: Logger
    ) throws(CommandFailure) -> DecisionLog {
        try configuration.checkDecisionDirectory()
        let decisions = configuration.decisions
        do throws(LocalFiles.Failure) {
            return try DecisionLog(
                DecisionLogSettings(decisions, directory: directory),
                queue: bounds(configuration),
                encoder: DecisionLines(decisions.record, sample: decisions.sample, mask: mask),
                clock: clock,
                report: { logger.report($0, file: "\(directory)/\(DecisionFileName.current)") }
            )
        } catch {
            throw CommandFailure([QuotedText.printable("decisions.directory: \(directory) \(error.reason)")])
        }
    }

    private static func inJournal(_ configuration: Configuration, mask: DecisionMask, logger: Logger) -> DecisionLog {
        DecisionLog(
            journal: Version.current,
            queue: bounds(configuration),
            encoder: DecisionEntries(sample: configuration.decisions.sample, mask: mask),
            clock: clock,
            report: { logger.report($0, file: DecisionLog.journalPath) }
        )
    }

    private static func bounds(_ configuration: Configuration) -> QueueBounds {
        let decisions = configuration.decisions
        return (decisions.queue, decisions.onFull, HTTPServer.workerCount(configuration.threads), decisions.sample)
    }

    private static var clock: DecisionLogClock {
        DecisionLogClock(now: WallClock.now, milliseconds: { MonotonicClock.milliseconds })
    }
}

extension Configuration {
    /// Checks that no other directory has the files of the log.
    ///
    /// - Throws: ``CommandFailure`` if `decisions.directory` is in a directory whose files the daemon reads or removes.
    func checkDecisionDirectory() throws(CommandFailure) {
        guard let directory = decisions.directory else { return }
        for (key, other) in [
            ("policies", policies), ("writtenPolicies", writtenPolicies), ("evidence.directory", evidence.directory),
        ] {
            guard let other, Self.isDirectory(directory, in: other) else { continue }
            throw CommandFailure(
                [QuotedText.printable("decisions.directory: \(directory) is in \(key), \(other)")]
            )
        }
    }

    /// Whether a directory is another one or is in it, by any path.
    private static func isDirectory(_ directory: String, in other: String) -> Bool {
        let (directory, other) = (LocalFiles.resolved(directory), LocalFiles.resolved(other))
        return directory == other || directory.hasPrefix(other.hasSuffix("/") ? other : "\(other)/")
    }
}

extension DecisionLogSettings {
    fileprivate init(_ decisions: Configuration.Decisions, directory: String) {
        self.init(
            directory: directory,
            maximumBytes: decisions.maximumBytes,
            maximumAge: decisions.maximumAge,
            keep: decisions.keep,
            flush: decisions.flush,
            version: Version.current
        )
    }
}

extension Logger {
    fileprivate func report(_ event: DecisionLogEvent, file: String) {
        var details: Metadata = ["file": "\(file)"]
        switch event {
        case .opened: log(.decisionLogOpened, details)
        case .failed(let operation, let reason):
            (details["operation"], details["problem"]) = ("\(operation.rawValue)", "\(reason)")
            log(.decisionLogFailed, details)
        case .recovered: log(.decisionLogRecovered, details)
        case .removed: log(.decisionLogRemoved, details)
        case .truncated: log(.decisionLogTruncated, details)
        case .unflushed(let first, let last):
            (details["from"], details["to"]) = ("\(first)", "\(last)")
            log(.decisionsNotFlushed, details)
        case .lost(let dropped, let refused):
            (details["dropped"], details["refused"]) = ("\(dropped)", "\(refused)")
            log(.decisionsLost, details)
        }
    }
}
