package import TrustModel

/// Something in a document that counts as it stands, and that its author should look at again.
package struct DocumentWarning: Sendable, Equatable {
    /// The reason code under which verdicts tell the same; nil where no verdict does.
    package let code: ReasonCode?
    /// Where and what.
    package let issue: DocumentIssue

    /// Takes the parts.
    package init(code: ReasonCode?, issue: DocumentIssue) {
        self.code = code
        self.issue = issue
    }
}
