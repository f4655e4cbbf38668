package import StructuredDocuments
import TrustPolicies

/// The reason why a recorded decision cannot be made again.
package struct ReplayFailure: Error, Sendable, Hashable {
    /// The kinds of reasons.
    package enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
        /// The log has no inputs of the decision.
        case inputsOmitted
        /// The decision refers to lines that the file does not have before it.
        case brokenReference
        /// The inputs cannot be read.
        case unreadableInputs
        /// The decision used evidence, timestamps or trust settings that the log does not have.
        case unrecordedEvidence
        /// The policies look for evidence that was not looked for when the decision was made.
        case evidenceMissing
        /// A block denied the decision, and policies have no blocks.
        case blocked
        /// The decision had a floor, and the command line names none.
        case floorUnknown
        /// The policies do not have the policy of the inquiry.
        case policyMissing
        /// The evaluation needs more work than is permitted, so that its outcome says nothing about the policies.
        case budgetExhausted
        /// The policies have no verdict on the inquiry, for example because it has no host.
        case noVerdict

        /// The order of the cases.
        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

        /// The reason as a clause, without names.
        package var summary: String {
            switch self {
            case .inputsOmitted: "the log has no inputs of the decision"
            case .brokenReference: "the decision refers to inputs that the file does not have before it"
            case .unreadableInputs: "the inputs cannot be read"
            case .unrecordedEvidence: "the log does not have all evidence that the decision used"
            case .evidenceMissing: "the policies look for evidence that the log does not have"
            case .blocked: "a block denied the chain, and the policies have no blocks"
            case .floorUnknown: "the decision had a floor: name it with --floors"
            case .policyMissing: "the policies do not have the policy of the inquiry"
            case .budgetExhausted: "the evaluation needs more work than is permitted"
            case .noVerdict: "the policies have no verdict on the inquiry"
            }
        }
    }

    /// The kind.
    package let kind: Kind
    /// Details as a clause; empty if the kind says all.
    package let detail: String

    /// Creates a failure.
    package init(_ kind: Kind, detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}

extension ReplayFailure {
    /// Creates the failure for an inquiry without a verdict.
    init(_ error: InquiryError) {
        switch error {
        case .unknownPolicy(let error): self.init(.policyMissing, detail: error.reason)
        case .inlinePoliciesDisabled: self.init(.noVerdict, detail: "policies in requests are disabled")
        case .invalidPolicy(let error): self.init(.noVerdict, detail: error.summary)
        case .hostRequired: self.init(.noVerdict, detail: "the policy requires a host")
        case .evidenceNotSought, .waitRefused: self.init(.evidenceMissing)
        case .notRecorded: self.init(.noVerdict)
        }
    }
}

extension DocumentError {
    /// The first issue as a clause.
    package var summary: String {
        guard let issue = issues.first else { return "the document is invalid" }
        return issue.pointer.isEmpty ? issue.detail : "\(issue.pointer): \(issue.detail)"
    }
}
