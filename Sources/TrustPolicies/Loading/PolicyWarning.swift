package import StructuredDocuments
package import TrustModel

/// A warning about a valid document that its author should review.
package struct PolicyWarning: Sendable, Equatable {
    /// The reason code of this warning in verdicts; nil if verdicts do not contain it.
    package let code: ReasonCode?
    /// The place and the text of the warning.
    package let place: PolicyProblem

    /// Creates a warning from a document's warning and the document's file.
    package init(_ warning: DocumentWarning, file: String) {
        code = warning.code
        place = PolicyProblem(warning.issue, file: file)
    }
}

extension PolicyWarning: CustomStringConvertible {
    /// The warning as one line, such as `lab.yaml:5: /policies/open/evaluator: policy.disabled: …`.
    package var description: String {
        let detail = [code?.name, place.detail].compactMap(\.self).joined(separator: ": ")
        return PolicyProblem(file: place.file, line: place.line, pointer: place.pointer, detail: detail).description
    }
}
