/// The result of one check of a path.
package struct CheckReport: Sendable, Equatable {
    /// The outcome of a check.
    package enum Status: String, Sendable, CaseIterable {
        case pass
        case fail
        case warn
        case skip
        case indeterminate
    }

    /// The name of the rule, such as `hostName`.
    package let name: String
    /// The outcome.
    package let status: Status
    /// A clause with the compared values, or with the reason why the check was skipped; control characters are escaped.
    package let why: String

    /// Creates a report.
    package init(name: String, status: Status, why: String) {
        self.name = name
        self.status = status
        self.why = VisibleText.escaped(why)
    }
}
