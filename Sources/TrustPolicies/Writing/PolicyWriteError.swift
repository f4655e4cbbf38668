/// The reason for which a policy set was not written, deleted or restored.
package enum PolicyWriteError: Error, Sendable, Equatable {
    /// The archive cannot be used; one sentence.
    case archive(String)
    /// The document or a file of it is invalid.
    case invalid([PolicyProblem])
    /// The document names scripts, and the client may not write them.
    case scriptsForbidden
    /// The set, or one of its revisions, does not exist; one sentence.
    case unknown(String)
    /// The stored set has another tag than the client named; nil if it does not exist.
    case changed(tag: String?)
    /// The name belongs to something that clients cannot write, or something names the set; one sentence.
    case conflict(String)
    /// Other policies cannot be loaded, so that no write is possible.
    case otherPolicies(PolicyLoadError)
    /// Too many changes wait, in total or of this client.
    case busy
    /// The directory of the written sets cannot be read or written; one sentence.
    case storage(String)
}
