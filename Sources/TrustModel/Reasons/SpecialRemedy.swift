/// A remedy for a situation in which the general remedy of a reason code does not help.
///
/// ``all`` lists the remedies; a finding refers to at most one.
package final class SpecialRemedy: Sendable {
    /// The reason code whose general remedy this remedy replaces.
    package let code: ReasonCode
    /// The situation in which the remedy applies, as listed in the documentation.
    package let situation: String
    /// The recommended fix.
    package let text: String

    /// Defines a remedy, which must be listed once in ``all``.
    init(_ code: ReasonCode, applies situation: String, remedy text: String) {
        self.code = code
        self.situation = situation
        self.text = text
    }
}

extension SpecialRemedy: Hashable {
    /// Compares by identity, since each remedy is defined once.
    package static func == (left: SpecialRemedy, right: SpecialRemedy) -> Bool { left === right }

    /// Hashes the identity of the remedy.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
