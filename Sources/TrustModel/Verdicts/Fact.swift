/// One named datum of a finding.
package struct Fact: Sendable, Hashable {
    /// The kinds of data.
    package enum Value: Sendable, Hashable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([String])
    }

    /// The key on the wire, camelCase.
    package let name: String
    /// The datum, as JSON can hold it.
    package let value: Value

    /// A text.
    package init(_ name: String, _ text: String) {
        self.name = name
        value = .text(text)
    }

    /// A number.
    package init(_ name: String, _ number: Int) {
        self.name = name
        value = .number(number)
    }

    /// A truth value.
    package init(_ name: String, _ flag: Bool) {
        self.name = name
        value = .flag(flag)
    }

    /// A list of texts.
    package init(_ name: String, _ list: [String]) {
        self.name = name
        value = .list(list)
    }

    /// A time, as RFC 3339.
    package init(_ name: String, _ instant: Instant) {
        self.init(name, instant.description)
    }
}
