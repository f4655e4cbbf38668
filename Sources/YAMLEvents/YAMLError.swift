/// Why a text is no YAML.
package struct YAMLError: Error, Sendable, Equatable {
    /// The line, 1 being the first; nil where there is none to tell.
    package let line: Int?
    /// What is wrong, a clause.
    package let detail: String

    /// Takes the parts.
    package init(line: Int?, detail: String) {
        self.line = line
        self.detail = detail
    }
}
