import Logging
import TrustAPI
import TrustModel

/// A log handler that formats each event as one line.
struct LineLogHandler: LogHandler {
    let format: LogFormat
    let now: @Sendable () -> WallTime
    let write: @Sendable (String) -> Void
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    func log(event: LogEvent) {
        var all = metadata
        all.merge(metadataProvider?.get() ?? [:]) { _, new in new }
        all.merge(event.metadata ?? [:]) { _, new in new }
        if let error = event.error { all["error"] = "\(error)" }
        write(LogLine(time: now(), level: event.level, message: "\(event.message)", metadata: all).text(format))
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}

extension Logger {
    static func anchord(_ settings: Configuration.Log, to writer: LogWriter) -> Logger {
        Logger(label: "anchord") { _ in
            LineLogHandler(
                format: settings.format,
                now: WallClock.now,
                write: { writer.write($0) },
                logLevel: settings.level
            )
        }
    }
}

extension LogWriter {
    /// Creates a writer for standard error.
    convenience init(_ settings: Configuration.Log) {
        self.init(
            maximumBytes: settings.bufferedBytes,
            notice: { count in
                LogLine(
                    time: WallClock.now(),
                    level: LogMessage.droppedLines.level,
                    message: LogMessage.droppedLines.rawValue,
                    metadata: ["count": .stringConvertible(count)]
                ).text(settings.format)
            },
            output: { StandardStream.error.write($0) }
        )
    }
}
