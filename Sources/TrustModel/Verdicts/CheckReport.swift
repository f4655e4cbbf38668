/// One check of a path and how it ended.
package struct CheckReport: Sendable, Equatable {
    /// How a check ended.
    package enum Status: String, Sendable, CaseIterable {
        case pass
        case fail
        case warn
        case skip
        case indeterminate
    }

    /// The name of the rule, such as `hostName`.
    package let name: String
    /// How it ended.
    package let status: Status
    /// What was compared with what, or why it was skipped; one clause.
    package let why: String

    /// Takes the parts.
    package init(name: String, status: Status, why: String) {
        self.name = name
        self.status = status
        self.why = why
    }
}
