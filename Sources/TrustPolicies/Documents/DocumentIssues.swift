/// Collects what is wrong in a document while its parts are read, so that all of it can be reported at once.
package final class DocumentIssues {
    private var found: [DocumentIssue] = []

    /// Starts without issues.
    package init() {}

    /// Whether nothing is wrong so far.
    package var isEmpty: Bool { found.isEmpty }

    /// The issues in the order of the document where lines tell, otherwise in the order in which they were found.
    package var all: [DocumentIssue] {
        let lines = found.compactMap(\.line)
        guard lines.count == found.count else { return found }
        return zip(lines, found).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
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
