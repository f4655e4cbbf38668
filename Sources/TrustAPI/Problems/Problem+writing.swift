import StructuredDocuments
import TrustPolicies

extension Problem {
    /// Creates the problem for a change of a policy set that was not made.
    init(_ error: PolicyWriteError) {
        switch error {
        case .archive(let sentence): self.init(.malformedArchive, sentence)
        case .invalid(let problems):
            self.init(
                .invalidPolicySet,
                "The policy set has \(problems.count == 1 ? "an error" : "\(problems.count) errors").",
                policyProblems: problems
            )
        case .scriptsForbidden:
            self.init(.forbidden, "The policy set has scripts, which need the right `writeScripts`.")
        case .unknown(let sentence): self.init(.unknownRevision, sentence)
        case .changed(nil):
            self.init(.preconditionFailed, "The policy set does not exist: send If-None-Match: * to create it.")
        case .changed(let tag?):
            self.init(
                .preconditionFailed,
                "The stored policy set has another ETag: read the set again, and apply your change to it.",
                headers: ["ETag": EntityTags.ofDocument(tag)]
            )
        case .conflict(let sentence): self.init(.policySetConflict, sentence)
        case .busy:
            self.init(
                .tooManyWaitingRequests,
                "Too many changes of policy sets wait; send the request again later.",
                headers: ["Retry-After": "1"]
            )
        case .otherPolicies(let error): self.init(ofReload: error)
        case .storage(let sentence): self.init(.notStored, sentence)
        case .unreadable(let sentence): self.init(.internalFailure, sentence)
        }
    }

    /// Creates the problem for a change of a block that was not made.
    init(_ error: BlockWriteError) {
        switch error {
        case .invalid(let error): self.init(error)
        case .unknown: self.init(.unknownBlock, "There is no such block.")
        case .conflict(let sentence): self.init(.blockConflict, sentence)
        case .busy:
            self.init(
                .tooManyWaitingRequests,
                "Too many changes of blocks wait; send the request again later.",
                headers: ["Retry-After": "1"]
            )
        case .storage(let sentence): self.init(.notStored, sentence)
        }
    }
}
