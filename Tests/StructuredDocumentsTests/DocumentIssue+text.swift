import StructuredDocuments

extension DocumentIssue {
    var text: String { "\(line.map(String.init) ?? "-") \(pointer): \(detail)" }
}
