/// Collects what is wrong in a document while its parts are read, so that all of it can be reported at once.
package final class DocumentIssues {
    /// How many issues, and how many warnings, are kept; what comes after them is only counted, since a text from outside
    /// can hold any number.
    package static let maximum = 100

    private var found = BoundedList<DocumentIssue>()
    private var doubtful = BoundedList<DocumentWarning>()

    /// Starts without issues.
    package init() {}

    /// Whether nothing is wrong so far; warnings are not wrong.
    package var isEmpty: Bool { found.kept.isEmpty }

    /// The issues in the order of the document where lines tell, otherwise in the order in which they were found.
    ///
    /// The last one says how many more there are than ``maximum``.
    package var all: [DocumentIssue] {
        let unlisted = DocumentIssue(pointer: "", detail: "\(found.dropped) more problems are not listed")
        return found.sorted(by: \.line) + (found.dropped > 0 ? [unlisted] : [])
    }

    /// The warnings, ordered and bounded as the issues are.
    package var warnings: [DocumentWarning] {
        let unlisted = DocumentIssue(pointer: "", detail: "\(doubtful.dropped) more warnings are not listed")
        return doubtful.sorted(by: \.issue.line)
            + (doubtful.dropped > 0 ? [DocumentWarning(code: nil, issue: unlisted)] : [])
    }

    /// Whether something is wrong at a place, among the first ``maximum`` issues.
    package func hasIssue(at pointer: String) -> Bool { found.kept.contains { $0.pointer == pointer } }

    /// Adds an issue, which is not even made once there are too many.
    package func add(_ issue: @autoclosure () -> DocumentIssue) {
        found.add(issue, atMost: Self.maximum)
    }

    /// Adds a warning, which keeps nothing from counting.
    package func warn(_ warning: @autoclosure () -> DocumentWarning) {
        doubtful.add(warning, atMost: Self.maximum)
    }

    /// Throws everything that is wrong, if anything is.
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

/// The first so many elements, and how many there were besides.
private struct BoundedList<Element> {
    private(set) var kept: [Element] = []
    private(set) var dropped = 0

    mutating func add(_ element: () -> Element, atMost maximum: Int) {
        guard kept.count < maximum else {
            dropped += 1
            return
        }
        kept.append(element())
    }

    /// In the order of lines where each element has one, those of one line as they were added.
    func sorted(by line: KeyPath<Element, Int?>) -> [Element] {
        let lines = kept.compactMap { $0[keyPath: line] }
        guard lines.count == kept.count else { return kept }
        return zip(lines, kept).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }
}
