package import TrustEvaluation
package import TrustModel

/// The answer that a decision records.
package enum DecisionSubject: Sendable {
    /// A verdict on a chain.
    case verdict(DecisionFacts)
    /// An answer to a challenge that needs no verdict.
    case challenge(ChallengeFacts)
    /// An attempt to sign with an identity.
    case signature(SignatureFacts)
    /// The refusal of a proxy's client whose chain is absent or cannot be read, with the code of the problem.
    case unreadable(code: String)

    /// The memory in bytes that no other decision shares; facts of verdicts are shared.
    var ownMemory: Int {
        switch self {
        case .verdict, .unreadable: 0
        case .challenge(let facts): facts.memory
        case .signature(let facts): facts.memory
        }
    }

    /// The facts of the verdict; nil without one.
    package var facts: DecisionFacts? { if case .verdict(let facts) = self { facts } else { nil } }
}

/// The part of a decision about a challenge that needs no verdict.
package final class ChallengeFacts: Sendable {
    /// The host of the challenge.
    package let host: RequestedHost
    /// The disposition of the challenge.
    package let disposition: Verdict.Disposition
    /// The code of the reason for the disposition.
    package let reason: String
    /// The name of the selected identity.
    package let identity: String?

    /// The memory in bytes, rather too high.
    var memory: Int { 256 + host.weight + (identity?.utf8.count ?? 0) }

    /// Creates facts from their parts.
    package init(host: RequestedHost, disposition: Verdict.Disposition, reason: String, identity: String?) {
        self.host = host
        self.disposition = disposition
        self.reason = reason
        self.identity = identity
    }
}

/// The part of a decision about a signature, without the content that was or would be signed.
package final class SignatureFacts: Sendable {
    /// The name of the identity.
    package let identity: String
    /// The kind of content, as in the request; nil if the request was not valid.
    package let kind: String?
    /// The algorithm; nil if the request was not valid.
    package let algorithm: SigningAlgorithm?
    /// The SHA-256 digest of the content in hexadecimal, or the digest in the request; nil without content.
    package let digest: String?
    /// The code of the problem; nil if the signature was made.
    package let refusal: String?

    /// The memory in bytes, rather too high.
    var memory: Int { 256 + [identity, kind, digest].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }

    /// Creates facts from their parts.
    package init(identity: String, kind: String?, algorithm: SigningAlgorithm?, digest: String?, refusal: String?) {
        self.identity = identity
        self.kind = kind
        self.algorithm = algorithm
        self.digest = digest
        self.refusal = refusal
    }
}
