package import TrustPolicies

/// A change of one policy set that a client asks for.
package struct PolicyChange: Sendable {
    /// The kind of change.
    package enum Action: Sendable {
        /// Writes these files.
        case put(PolicyUpload)
        /// Deletes the set.
        case delete
        /// Writes the files of an earlier revision again.
        case restore(Int)
    }

    /// The name of the set.
    package let set: String
    /// The kind of change.
    package let action: Action
    /// The condition on the stored set.
    package let precondition: PolicyWriter.Precondition
    /// The client.
    package let author: PolicyWriter.Author
}

/// The access of the routes to written policy sets, supplied by the composition root.
package struct PolicyWriting: Sendable {
    /// Makes a change on another thread.
    ///
    /// The text describes the client for the log. A change goes on if the task is canceled.
    package let change:
        @Sendable (PolicyChange, _ requester: String) async -> Result<PolicyWriter.Result, PolicyWriteError>
    /// Returns the revisions of a set, the newest first.
    package let revisions: @Sendable (String) throws(PolicyWriteError) -> [PolicyRevision]
    /// Validates a candidate for a set on another thread, and stores nothing.
    package let candidate: Candidate

    /// Validates the files of a candidate for the set with a name, on behalf of an author.
    package typealias Candidate =
        @Sendable (PolicyUpload, _ set: String, PolicyWriter.Author) async -> Result<
            PolicyWriter.Candidate, PolicyWriteError
        >

    /// Creates access from its parts.
    package init(
        change:
            @escaping @Sendable (PolicyChange, _ requester: String) async -> Result<
                PolicyWriter.Result, PolicyWriteError
            >,
        candidate: @escaping Candidate,
        revisions: @escaping @Sendable (String) throws(PolicyWriteError) -> [PolicyRevision]
    ) {
        self.change = change
        self.candidate = candidate
        self.revisions = revisions
    }
}
