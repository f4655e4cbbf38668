/// A named value of a finding.
package struct Fact: Sendable, Hashable {
    /// The types of values.
    package enum Value: Sendable, Hashable {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([String])
    }

    /// The JSON key, in camel case.
    package let name: String
    /// The value.
    package let value: Value

    /// Creates a fact with text.
    package init(_ name: String, _ text: String) {
        self.name = name
        value = .text(text)
    }

    /// Creates a fact with a number.
    package init(_ name: String, _ number: Int) {
        self.name = name
        value = .number(number)
    }

    /// Creates a fact with a Boolean.
    package init(_ name: String, _ flag: Bool) {
        self.name = name
        value = .flag(flag)
    }

    /// Creates a fact with a list of texts.
    package init(_ name: String, _ list: [String]) {
        self.name = name
        value = .list(list)
    }

    /// Creates a fact with a time in RFC 3339.
    package init(_ name: String, _ instant: Instant) {
        self.init(name, instant.description)
    }
}
