import Logging
import StructuredDocuments
import TrustAPI
import TrustModel

/// A log entry, formatted as exactly one line without control characters.
struct LogLine {
    let time: WallTime
    let level: Logger.Level
    let message: String
    let metadata: Logger.Metadata

    /// Returns the formatted line with its line break.
    func text(_ format: LogFormat) -> String {
        switch format {
        case .text: "\(timestamp) \(plain)"
        case .journal: "<\(priority)>\(plain)"
        case .json: json
        }
    }

    private var entries: [(key: String, value: Logger.MetadataValue)] {
        metadata.sorted { $0.key < $1.key }
    }

    /// The time in RFC 3339 format, in UTC with milliseconds.
    private var timestamp: String {
        let digits = String(time.milliseconds % 1000)
        let fraction = String(repeating: "0", count: 3 - digits.utf8.count) + digits
        return "\(time.instant)".dropLast() + ".\(fraction)Z"
    }

    /// The priority for journald (sd-daemon(3)), from 3 for errors to 7 for debugging.
    private var priority: Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error, .critical: 3
        }
    }

    private var plain: String {
        let pairs = entries.map { " \(QuotedText.printable($0.key))=\(Self.word(Self.text(of: $0.value)))" }
        return "\(level) \(QuotedText.printable(message))\(pairs.joined())\n"
    }

    /// Returns a value as text; list items are separated by commas, and quoted if they contain one.
    private static func text(of value: Logger.MetadataValue) -> String {
        guard case .array(let values) = value else { return "\(value)" }
        return values.map { value in
            let item = text(of: value)
            return item.utf8.contains(UInt8(ascii: ",")) || item.utf8.contains(UInt8(ascii: "\""))
                ? VisibleText.quoted(item) : item
        }.joined(separator: ",")
    }

    /// Returns a value, quoted if it contains a separator.
    ///
    /// Compares Unicode scalars: a separator with a combining mark is another character, but readers see the separator.
    private static func word(_ text: String) -> String {
        let needsQuotes =
            text.isEmpty || text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "\"" || $0 == "=" }
        return needsQuotes ? VisibleText.quoted(text) : QuotedText.printable(text)
    }

    private var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("time", timestamp)
            writer.member("level", level.rawValue)
            writer.member("message", message)
            for (key, value) in entries {
                writer.key(escaping: key)
                Self.write(value, to: &writer)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private static func write(_ value: Logger.MetadataValue, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): writer.string(text)
        case .stringConvertible(let number as Int): writer.number(number)
        case .stringConvertible(let value): writer.string("\(value)")
        case .array(let values): writer.array(values) { write($1, to: &$0) }
        case .dictionary(let entries):
            writer.object { writer in
                for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
                    writer.key(escaping: key)
                    write(value, to: &writer)
                }
            }
        }
    }
}
