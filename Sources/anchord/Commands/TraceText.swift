import StructuredDocuments
import TrustModel

/// The traces of scripts as text.
enum TraceText {
    /// Returns one line for each field that a script read and each line that it printed.
    static func lines(of trace: ScriptTrace) -> [String] {
        let lines = trace.lines.map { line in
            switch line {
            case .read(let field, let value): "\(trace.script): read \(field) = \(value)"
            case .printed(let text): "\(trace.script): printed \(text)"
            }
        }
        return (lines.isEmpty ? ["\(trace.script): read and printed nothing"] : lines).map(QuotedText.printable)
    }
}
