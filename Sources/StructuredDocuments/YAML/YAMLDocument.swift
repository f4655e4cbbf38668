import YAMLEvents

/// Parses one YAML 1.2 document (including JSON) into a tree.
///
/// Rejects anchors and aliases, tags, multiple documents, keys that are not text, and duplicate keys.
package enum YAMLDocument {
    /// The maximum length of a document in bytes; policy sets and configurations have some kilobytes.
    package static let maximumBytes = 1 << 20
    /// The maximum nesting depth of collections; policy sets need six levels.
    package static let maximumDepth = 64

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8 text.
    ///   - maximumBytes: The maximum length of the text.
    /// - Returns: the root node; ``DocumentNode/Content/null`` for an empty document.
    /// - Throws: ``DocumentError`` with every rejected construct, or with the first syntax error.
    package static func parse(
        _ bytes: [UInt8],
        maximumBytes: Int = maximumBytes
    ) throws(DocumentError) -> DocumentNode {
        guard bytes.count <= maximumBytes else {
            throw DocumentError(detail: "the document is longer than \(maximumBytes) bytes")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw DocumentError(detail: "the document is not UTF-8 text")
        }
        if let issue = YAMLCharacterCheck.firstIssue(in: bytes) {
            throw DocumentError([issue])
        }
        var composition = try YAMLComposition(bytes)
        return try composition.document()
    }
}
