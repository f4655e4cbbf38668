package import TrustModel

/// Reads the keys of a mapping one by one, and at the end reports the keys that nobody read.
///
/// What was asked for is what is known: the list of known keys cannot get out of step with the reading.
package struct MappingReader {
    private let entries: [DocumentNode.Entry]
    private let whole: DocumentValue
    /// The place of the mapping.
    private let pointer: String
    private var asked: [String] = []

    /// Takes the entries of a mapping; ``DocumentValue/mapping()`` makes one.
    init(_ entries: [DocumentNode.Entry], of whole: DocumentValue) {
        self.entries = entries
        self.whole = whole
        pointer = whole.pointer
        // Most mappings have no more keys.
        asked.reserveCapacity(12)
    }

    /// The keys in written order.
    package var keys: [String] { entries.map(\.key) }

    /// How many keys there are.
    package var count: Int { entries.count }

    /// All values with their keys, in written order; for mappings whose keys are the author's own.
    package mutating func all() -> [(key: String, value: DocumentValue)] {
        asked += keys
        return entries.map { ($0.key, place($0)) }
    }

    /// The value of a key; nil where the key is absent.
    ///
    /// A key without a value (`key:`) is there, and null.
    package mutating func value(_ key: String) -> DocumentValue? {
        asked.append(key)
        for entry in entries where entry.key.hasSameBytes(as: key) { return place(entry) }
        return nil
    }

    /// The value of a key that must be there.
    package mutating func required(_ key: String, expected: String) -> DocumentValue? {
        let value = value(key)
        if value == nil { whole.refuse("the key `\(key)` is missing: expected \(expected)") }
        return value
    }

    /// Adds an issue that concerns the mapping as a whole.
    package func refuse(_ detail: @autoclosure () -> String) { whole.refuse(detail()) }

    /// A text.
    package mutating func string(_ key: String) -> String? { value(key)?.string() }

    /// A truth value.
    package mutating func bool(_ key: String) -> Bool? { value(key)?.bool() }

    /// A whole number within a range.
    package mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        value(key)?.integer(in: range)
    }

    /// The items of a list.
    package mutating func list(_ key: String) -> [DocumentValue]? { value(key)?.list() }

    /// A reader of a mapping inside this one.
    package mutating func mapping(_ key: String) -> MappingReader? { value(key)?.mapping() }

    /// One of the names of an enumeration.
    package mutating func oneOf<Name: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        _ type: Name.Type
    ) -> Name? {
        value(key)?.oneOf(type)
    }

    /// A length of time in seconds.
    package mutating func duration(_ key: String) -> Int64? { value(key)?.duration() }

    /// A point in time or a day.
    package mutating func instantOrDay(_ key: String) -> Instant? { value(key)?.instantOrDay() }

    /// Keys of other mappings, and why they have no meaning here: a clause that follows the key.
    package typealias MisplacedKeys = (keys: [String], why: String)

    /// Reports every key that was not asked for, with the nearest known one.
    ///
    /// - Parameters:
    ///   - knownButUnsupported: keys of the documented format that this version does not support.
    ///   - misplaced: keys that have no meaning here, and why.
    package func finish(knownButUnsupported: [String] = [], misplaced: MisplacedKeys = ([], "")) {
        for entry in entries where !asked.contains(where: entry.key.hasSameBytes) {
            whole.issues.add(
                DocumentIssue(
                    pointer: JSONPointer.appending(entry.key, to: whole.pointer),
                    line: entry.value.line,
                    detail: complaint(about: entry.key, knownButUnsupported, misplaced)
                )
            )
        }
    }

    private func complaint(about key: String, _ knownButUnsupported: [String], _ misplaced: MisplacedKeys) -> String {
        if misplaced.keys.contains(where: key.hasSameBytes) { return "the key `\(key)` \(misplaced.why)" }
        if knownButUnsupported.contains(where: key.hasSameBytes) {
            return "the key `\(key)` is known but not supported by this version"
        }
        return "unknown key \(QuotedText.of(key))" + NearestName.hint(for: key, among: asked)
    }

    private func place(_ entry: DocumentNode.Entry) -> DocumentValue {
        DocumentValue(entry.value, in: pointer, at: .key(entry.key), issues: whole.issues)
    }
}
