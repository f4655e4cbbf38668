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
    /// The directory of the written sets cannot be read or written, so that nothing was changed; one sentence.
    case storage(String)
    /// The directory of the written sets cannot be read; one sentence.
    case unreadable(String)
}

extension PolicyWriteError {
    /// The reason as a sentence for the log; the first of several.
    package var reason: String {
        switch self {
        case .archive(let sentence), .unknown(let sentence), .conflict(let sentence), .storage(let sentence),
            .unreadable(let sentence):
            sentence
        case .invalid(let problems): Self.first(of: problems)
        case .scriptsForbidden: "The policy set has scripts."
        case .changed(let tag):
            tag.map { "The stored policy set has the tag \($0)." } ?? "The policy set does not exist."
        case .otherPolicies(let error): "Other policies are invalid: \(Self.first(of: error.problems))"
        case .busy: "Too many changes wait."
        }
    }

    /// Whether the machine is the cause, and not the request.
    package var isFailure: Bool {
        switch self {
        case .storage, .unreadable, .otherPolicies: true
        case .archive, .invalid, .scriptsForbidden, .unknown, .changed, .conflict, .busy: false
        }
    }

    private static func first(of problems: [PolicyProblem]) -> String {
        let more = problems.count - 1
        return (problems.first?.description ?? "") + (more > 0 ? ", and \(more) more" : "")
    }
}
