package import TrustModel

/// The blocks that are in force at the time of a question, by the clock of the machine.
package struct BlocksInForce: Sendable {
    private let list: BlockList
    private let now: Instant
    /// Whether the first certificate of a path is the leaf that the request presents.
    private var startsWithLeaf = true

    fileprivate init(_ list: BlockList, at now: Instant) {
        (self.list, self.now) = (list, now)
    }

    /// The blocks for paths that begin with another certificate than the presented leaf, such as a CRL signer.
    var ofOtherPaths: BlocksInForce {
        var others = self
        others.startsWithLeaf = false
        return others
    }

    /// Returns the first block that matches the certificate at a position of a path.
    package func block(of facts: CertificateFacts, at depth: Int) -> Block? {
        list.block(of: facts, isLeaf: startsWithLeaf && depth == 0, at: now)
    }

    /// Returns the cost of comparing the certificates of a path with the blocks that have no index.
    func cost(of path: CandidatePath) -> Int {
        list.unindexedCount == 0 ? 0 : path.certificates.reduce(0) { $0 + list.cost(of: $1.facts) }
    }
}

extension BlockList {
    /// Returns the blocks that are in force at a time of the machine's clock; nil without blocks.
    package func inForce(at now: Instant) -> BlocksInForce? { isEmpty ? nil : BlocksInForce(self, at: now) }
}

extension Finding {
    /// The name of the block that the error is about; nil for other findings.
    package var blockName: String? {
        guard case .text(let name)? = facts.first(where: { $0.name == "block" })?.value else { return nil }
        return name
    }
}

extension Block {
    /// Returns the error about a certificate that the block matches.
    func finding(about certificate: Certificate, at depth: Int?) -> Finding {
        let end = until.map { " until \($0)" } ?? ""
        var finding = Finding(
            .policyBlocked,
            depth: depth,
            message: "\(certificate.facts.displayName) is blocked\(end) by `\(id)`: \(reason)",
            facts: [Fact("block", id), Fact("reason", reason)] + (until.map { [Fact("until", "\($0)")] } ?? [])
        )
        finding.certificate = certificate
        return finding
    }
}
