/// A line of the log of decisions as an entry of systemd's journal.
package struct DecisionEntry: Sendable {
    /// A field that a search can match; several may have one name.
    package struct Field: Sendable, Equatable {
        /// The name: capital letters, digits and underscores.
        package let name: String
        /// The value, which may have line feeds.
        package let value: [UInt8]

        /// Creates a field.
        package init(_ name: String, _ value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in their order.
    package var fields: [Field] = []

    /// Creates an entry without fields.
    package init() {}

    /// Adds a field with a text; nothing if it is nil.
    package mutating func add(_ name: String, _ text: String?) {
        if let text { fields.append(Field(name, Array(text.utf8))) }
    }
}

/// Encodes the lines of a log as entries of the journal.
package protocol DecisionEntryEncoder: Sendable {
    /// Returns the entry for a line.
    mutating func entry(for line: DecisionLine) -> DecisionEntry
}
