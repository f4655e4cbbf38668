/// A parser together with the rules that hold for every input, however it was made.
///
/// `Deploy/fuzz` searches for inputs that break a rule or crash the parser; the tests replay the committed inputs.
package struct ParserHarness: Sendable {
    /// The result of a check that broke no rule.
    package enum Outcome: Sendable, Hashable {
        case accepted
        case rejected
    }

    /// The name on the command line, and of the directory of the committed inputs.
    package let name: String
    /// The longest input that the fuzzer makes, in bytes: room for every construct, short enough for many inputs a second.
    package let maximumLength: Int
    /// Whether inputs are DER, which the fuzzer changes by elements.
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

    /// Parses an input and checks every rule.
    ///
    /// - Throws: ``BrokenRule`` for the first rule that does not hold.
    package func check(_ input: [UInt8]) throws(BrokenRule) -> Outcome { try body(input) }

    /// Every harness, in the order in which `Deploy/fuzz` runs them.
    package static let all = [pem, certificate, revocationList, ocspResponse, name, json, yaml, host]
}

/// A rule that does not hold for some input.
package struct BrokenRule: Error, CustomStringConvertible {
    /// The rule, and the values that contradict it.
    package let description: String
}

/// Requires that a rule holds.
func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws(BrokenRule) {
    guard holds else { throw BrokenRule(description: rule()) }
}
