import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel

/// Prints the results of locations as a table or as JSON.
enum EvidenceSurveyText {
    static func table(_ rows: [EvidenceSurvey.Row]) -> String {
        guard !rows.isEmpty else { return "The certificates name no location of evidence.\n" }
        let head = ["METHOD", "RESULT", "STATUS", "MS", "BYTES", "SUBJECT", "URL"]
        let lines =
            [head]
            + rows.map { row in
                [
                    row.method.rawValue, row.failure?.rawValue ?? "fetched", row.status?.rawValue ?? "-",
                    "\(row.milliseconds)", row.bytes.map { "\($0)" } ?? "-", QuotedText.printable(row.subject),
                    QuotedText.printable(row.location),
                ]
            }
        let widths = head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            var text = ""
            for (cell, width) in zip(line.dropLast(), widths) {
                text += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            return text + (line.last ?? "") + "\n"
        }.joined()
    }

    static func json(_ rows: [EvidenceSurvey.Row]) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("results", rows) { writer, row in
                writer.object { writer in
                    writer.member("method", row.method.rawValue)
                    writer.member("subject", row.subject)
                    writer.member("url", row.location)
                    writer.member("result", row.failure?.rawValue ?? "fetched")
                    writer.member("milliseconds", row.milliseconds)
                    writer.member("bytes", row.bytes)
                    writer.member("status", row.status?.rawValue)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }
}
