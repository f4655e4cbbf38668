package import StructuredDocuments
package import TrustModel

/// Something in a loaded document that counts, and that its author should look at again.
package struct PolicyWarning: Sendable, Equatable {
    /// The reason code under which verdicts tell the same; nil where no verdict does.
    package let code: ReasonCode?
    /// Where it stands, and what it is.
    package let place: PolicyProblem

    /// Takes a document's warning and its file, as people find it.
    package init(_ warning: DocumentWarning, file: String) {
        code = warning.code
        place = PolicyProblem(warning.issue, file: file)
    }
}

extension PolicyWarning: CustomStringConvertible {
    /// One line, such as `lab.yaml:5: /policies/open/evaluator: policy.disabled: …`.
    package var description: String {
        let detail = [code?.name, place.detail].compactMap(\.self).joined(separator: ": ")
        return PolicyProblem(file: place.file, line: place.line, pointer: place.pointer, detail: detail).description
    }
}
