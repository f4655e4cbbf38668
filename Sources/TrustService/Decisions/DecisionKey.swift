import StructuredDocuments
import TrustEvaluation
import TrustModel
import TrustPolicies

/// Everything that determines a verdict, except the policies and the memory of evidence (``DecisionValidity``).
struct DecisionKey: Hashable, Sendable {
    private enum Policy: Hashable {
        case named(PolicyName)
        /// The digest of the canonical form of an inline policy.
        case inline(Fingerprint)
    }

    /// The digests of the certificates, and of their trust settings.
    private let chain: [Fingerprint]
    private let host: RequestedHost
    private let policy: Policy
    private let instant: Instant?
    /// The digests of the CRLs and the OCSP responses.
    private let evidence: [Fingerprint]
    /// The digest of the certificate timestamps; nil if there are none.
    private let timestamps: Fingerprint?
    private let deadline: Duration?
    private let acceptsShortSearch: Bool
    private let explain: Bool

    /// Creates the key of an inquiry for a host that was read; `sha256` is the hash function for all digests.
    init(_ inquiry: Inquiry, host: RequestedHost, sha256: ([UInt8]) -> Fingerprint) {
        var chain: [Fingerprint] = []
        chain.reserveCapacity(inquiry.chain.count)
        for certificate in inquiry.chain {
            chain.append(certificate.facts.fingerprint)
            if let settings = certificate.trustSettings { chain.append(settings.digest) }
        }
        self.chain = chain
        self.host = host
        policy =
            switch inquiry.policy {
            case .named(let name): .named(name)
            case .inline(let node): .inline(sha256(node.canonicalBytes))
            }
        instant = inquiry.instant
        let (lists, responses) = (inquiry.evidence.lists, inquiry.evidence.responses)
        evidence = lists.map { sha256($0.der) } + responses.map { sha256($0.der) }
        timestamps = inquiry.timestamps.isEmpty ? nil : sha256(inquiry.timestamps.flatMap(\.bytes))
        deadline = inquiry.deadline
        acceptsShortSearch = inquiry.acceptsShortSearch
        explain = inquiry.explain
    }

    /// The memory of the key in bytes, rather too high.
    var weight: Int { 512 + 64 * (chain.count + evidence.count) }
}

extension TimestampElement {
    /// The content, each part after its length.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .unusable(let reason): Array("u\(reason.utf8.count):\(reason)".utf8)
        case .timestamp(let timestamp):
            Array("t\(timestamp.logID.hex)\(timestamp.milliseconds):".utf8)
                + Array("\(timestamp.hashAlgorithm):\(timestamp.signatureAlgorithm):".utf8)
                + Array("\(timestamp.extensions.count):".utf8) + timestamp.extensions
                + Array("\(timestamp.signature.count):".utf8) + timestamp.signature
        }
    }
}
