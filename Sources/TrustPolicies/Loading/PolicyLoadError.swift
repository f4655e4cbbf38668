package import StructuredDocuments

/// One error in a file, because of which no policies are loaded; warnings use this type for their place.
package struct PolicyProblem: Sendable, Equatable {
    /// The file: its name in the policy directory, or a path.
    package let file: String
    /// The line; nil if it is not known.
    package let line: Int?
    /// The JSON pointer of the place in the document (RFC 6901); empty for the whole document.
    package let pointer: String
    /// The error and the expected value.
    package let detail: String

    /// Creates a problem from its parts.
    package init(file: String, line: Int? = nil, pointer: String = "", detail: String) {
        self.file = file
        self.line = line
        self.pointer = pointer
        self.detail = detail
    }

    /// Creates a problem from an issue of a document and the document's file.
    package init(_ issue: DocumentIssue, file: String) {
        self.init(file: file, line: issue.line, pointer: issue.pointer, detail: issue.detail)
    }
}

extension PolicyProblem: CustomStringConvertible {
    /// The problem as one line, such as `payments.yaml:12: /policies/pinned/evaluator: …`.
    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return QuotedText.printable([place, pointer, detail].filter { !$0.isEmpty }.joined(separator: ": "))
    }
}

/// All errors that prevent policies from being loaded; never empty.
package struct PolicyLoadError: Error, Sendable, Equatable {
    /// The problems, file by file.
    package let problems: [PolicyProblem]

    /// Creates an error from at least one problem.
    package init(_ problems: [PolicyProblem]) {
        self.problems = problems
    }
}

extension PolicyLoadError: CustomStringConvertible {
    /// The problems, one per line.
    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
