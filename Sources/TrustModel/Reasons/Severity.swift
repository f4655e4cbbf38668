/// The severity of a finding.
package enum Severity: String, Sendable, Comparable, CaseIterable {
    case notice
    /// The finding should be corrected, but does not affect the verdict.
    case warning
    /// The finding makes the chain untrusted.
    case error

    /// Orders notices before warnings before errors.
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
