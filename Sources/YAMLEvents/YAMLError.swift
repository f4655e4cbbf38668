/// An error that libyaml reports for malformed YAML.
package struct YAMLError: Error, Sendable, Equatable {
    /// The 1-based line; nil if the error has no position.
    package let line: Int?
    /// The description of the error, without a period.
    package let detail: String

    /// Creates an error.
    package init(line: Int?, detail: String) {
        self.line = line
        self.detail = detail
    }
}
