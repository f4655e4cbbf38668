/// Collects what is wrong in a document while its parts are read, so that all of it can be reported at once.
package final class DocumentIssues {
    /// How many issues are kept; what comes after them is only counted, since a text from outside can hold any number.
    package static let maximum = 100

    private var found: [DocumentIssue] = []
    private var dropped = 0

    /// Starts without issues.
    package init() {}

    /// Whether nothing is wrong so far.
    package var isEmpty: Bool { found.isEmpty }

    /// The issues in the order of the document where lines tell, otherwise in the order in which they were found.
    ///
    /// The last one says how many more there are than ``maximum``.
    package var all: [DocumentIssue] {
        sorted + (dropped > 0 ? [DocumentIssue(pointer: "", detail: "\(dropped) more problems are not listed")] : [])
    }

    private var sorted: [DocumentIssue] {
        let lines = found.compactMap(\.line)
        guard lines.count == found.count else { return found }
        return zip(lines, found).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }

    /// Adds an issue, which is not even made once there are too many.
    package func add(_ issue: @autoclosure () -> DocumentIssue) {
        guard found.count < Self.maximum else {
            dropped += 1
            return
        }
        found.append(issue())
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
