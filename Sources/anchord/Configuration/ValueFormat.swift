import StructuredDocuments

/// How the values of a key are written: in documents, and as the text of a flag or an environment variable.
struct ValueFormat<Value: Sendable>: Sendable {
    /// What a value is, for people: kind, unit and range.
    let expected: String
    /// A word for a value, for the usage of flags.
    let placeholder: String
    /// Whether there may be several: a repeatable flag, commas in the environment.
    var isList = false
    /// What a text means, as a document would say it.
    let node: @Sendable (String) -> DocumentNode.Content
    /// Reads a document's value; nil after an issue was added.
    let read: @Sendable (DocumentValue) -> Value?
    /// Says a value as a document does.
    let write: @Sendable (Value) -> DocumentNode.Content
}

extension ValueFormat where Value == Int {
    /// A whole number.
    static func integer(_ range: ClosedRange<Int>, _ unit: String) -> ValueFormat {
        ValueFormat(
            expected: "\(range.lowerBound) to \(range.upperBound) \(unit)",
            placeholder: "number",
            node: { .number($0) },
            read: { $0.integer(in: range) },
            write: { .number(String($0)) }
        )
    }
}

extension ValueFormat where Value == Bool {
    /// A truth value.
    static var flag: ValueFormat {
        ValueFormat(
            expected: "true or false",
            placeholder: "flag",
            node: { $0 == "true" ? .bool(true) : $0 == "false" ? .bool(false) : .string($0) },
            read: { $0.bool() },
            write: { .bool($0) }
        )
    }
}

extension ValueFormat where Value == String {
    /// A path in the file system.
    static var path: ValueFormat {
        ValueFormat(
            expected: "a path",
            placeholder: "path",
            node: { .string($0) },
            read: { $0.string() },
            write: { .string($0) }
        )
    }
}

extension ValueFormat where Value == String? {
    /// A path, or null (as text: nothing) for none.
    static var optionalPath: ValueFormat {
        ValueFormat(
            expected: "a path, or null for none",
            placeholder: "path",
            node: { $0.isEmpty ? .null : .string($0) },
            read: { value in
                if value.node.content == .null { return .some(nil) }
                return value.string().map { .some($0) }
            },
            write: { $0.map { .string($0) } ?? .null }
        )
    }
}

extension ValueFormat where Value == Duration {
    /// A length of time in whole seconds.
    static func duration(_ range: ClosedRange<Int64>) -> ValueFormat {
        ValueFormat(
            expected: "a length of time, \(range.lowerBound)s to \(range.upperBound)s",
            placeholder: "time",
            node: { .string($0) },
            read: { value in
                guard let seconds = value.duration() else { return nil }
                guard range.contains(seconds) else {
                    value.refuse("expected \(range.lowerBound)s to \(range.upperBound)s, found \(seconds)s")
                    return nil
                }
                return .seconds(seconds)
            },
            write: { .string("\($0.components.seconds)s") }
        )
    }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable {
    /// One of the names of an enumeration.
    static var choice: ValueFormat {
        ValueFormat(
            expected: DocumentValue.alternatives(Value.allCases.map(\.rawValue)),
            placeholder: "name",
            node: { .string($0) },
            read: { $0.oneOf(Value.self) },
            write: { .string($0.rawValue) }
        )
    }
}
