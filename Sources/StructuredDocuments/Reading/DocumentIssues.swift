package import TrustModel

/// Collects the errors and warnings of a document while it is read, to report them together.
package final class DocumentIssues {
    /// The maximum number of issues, and of warnings, that are stored; further ones are only counted.
    package static let maximum = 100

    private var issues = BoundedList<DocumentIssue>()
    private var warningList = BoundedList<DocumentWarning>()

    private var dayList = BoundedList<DocumentIssue>()

    private let foreignNames: () -> (any ForeignNames)?

    /// Creates an empty collection; messages about unknown names explain the `foreignNames`, which are read only for them.
    package init(foreignNames: @autoclosure @escaping () -> (any ForeignNames)? = nil) {
        self.foreignNames = foreignNames
    }

    /// Whether there are no issues; warnings are not considered.
    package var isEmpty: Bool { issues.kept.isEmpty }

    /// The issues, in document order if all have a line, otherwise in the order of detection.
    ///
    /// If there are more than ``maximum``, the last issue states how many were dropped.
    package var all: [DocumentIssue] {
        let unlisted = DocumentIssue(pointer: "", detail: "\(issues.dropped) more problems are not listed")
        return issues.sorted(by: \.line) + (issues.dropped > 0 ? [unlisted] : [])
    }

    /// The warnings, ordered and limited like the issues.
    package var warnings: [DocumentWarning] {
        let unlisted = DocumentIssue(pointer: "", detail: "\(warningList.dropped) more warnings are not listed")
        return warningList.sorted(by: \.issue.line)
            + (warningList.dropped > 0 ? [DocumentWarning(code: nil, issue: unlisted)] : [])
    }

    /// The days that mean their last second, with that instant, ordered and limited like the issues.
    package var days: [DocumentIssue] {
        let unlisted = DocumentIssue(pointer: "", detail: "\(dayList.dropped) more days are not listed")
        return dayList.sorted(by: \.line) + (dayList.dropped > 0 ? [unlisted] : [])
    }

    /// Whether one of the first ``maximum`` issues is at a place.
    package func hasIssue(at pointer: String) -> Bool { issues.kept.contains { $0.pointer == pointer } }

    /// Adds an issue; does not evaluate the argument once ``maximum`` issues are kept.
    package func add(_ issue: @autoclosure () -> DocumentIssue) {
        issues.add(issue, atMost: Self.maximum)
    }

    /// Adds a warning, which does not invalidate the document.
    package func warn(_ warning: @autoclosure () -> DocumentWarning) {
        warningList.add(warning, atMost: Self.maximum)
    }

    /// Adds a day that means its last second.
    func add(day: @autoclosure () -> DocumentIssue) {
        dayList.add(day, atMost: Self.maximum)
    }

    /// Returns a suffix for a message about an unknown name; empty if no name is similar.
    ///
    /// The suffix contains the first of these names that exists: a valid name with other capital letters, a name of
    /// other software, the most similar valid name, the most similar name of other software.
    package func hint(for text: String, among names: some Sequence<String>) -> String {
        let hint = NearestName.hint(for: text, among: names)
        guard let foreign = foreignNames(), !names.contains(where: { $0.equalsIgnoringCase(text) }) else { return hint }
        return foreign.hint(for: text) ?? (hint.isEmpty ? foreign.hint(forNamesLike: text) ?? "" : hint)
    }

    /// Throws all issues, if there are any.
    package func check() throws(DocumentError) {
        guard isEmpty else { throw DocumentError(all) }
    }
}

extension DocumentError {
    /// Creates an error with one issue, at the root of the document.
    package init(detail: String) {
        self.init([DocumentIssue(pointer: "", detail: detail)])
    }
}

/// A list with a maximum length, and the number of elements dropped.
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

    /// Returns the elements stably sorted by line if each element has a line, otherwise in the order added.
    func sorted(by line: KeyPath<Element, Int?>) -> [Element] {
        let lines = kept.compactMap { $0[keyPath: line] }
        guard lines.count == kept.count else { return kept }
        return zip(lines, kept).enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }
}

extension String {
    /// Compares ASCII letters without case.
    fileprivate func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.lazy.map(\.lowercasedASCII).elementsEqual(other.utf8.lazy.map(\.lowercasedASCII))
    }
}

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

/// Names from other software, which authors of documents may write by habit.
package protocol ForeignNames: Sendable {
    /// Returns a suffix for a message about an unknown name, such as "; X's `a` is `b` here".
    ///
    /// The result is nil if no other software has this name, ignoring case.
    func hint(for text: String) -> String?

    /// Returns the suffix for the most similar name of other software; nil if none is similar.
    func hint(forNamesLike text: String) -> String?
}
