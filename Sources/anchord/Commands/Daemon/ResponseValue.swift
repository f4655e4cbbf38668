import StructuredDocuments
import TrustAPI

/// A value of a JSON text of another process, whose members may be missing, because the process may have another version.
struct ResponseValue: Sendable {
    /// The maximum number of values in a response, whose length is limited too; a page of 1000 blocks has many.
    private static let maximumValues = 2_000_000

    private let node: DocumentNode?

    /// Creates a value from a part of a parsed text.
    init(_ node: DocumentNode?) { self.node = node }

    /// Parses a response; nil if it is not a JSON object.
    init?(_ body: String) {
        guard let node = try? JSONReader.read(Array(body.utf8), maximumValues: Self.maximumValues),
            case .mapping = node.content
        else { return nil }
        self.init(node)
    }

    /// The member of an object; has no content if it is missing.
    subscript(_ key: String) -> ResponseValue {
        guard case .mapping(let entries) = node?.content else { return ResponseValue(nil) }
        return ResponseValue(entries.first { $0.key == key }?.value)
    }

    /// The text, number or truth value; nil for other values.
    var text: String? {
        switch node?.content {
        case .string(let text), .number(let text): text
        case .bool(let value): String(value)
        case .null, .sequence, .mapping, nil: nil
        }
    }

    /// The text; nil for other values, also for numbers.
    var string: String? { if case .string(let text) = node?.content { text } else { nil } }

    /// Whether the value is an object.
    var isObject: Bool { if case .mapping = node?.content { true } else { false } }

    /// Whether the value is an array.
    var isList: Bool { if case .sequence = node?.content { true } else { false } }

    /// The JSON of the value, on one line.
    var json: String {
        var writer = JSONWriter()
        writer.document(node ?? DocumentNode(.null))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The text, or a question mark.
    var shown: String { text ?? "?" }

    /// The value as an integer; 0 for other values.
    var count: Int { text.flatMap { Int($0) } ?? 0 }

    /// Whether the value is true.
    var isTrue: Bool { text == "true" }

    /// Whether the value is present and not null.
    var exists: Bool {
        if case .null = node?.content { return false }
        return node != nil
    }

    /// The elements of an array; empty for other values.
    var elements: [ResponseValue] {
        guard case .sequence(let nodes) = node?.content else { return [] }
        return nodes.map { ResponseValue($0) }
    }
}
