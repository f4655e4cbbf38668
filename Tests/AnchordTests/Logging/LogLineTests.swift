import Foundation
import Logging
import Synchronization
import Testing
import TrustAPI
import TrustModel

@testable import anchord

@Suite struct `Log lines` {
    private let time = WallTime(milliseconds: 1_767_225_600_007)

    private func line(_ message: String, _ metadata: Logger.Metadata = [:], _ format: LogFormat) -> String {
        LogLine(time: time, level: .info, message: message, metadata: metadata).text(format)
    }

    @Test func `a text line contains time, level, message and values`() {
        #expect(
            line("started", ["b": "x", "a": .array(["1", "2"]), "n": .stringConvertible(3)], .text)
                == "2026-01-01T00:00:00.007Z info started a=1,2 b=x n=3\n"
        )
    }

    @Test(arguments: [
        (Logger.Level.trace, 7), (.debug, 7), (.info, 6), (.notice, 5), (.warning, 4), (.error, 3), (.critical, 3),
    ])
    func `a journal line has a priority instead of the time (sd-daemon(3))`(level: Logger.Level, priority: Int) {
        let line = LogLine(time: time, level: level, message: "started", metadata: ["a": "1\n<0>2"]).text(.journal)
        #expect(line == "<\(priority)>\(level) started " + #"a="1\n<0>2""# + "\n")
    }

    @Test func `quotes values that contain separators`() {
        #expect(
            line("m", ["a": "x y", "b": "", "c": "q\"=\\"], .text).hasSuffix(#" m a="x y" b="" c="q\"=\\""# + "\n")
        )
    }

    /// With a combining mark, a separator is another character for Swift.
    @Test func `quotes values in which a separator has a combining mark, and items with a comma`() {
        let values: Logger.Metadata = [
            "a": "x \u{301}b=1", "b": "\"\u{301} level=critical", "c": .array(["1,2", "3"]), "d": "x\u{A0}y",
            "e": "x=\u{301}",
        ]
        #expect(
            line("m", values, .text).hasSuffix(
                " m a=\"x \u{301}b=1\" b=\"\\\"\u{301} level=critical\" c=\"\\\"1,2\\\",3\" d=\"x\u{A0}y\" e=\"x=\u{301}\"\n"
            )
        )
    }

    @Test(arguments: LogFormat.allCases)
    func `removes control characters and line breaks from a line`(format: LogFormat) {
        let hostile = "a\r\nb\u{1B}[2J\u{85}\u{9B}\u{7F}\u{2028}"
        let text = line(hostile, ["k": "\(hostile)"], format)
        let controls = text.unicodeScalars.dropLast().filter { scalar in
            scalar.properties.generalCategory == .control || scalar.value == 0x2028
        }
        #expect(controls.isEmpty, "\(text)")
        #expect(text.hasSuffix("\n"))
    }

    @Test func `a JSON line is an object with the original text`() throws {
        let text = line("a\n\u{9B}", ["k": "v\u{85}", "n": .stringConvertible(3), "l": .array(["x"])], .json)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        #expect(object?["time"] as? String == "2026-01-01T00:00:00.007Z")
        #expect(object?["level"] as? String == "info")
        #expect(object?["message"] as? String == "a\n\u{9B}")
        #expect(object?["k"] as? String == "v\u{85}")
        #expect(object?["n"] as? Int == 3)
        #expect(object?["l"] as? [String] == ["x"])
    }

    @Test func `the handler writes sufficiently severe events with the logger's metadata`() {
        let sink = LineSink()
        var logger = Logger(label: "test") { _ in
            LineLogHandler(format: .text, now: { [time] in time }, write: { sink.add($0) }, logLevel: .warning)
        }
        logger[metadataKey: "own"] = "1"
        logger.info("too little")
        logger.warning("enough", metadata: ["more": "2"])
        #expect(sink.lines == ["2026-01-01T00:00:00.007Z warning enough more=2 own=1\n"])
    }
}

/// Collects the lines written by a handler.
private final class LineSink: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func add(_ line: String) { state.withLock { $0.append(line) } }
}
