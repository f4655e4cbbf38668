import TrustEvaluation
import TrustModel

/// Estimates, in bytes, of the memory that an inquiry keeps while it waits for evidence. They are rather too high.
extension Question {
    /// The memory of the certificates, the evidence and an inline policy, and of the search for evidence.
    var heldBytes: Int {
        let chain = trust.chain.reduce(0) { $0 + $1.heldBytes }
        let issuers = trust.gathered.results.reduce(0) { $0 + $1.heldBytes }
        let policy = inlineBytes * Self.inlineFactor * (asked == nil ? 1 : 2)
        return Self.fixedBytes + chain + issuers + trust.evidence.heldBytes(countsLists: true)
            + trust.timestamps.reduce(0) { $0 + $1.heldBytes } + policy
    }

    /// The memory of a request without certificates and evidence: its closures, the search and the list of results.
    private static let fixedBytes = 8 << 10
    /// The memory of a parsed policy for each byte of its text: a list of short names or identifiers.
    ///
    /// The tree of its document takes as much.
    private static let inlineFactor = 12
}

extension GatheredEvidence.Result {
    /// The memory of what was fetched, without CRLs, which have a limit of their own.
    fileprivate var heldBytes: Int {
        512 + issuers.reduce(0) { $0 + $1.heldBytes } + evidence.heldBytes(countsLists: false)
    }
}

extension RevocationEvidence {
    fileprivate func heldBytes(countsLists: Bool) -> Int {
        let lists = countsLists ? lists.reduce(0) { $0 + 4096 + 3 * $1.der.count } : 0
        return responses.reduce(lists) { $0 + 4096 + 6 * $1.der.count }
    }
}

extension Certificate {
    /// The memory of the certificate; that of parts that certificates share is counted for each of them.
    fileprivate var heldBytes: Int { 1024 + estimatedMemory }
}

extension TimestampElement {
    /// The memory of the timestamp, whose fields can be long.
    fileprivate var heldBytes: Int {
        guard case .timestamp(let timestamp) = self else { return 512 }
        return 512 + timestamp.extensions.count + timestamp.signature.count
    }
}
