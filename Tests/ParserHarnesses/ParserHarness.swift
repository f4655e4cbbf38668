/// A parser with the properties that hold for every input.
///
/// `Deploy/fuzz` searches for inputs that violate a property or crash the parser; the tests replay the committed
/// inputs.
package struct ParserHarness: Sendable {
    /// The result of a check without a violation.
    package enum Outcome: Sendable, Hashable {
        case accepted
        case rejected
    }

    /// The name on the command line and of the corpus directory.
    package let name: String
    /// The maximum length of fuzzer inputs in bytes: enough for every construct, but short enough for many inputs per second.
    package let maximumLength: Int
    /// Whether inputs are DER, whose elements the fuzzer mutates.
    package let isDER: Bool
    private let body: @Sendable ([UInt8]) throws(BrokenRule) -> Outcome

    init(
        _ name: String,
        maximumLength: Int,
        isDER: Bool = false,
        _ body: @escaping @Sendable ([UInt8]) throws(BrokenRule) -> Outcome
    ) {
        self.name = name
        self.maximumLength = maximumLength
        self.isDER = isDER
        self.body = body
    }

    /// Parses an input and checks every property.
    ///
    /// - Throws: ``BrokenRule`` for the first violated property.
    package func check(_ input: [UInt8]) throws(BrokenRule) -> Outcome { try body(input) }

    /// All harnesses, in the order of `Deploy/fuzz`.
    package static let all = [
        pem, certificate, revocationList, ocspResponse, timestamp, name, json, form, yaml, host, proxy, roots, record,
    ]
}

/// A property violated by an input.
package struct BrokenRule: Error, CustomStringConvertible {
    /// The property, and the values that violate it.
    package let description: String
}

/// Throws an error unless a property holds.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(BrokenRule) {
    guard holds else { throw BrokenRule(description: rule()) }
}
