package import TrustModel

/// Reads the values of a mapping by key, and reports the keys that were not read.
///
/// The known keys are those that were requested, so no separate list of them can become outdated.
package struct MappingReader {
    private let entries: [DocumentNode.Entry]
    private let whole: DocumentValue
    private let pointer: String
    /// The keys that were requested, in the order of the requests; a key can occur twice.
    package private(set) var knownKeys: [String] = []

    /// Creates a reader of the entries of a mapping; use ``DocumentValue/mapping()``.
    init(_ entries: [DocumentNode.Entry], of whole: DocumentValue) {
        self.entries = entries
        self.whole = whole
        pointer = whole.pointer
        // Few mappings have more keys.
        knownKeys.reserveCapacity(12)
    }

    /// The keys in document order.
    package var keys: [String] { entries.map(\.key) }

    /// The number of keys.
    package var count: Int { entries.count }

    /// Returns all keys and values in document order, for mappings with keys that the author chooses.
    package mutating func all() -> [(key: String, value: DocumentValue)] {
        knownKeys += keys
        return entries.map { ($0.key, place($0)) }
    }

    /// Returns the value of a key; nil if the key is absent.
    ///
    /// A key without a value (`key:`) is present and null.
    package mutating func value(_ key: String) -> DocumentValue? {
        knownKeys.append(key)
        // The span avoids copies of entries with other keys.
        let entries = entries.span
        for position in entries.indices where entries[position].key.hasSameBytes(as: key) {
            return place(entries[position])
        }
        return nil
    }

    /// Returns the value of a required key, or adds an issue that it is missing.
    package mutating func required(_ key: String, expected: String) -> DocumentValue? {
        let value = value(key)
        if value == nil { whole.refuse("the key `\(key)` is missing: expected \(expected)") }
        return value
    }

    /// Adds an issue at the mapping itself.
    package func refuse(_ detail: @autoclosure () -> String) { whole.refuse(detail()) }

    /// Reads a nonempty string.
    package mutating func string(_ key: String) -> String? { value(key)?.string() }

    /// Reads a Boolean.
    package mutating func bool(_ key: String) -> Bool? { value(key)?.bool() }

    /// Reads an integer within a range.
    package mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        value(key)?.integer(in: range)
    }

    /// Reads a list.
    package mutating func list(_ key: String) -> [DocumentValue]? { value(key)?.list() }

    /// Reads a nested mapping.
    package mutating func mapping(_ key: String) -> MappingReader? { value(key)?.mapping() }

    /// Reads a raw value of an enumeration.
    package mutating func oneOf<Name: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        _ type: Name.Type
    ) -> Name? {
        value(key)?.oneOf(type)
    }

    /// Reads a duration, in seconds.
    package mutating func duration(_ key: String) -> Int64? { value(key)?.duration() }

    /// Reads a time or a day.
    package mutating func instantOrDay(_ key: String) -> Instant? { value(key)?.instantOrDay() }

    /// Keys that are valid only in other mappings, and the text that follows each key in its message.
    package typealias MisplacedKeys = (keys: () -> [String], why: (String) -> String)

    /// Adds an issue for every key that was not read, and suggests the most similar known key.
    ///
    /// - Parameters:
    ///   - knownButUnsupported: keys of the documented format that this version does not support.
    ///   - misplaced: keys that are valid only in other mappings, and the reason.
    ///   - otherPlace: returns the end of the message about a key that is similar to no known key; may be empty.
    package func finish(
        knownButUnsupported: [String] = [],
        misplaced: MisplacedKeys = ({ [] }, { _ in "" }),
        otherPlace: (String) -> String = { _ in "" }
    ) {
        for entry in entries where !knownKeys.contains(where: entry.key.hasSameBytes) {
            // The message is written only if the issue is listed: a document can have thousands of unknown keys.
            whole.issues.add(
                DocumentIssue(
                    pointer: JSONPointer.appending(entry.key, to: whole.pointer),
                    line: entry.value.line,
                    detail: message(about: entry.key, knownButUnsupported, misplaced: misplaced, otherPlace: otherPlace)
                )
            )
        }
    }

    private func message(
        about key: String,
        _ knownButUnsupported: [String],
        misplaced: MisplacedKeys,
        otherPlace: (String) -> String
    ) -> String {
        if misplaced.keys().contains(where: key.hasSameBytes) { return "the key `\(key)` \(misplaced.why(key))" }
        if knownButUnsupported.contains(where: key.hasSameBytes) {
            return "the key `\(key)` is known but not supported by this version"
        }
        let hint = whole.issues.hint(for: key, among: knownKeys)
        return "unknown key \(QuotedText.of(key))" + (hint.isEmpty ? otherPlace(key) : hint)
    }

    private func place(_ entry: DocumentNode.Entry) -> DocumentValue {
        DocumentValue(entry.value, in: pointer, at: .key(entry.key), issues: whole.issues)
    }
}
