package import StructuredDocuments

extension JSONWriter {
    /// Writes a document's tree as JSON; numbers that JSON cannot represent become strings.
    package mutating func document(_ node: DocumentNode) {
        switch node.content {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let text): number(copying: text)
        case .string(let text): string(text)
        case .sequence(let nodes): array(nodes) { $0.document($1) }
        case .mapping(let entries):
            object { writer in
                for entry in entries {
                    writer.key(escaping: entry.key)
                    writer.document(entry.value)
                }
            }
        }
    }
}
