import YAMLEvents

/// Reads one YAML 1.2 document (JSON included) into a tree, refusing what makes YAML surprising or costly.
///
/// Anchors and aliases, tags, several documents, keys that are no text and duplicate keys are errors.
package enum YAMLDocument {
    /// The longest text accepted, in bytes; policy sets and configurations have some kilobytes.
    package static let maximumBytes = 1 << 20
    /// How many collections may stand inside each other; policy sets need six.
    package static let maximumDepth = 64

    /// Parses a document.
    ///
    /// - Parameter bytes: UTF-8 text, at most ``maximumBytes`` long.
    /// - Returns: the root; an empty document is ``DocumentNode/Content/null``.
    /// - Throws: ``DocumentError`` with every refused construct, or the one place where the text stops being YAML.
    package static func parse(_ bytes: [UInt8]) throws(DocumentError) -> DocumentNode {
        guard bytes.count <= maximumBytes else {
            throw DocumentError(detail: "the document is longer than \(maximumBytes) bytes")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw DocumentError(detail: "the document is not UTF-8 text")
        }
        if let hazard = YAMLCharacterCheck.first(in: bytes) {
            throw DocumentError([hazard])
        }
        var composition = try YAMLComposition(bytes)
        return try composition.document()
    }
}
