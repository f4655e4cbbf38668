/// A reason: what was found, where in the path, with the facts it was evaluated by.
package struct Finding: Sendable, Hashable {
    /// What kind of reason it is; remedy and reference come with it.
    package let code: ReasonCode
    /// How much it weighs under the policy that is evaluated by.
    package var severity: Severity
    /// The position in the path, 0 being the leaf; nil when it concerns no single certificate.
    package let depth: Int?
    /// The certificate at that position; nil when it concerns no single one, and until a path is evaluated.
    package var certificate: Certificate?
    /// One sentence made of the facts.
    package let message: String
    /// What was compared, in the order in which it is written.
    package var facts: [Fact]
    /// Whether no policy may make it less than an error, although it may with others of the code, and it explains whatever
    /// else is wrong.
    package var isFixed = false
    /// The remedy that fits better than the general one of the code; nil for that one.
    package var specialRemedy: SpecialRemedy?

    /// A finding of a rule; severity is what the rule thinks before profile and policy have their say.
    package init(
        _ code: ReasonCode,
        severity: Severity = .error,
        depth: Int? = nil,
        message: String,
        facts: [Fact] = [],
        remedy: SpecialRemedy? = nil
    ) {
        self.code = code
        self.severity = severity
        self.depth = depth
        self.message = message
        self.facts = facts
        specialRemedy = remedy
    }

    /// What the reader can do about it.
    package var remedy: String { specialRemedy?.text ?? code.remedy }
}
