import StructuredDocuments
import TrustModel

/// The columns of a table with one line for each decision.
enum DecisionTable {
    /// The maximum number of characters of a text.
    private static let maximumCharacters = 256
    /// The maximum number of codes, and of clients.
    private static let maximumListed = 20
    /// The minimum widths; a longer text moves the other columns of its line.
    private static let widths = [24, 13, 7, 20, 24, 12, 36]

    static let heading = line(["TIME", "VERDICT", "ACTION", "POLICY", "HOST", "CLIENT", "ID", "REASONS"])

    /// Returns the line of a decision without control characters, in which no text can look like several columns.
    static func line(of decision: RecordedDecision) -> String {
        let value = decision.value
        return line([
            shown(value["time"].text), shown(value["verdict"].text), shown(value["action"].text),
            shown(DecisionText.name(of: value["policy"])), shown(value["host"].text),
            client(of: decision), shown(decision.id), reasons(of: decision),
        ])
    }

    private static func shown(_ text: String?) -> String {
        text.map { VisibleText.item(QuotedText.excerpt($0, ofAtMost: maximumCharacters)) } ?? "-"
    }

    private static func client(of decision: RecordedDecision) -> String {
        let clients = decision.clients.prefix(maximumListed)
        return clients.isEmpty
            ? shown(DecisionText.client(of: decision)) : clients.map { shown($0) }.joined(separator: ",")
    }

    /// Returns the codes; for an answer without a verdict, its kind too.
    private static func reasons(of decision: RecordedDecision) -> String {
        let value = decision.value
        let kind = value["disposition"].text ?? (value["verdict"].exists ? nil : value["route"].text)
        let texts = [kind].compactMap(\.self) + decision.codes
        guard !texts.isEmpty else { return "-" }
        let more = texts.count - maximumListed
        return texts.prefix(maximumListed).map { shown($0) }.joined(separator: ", ")
            + (more > 0 ? ", and \(more) more" : "")
    }

    private static func line(_ columns: [String]) -> String {
        var line = ""
        for (text, width) in zip(columns, widths) {
            line += text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count)) + "  "
        }
        return line + (columns.last ?? "")
    }
}
