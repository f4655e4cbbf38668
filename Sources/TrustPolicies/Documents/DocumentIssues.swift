/// Collects what is wrong in a document while its parts are read, so that all of it can be reported at once.
package final class DocumentIssues {
    private var found: [DocumentIssue] = []

    /// Starts without issues.
    package init() {}

    /// Whether nothing is wrong so far.
    package var isEmpty: Bool { found.isEmpty }

    /// The issues in the order of the document as far as lines tell, otherwise in the order in which they were found.
    package var all: [DocumentIssue] {
        found.enumerated().sorted { left, right in
            guard let first = left.element.line, let second = right.element.line, first != second else {
                return left.offset < right.offset
            }
            return first < second
        }.map(\.element)
    }

    /// Adds an issue.
    package func add(_ issue: DocumentIssue) {
        found.append(issue)
    }

    /// Throws everything collected, if there is anything.
    package func check() throws(DocumentError) {
        guard isEmpty else { throw DocumentError(all) }
    }
}

extension DocumentError {
    /// One issue that concerns the document as a whole.
    package init(detail: String) {
        self.init([DocumentIssue(pointer: "", detail: detail)])
    }
}
