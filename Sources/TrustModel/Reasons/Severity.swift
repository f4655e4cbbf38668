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
