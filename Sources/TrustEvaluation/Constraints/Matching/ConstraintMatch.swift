/// The result of comparing a certificate or a path with a constraint (the strong three-valued logic of Kleene).
///
/// A result is uncertain if applications can read the compared value differently, or if the value was not compared
/// completely. An uncertain result violates both a constraint and its negation. The holder of a certificate can therefore
/// not avoid either of them with an unusual form.
package enum ConstraintMatch: Sendable {
    case met
    case unmet
    case uncertain

    /// Creates a certain result.
    package init(_ isMet: Bool) {
        self = isMet ? .met : .unmet
    }

    /// The result of the opposite constraint.
    var negated: ConstraintMatch {
        switch self {
        case .met: .unmet
        case .unmet: .met
        case .uncertain: .uncertain
        }
    }

    /// Returns the result of two constraints that must both be met.
    func and(_ other: @autoclosure () -> ConstraintMatch) -> ConstraintMatch {
        guard self != .unmet else { return .unmet }
        let other = other()
        return self == .met || other == .unmet ? other : .uncertain
    }

    /// Returns the result of two constraints of which one is sufficient.
    func or(_ other: @autoclosure () -> ConstraintMatch) -> ConstraintMatch {
        guard self != .met else { return .met }
        let other = other()
        return self == .unmet || other == .met ? other : .uncertain
    }
}

extension Sequence {
    /// Returns the result of a constraint that all elements must meet; met without elements.
    func all(_ match: (Element) -> ConstraintMatch) -> ConstraintMatch {
        var result = ConstraintMatch.met
        for element in self {
            result = result.and(match(element))
            if result == .unmet { break }
        }
        return result
    }

    /// Returns the result of a constraint that one element must meet; unmet without elements.
    func any(_ match: (Element) -> ConstraintMatch) -> ConstraintMatch {
        var result = ConstraintMatch.unmet
        for element in self {
            result = result.or(match(element))
            if result == .met { break }
        }
        return result
    }
}
