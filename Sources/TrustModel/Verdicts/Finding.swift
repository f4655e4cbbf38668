/// A reason in a verdict: its code, its place in the path, and the values that were compared.
package struct Finding: Sendable, Hashable {
    /// The reason code, which determines the reference and the general remedy.
    package let code: ReasonCode
    /// The severity under the policy.
    package var severity: Severity
    /// The index in the path, 0 for the leaf; nil if the finding does not concern a single certificate.
    package let depth: Int?
    /// The certificate at ``depth``; nil before a path is evaluated, or if the finding concerns no single certificate.
    package var certificate: Certificate?
    /// The facts as one sentence, in which control characters are escaped.
    package let message: String
    /// The compared values in output order.
    package var facts: [Fact]
    /// Whether no policy may downgrade this error, although other errors with its code may be downgraded.
    ///
    /// A fixed finding is the cause of all other failures.
    package var isFixed = false
    /// The remedy of this finding; nil for the general remedy of the code.
    package var specialRemedy: SpecialRemedy?

    /// Creates a finding with the rule's severity, before the profile or the policy overrides it.
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
        // Messages quote names from certificates, and clients print messages.
        self.message = VisibleText.escaped(message)
        self.facts = facts
        specialRemedy = remedy
    }

    /// The recommended fix; for `host.noSAN`, its command contains the requested host.
    package var remedy: String {
        let text = specialRemedy?.text ?? code.remedy
        guard code == .hostNoSAN, let fact = facts.first(where: { $0.name == Self.requiredName }),
            case .text(let name) = fact.value
        else { return text }
        return text.replacing("DNS:HOST", with: name)
    }

    /// The name of the fact with the missing subject alternative name (``HostName/subjectAlternativeName``).
    package static let requiredName = "subjectAltName"
}
