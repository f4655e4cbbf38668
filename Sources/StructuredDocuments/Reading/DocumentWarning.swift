package import TrustModel

/// A valid but suspicious setting that the author of the document should review.
package struct DocumentWarning: Sendable, Equatable {
    /// The reason code with which verdicts report the same fact; nil if they do not.
    package let code: ReasonCode?
    /// The place and the description.
    package let issue: DocumentIssue

    /// Creates a warning.
    package init(code: ReasonCode?, issue: DocumentIssue) {
        self.code = code
        self.issue = issue
    }
}
