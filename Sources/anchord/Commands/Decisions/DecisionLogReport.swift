import DecisionFiles
import StructuredDocuments
import TrustAPI

/// Follows the lines of a scan, and reports on standard error what is wrong with them.
struct DecisionLogReport {
    /// The maximum number of messages; the number of errors has no limit.
    private static let maximumMessages = 100

    /// Whether numbers are checked, and not only whether lines can be read.
    private let checksNumbers: Bool
    private var check = NumberCheck()
    private var source: DecisionSource?
    /// The number of lines of the file before the next ones.
    private var linesBefore = 0
    private var messages = 0
    private(set) var files = 0
    private(set) var errors = 0

    init(checksNumbers: Bool) { self.checksNumbers = checksNumbers }

    mutating func take<Output>(_ lines: DecisionScan<Output>.Lines) {
        if source !== lines.source { begin(lines.source) }
        for (offset, numbered) in lines.numbered {
            let place = LinePlace(file: lines.source.name, line: linesBefore + offset + 1)
            report(check.take(numbered, at: place))
        }
        linesBefore += lines.count
    }

    private mutating func begin(_ source: DecisionSource) {
        end()
        self.source = source
        linesBefore = 0
        files += 1
    }

    /// Ends the last file.
    mutating func end() { report(check.endFile()) }

    private mutating func report(_ findings: [NumberCheck.Finding]) {
        for finding in findings where checksNumbers || finding.kind != .number {
            if finding.kind != .incomplete { errors += 1 }
            messages += 1
            guard messages <= Self.maximumMessages else { continue }
            let text = QuotedText.printable("\(finding.place): \(finding.text)")
            StandardStream.writeMessage("anchord: \(text)\n")
            guard messages == Self.maximumMessages else { continue }
            StandardStream.writeMessage("anchord: further messages about lines are left out\n")
        }
    }

    /// The result of the check as one line.
    var text: String {
        "files \(files), runs \(check.runs), decisions \(check.decisions), dropped \(check.dropped), "
            + "possibly not on the disk \(check.unflushed), errors \(errors)"
    }

    /// The result of the check as JSON.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("files", files)
            writer.member("runs", check.runs)
            writer.member("decisions", Int(clamping: check.decisions))
            writer.member("dropped", Int(clamping: check.dropped))
            writer.member("unflushed", Int(clamping: check.unflushed))
            writer.member("errors", errors)
        }
        return writer.bytes
    }
}
