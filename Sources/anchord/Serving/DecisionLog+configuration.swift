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
        let decisions = configuration.decisions
        guard let directory = decisions.directory else { return nil }
        try configuration.checkDecisionDirectory()
        let log: DecisionLog
        do throws(LocalFiles.Failure) {
            log = try DecisionLog(
                DecisionLogSettings(decisions, directory: directory),
                queue: (
                    decisions.queue, decisions.onFull, HTTPServer.workerCount(configuration.threads), decisions.sample
                ),
                encoder: DecisionLines(decisions.record, sample: decisions.sample, mask: mask),
                clock: DecisionLogClock(now: WallClock.now, milliseconds: { MonotonicClock.milliseconds }),
                report: { logger.report($0, file: "\(directory)/\(DecisionFileName.current)") }
            )
        } catch {
            throw CommandFailure([QuotedText.printable("decisions.directory: \(directory) \(error.reason)")])
        }
        do throws(ResourceFailure) { try log.start() } catch {
            throw CommandFailure(["no thread for the log of decisions: \(error)"])
        }
        return log
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
