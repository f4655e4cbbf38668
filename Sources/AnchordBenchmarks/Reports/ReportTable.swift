/// A table of strings, formatted for the terminal or as Markdown.
struct ReportTable: Equatable {
    let header: [String]
    private(set) var rows: [[String]] = []

    init(_ header: [String]) {
        self.header = header
    }

    /// Adds a row with as many cells as the header.
    mutating func append(_ row: [String]) {
        rows.append(row)
    }

    /// The table as text; the first column is aligned to the left, all others to the right.
    var text: String {
        let lines = [header] + rows
        let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            line.indices.map { column in
                let padding = String(repeating: " ", count: widths[column] - line[column].count)
                return column == 0 ? line[column] + padding : padding + line[column]
            }.joined(separator: "  ") + "\n"
        }.joined()
    }

    var markdown: String {
        let rule = header.indices.map { $0 == 0 ? "---" : "---:" }
        return ([header, rule] + rows).map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }
}
