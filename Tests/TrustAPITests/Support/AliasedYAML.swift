import YAMLEvents

@testable import StructuredDocuments

/// Parses a YAML document with aliases, which policy documents must not have, to values for `JSONSerialization`.
struct AliasedYAML {
    private let parser: YAMLParser
    private var anchored: [String: Any] = [:]

    /// Returns the root of the document; nil for an empty document.
    static func value(of text: [UInt8]) throws -> Any? {
        var reader = AliasedYAML(parser: try YAMLParser(text))
        while let event = try reader.parser.next() {
            if event.kind != .documentStart { return try reader.value(event) }
        }
        return nil
    }

    private init(parser: YAMLParser) {
        self.parser = parser
    }

    private mutating func value(_ event: YAMLEvent) throws -> Any? {
        switch event.kind {
        case .alias(let name): return anchored[name]
        case .scalar(let scalar): return remember(Self.value(of: scalar), scalar.properties)
        case .sequenceStart(let properties):
            var items: [Any] = []
            while let next = try parser.next(), next.kind != .sequenceEnd {
                if let item = try value(next) { items.append(item) }
            }
            return remember(items, properties)
        case .mappingStart(let properties):
            var entries: [String: Any] = [:]
            while let next = try parser.next(), case .scalar(let key) = next.kind, let first = try parser.next() {
                entries[key.text] = try value(first)
            }
            return remember(entries, properties)
        case .documentStart, .documentEnd, .sequenceEnd, .mappingEnd: return nil
        }
    }

    private mutating func remember(_ value: Any?, _ properties: YAMLEvent.Properties) -> Any? {
        if let anchor = properties.anchor { anchored[anchor] = value }
        return value
    }

    private static func value(of scalar: YAMLEvent.Scalar) -> Any? {
        switch YAMLScalar.content(of: scalar) {
        case .bool(let value): value
        case .number(let text): Int(text) ?? Double(text)
        case .string(let text): text
        case .null, .sequence, .mapping: nil
        }
    }
}
