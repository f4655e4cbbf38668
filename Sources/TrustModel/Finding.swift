/// How much a finding weighs.
package enum Severity: String, Sendable, Comparable, CaseIterable {
    /// Worth knowing; changes nothing.
    case notice
    /// Should be mended; the chain is trusted all the same.
    case warning
    /// The chain is not trusted.
    case error

    /// Orders by weight.
    package static func < (left: Severity, right: Severity) -> Bool {
        left.weight < right.weight
    }

    private var weight: Int {
        switch self {
        case .notice: 0
        case .warning: 1
        case .error: 2
        }
    }
}

/// A reason: what was found, where in the path, with the facts it was judged by.
package struct Finding: Sendable, Equatable {
    /// What kind of reason it is; remedy and reference come with it.
    package let code: ReasonCode
    /// How much it weighs under the policy that is judged by.
    package var severity: Severity
    /// The position in the path, 0 being the leaf; nil when it concerns no single certificate.
    package let depth: Int?
    /// One sentence made of the facts.
    package let message: String
    /// What was compared, in the order in which it is written.
    package let facts: [Fact]
    /// The X509_V_ERR_… number behind it, where OpenSSL found it too.
    package var nativeCode: Int32?

    /// A finding of a rule; severity is what the rule thinks before profile and policy have their say.
    package init(
        _ code: ReasonCode, severity: Severity = .error, depth: Int? = nil, message: String, facts: [Fact] = [],
        nativeCode: Int32? = nil
    ) {
        self.code = code
        self.severity = severity
        self.depth = depth
        self.message = message
        self.facts = facts
        self.nativeCode = nativeCode
    }
}

/// One named datum of a finding.
package struct Fact: Sendable, Equatable {
    /// The kinds of data.
    package enum Value: Sendable, Equatable {
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
