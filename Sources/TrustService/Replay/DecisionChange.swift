import TrustEvaluation

/// The difference between two decisions on one inquiry.
package struct DecisionChange: Sendable, Hashable {
    /// The effect of a change on clients.
    package enum Effect: String, Sendable, CaseIterable, Comparable {
        /// The earlier action is `allow`, the later one is not.
        case denied
        /// The later action is `allow`, the earlier one is not.
        case allowed
        /// Reasons, the principal, or the way of refusing differ.
        case other

        /// The order of the cases: the most important one first.
        package static func < (left: Effect, right: Effect) -> Bool { left.place < right.place }

        private var place: Int {
            switch self {
            case .denied: 0
            case .allowed: 1
            case .other: 2
            }
        }
    }

    /// The earlier outcome.
    package let before: DecisionOutcome
    /// The later outcome.
    package let after: DecisionOutcome

    /// Compares two outcomes; nil if they are equal.
    package init?(from before: DecisionOutcome, to after: DecisionOutcome) {
        guard before != after else { return nil }
        self.before = before
        self.after = after
    }

    /// The effect on clients.
    package var effect: Effect {
        switch (before.action == .allow, after.action == .allow) {
        case (true, false): .denied
        case (false, true): .allowed
        case (true, true), (false, false): .other
        }
    }

    /// The errors and warnings that only the later decision has.
    package var added: [DecisionOutcome.Reason] { after.reasons.filter { !before.reasons.contains($0) } }

    /// The errors and warnings that only the earlier decision has.
    package var removed: [DecisionOutcome.Reason] { before.reasons.filter { !after.reasons.contains($0) } }

    /// Whether both decisions allow the client, with different names.
    package var isOfPrincipal: Bool {
        before.action == .allow && after.action == .allow && before.principal != after.principal
    }
}
