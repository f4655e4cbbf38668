import StructuredDocuments
import TrustService

/// The format of a key's values in documents, flags and environment variables.
struct ValueFormat<Value: Sendable>: Sendable {
    /// The kind, unit and range of values, as text for messages and documentation.
    let expected: String
    /// The placeholder for a value in the help of flags.
    let placeholder: String
    /// Whether the value is a list: its flag is repeatable, and commas separate its items in an environment variable.
    var isList = false
    /// Converts the text of a flag or variable to a document value.
    let node: @Sendable (String) -> DocumentNode.Content
    /// Converts a document value; returns nil, after adding an issue, if the value is invalid.
    let read: @Sendable (DocumentValue) -> Value?
    let write: @Sendable (Value) -> DocumentNode.Content
}

extension ValueFormat where Value == Int {
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

extension ValueFormat where Value == Bool? {
    /// A flag, or null (empty text in flags and variables) for a default that depends on other keys.
    static var optionalFlag: ValueFormat {
        ValueFormat(
            expected: "true, false, or null for neither (an empty value in flags and variables)",
            placeholder: "flag",
            node: { $0.isEmpty ? .null : ValueFormat<Bool>.flag.node($0) },
            read: { value in value.node.content == .null ? .some(nil) : value.bool().map { .some($0) } },
            write: { $0.map { .bool($0) } ?? .null }
        )
    }
}

extension ValueFormat where Value == String {
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

extension ValueFormat where Value == DecisionSample {
    /// A part from 0 to 1.
    static var sample: ValueFormat {
        let expected = "a number from 0 to 1 with at most six decimals"
        return ValueFormat(
            expected: expected,
            placeholder: "number",
            node: { .number($0) },
            read: { value in
                guard case .number(let text) = value.node.content, let sample = DecisionSample(text) else {
                    value.refuse("expected \(expected)")
                    return nil
                }
                return sample
            },
            write: { .number($0.text) }
        )
    }
}

extension ValueFormat where Value == String? {
    /// A file system path, or null for no path; in flags and variables, empty text is null.
    static var optionalPath: ValueFormat {
        ValueFormat(
            expected: "a path, or null for none (an empty value in flags and variables)",
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
    /// A duration in whole seconds.
    static func duration(_ range: ClosedRange<Int64>) -> ValueFormat {
        ValueFormat(
            expected: "a duration, \(range.lowerBound)s to \(range.upperBound)s",
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

extension ValueFormat where Value == Duration {
    /// A duration in whole seconds, which may be `0s`.
    static func seconds(_ range: ClosedRange<Int64>) -> ValueFormat {
        let format = duration(range)
        return ValueFormat(
            expected: format.expected,
            placeholder: format.placeholder,
            node: format.node,
            read: { $0.node.content == .string("0s") && range.contains(0) ? .zero : format.read($0) },
            write: format.write
        )
    }
}

extension ValueFormat where Value == Duration {
    /// A duration in whole milliseconds, or in seconds or longer units.
    static func milliseconds(_ range: ClosedRange<Int64>) -> ValueFormat {
        ValueFormat(
            expected: "a duration, \(range.lowerBound)ms to \(range.upperBound)ms",
            placeholder: "time",
            node: { .string($0) },
            read: { value in
                guard let milliseconds = value.milliseconds() else { return nil }
                guard range.contains(milliseconds) else {
                    value.refuse("expected \(range.lowerBound)ms to \(range.upperBound)ms, found \(milliseconds)ms")
                    return nil
                }
                return .milliseconds(milliseconds)
            },
            write: { duration in
                let parts = duration.components
                return .string("\(parts.seconds * 1000 + parts.attoseconds / 1_000_000_000_000_000)ms")
            }
        )
    }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable {
    /// The name of an enumeration case.
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
