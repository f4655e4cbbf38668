/// A remedy for one form of a fault, where the general remedy of its reason code would not help.
///
/// All of them are in ``all``; a finding holds a reference to one.
package final class SpecialRemedy: Sendable {
    /// The reason code that it belongs to.
    package let code: ReasonCode
    /// When it applies, as the documentation lists it.
    package let situation: String
    /// What the reader can do.
    package let text: String

    /// Defines a remedy; it is listed in ``all`` once.
    init(_ code: ReasonCode, _ situation: String, _ text: String) {
        self.code = code
        self.situation = situation
        self.text = text
    }
}

extension SpecialRemedy: Hashable {
    /// Remedies are equal when they are the same: each is defined once.
    package static func == (left: SpecialRemedy, right: SpecialRemedy) -> Bool { left === right }

    /// Hashes which remedy it is.
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
