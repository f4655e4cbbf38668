package import StructuredDocuments
package import TrustEvaluation
import TrustModel

/// A policy that comes with a request: the keys of one policy of a set, certificates as text only.
package enum InlinePolicy {
    /// Decodes a policy.
    ///
    /// - Parameters:
    ///   - node: the policy.
    ///   - pointerPrefix: where the policy stands in the request, such as `/policy`.
    ///   - ports: what documents are read with.
    ///   - systemAnchors: the anchors of a policy that names none.
    ///   - limits: how many certificates and keys the policy may have in all, members included, and how large.
    /// - Returns: the policy, its identity being `PolicyIdentity.inline`.
    /// - Throws: ``DocumentError`` with everything that is wrong; pointers begin with the prefix.
    package static func decode(
        _ node: DocumentNode,
        pointerPrefix: String,
        ports: DocumentPorts,
        systemAnchors: AnchorSet,
        limits: CertificateLimits
    ) throws(DocumentError) -> TrustPolicy {
        let issues = DocumentIssues()
        let certificates = MaterialAllowance(limits.count)
        let context = EvaluatorDecoding.Context(
            owner: "inline policy",
            systemAnchors: systemAnchors,
            anchors: AnchorReader(reader: ports.certificates, source: .text, limits: limits, sharing: certificates),
            pins: PinReader(reader: ports.certificates, source: .text, limits: limits, sharing: certificates),
            evidence: EvidenceReader(
                reader: ports.evidence,
                source: .text,
                limits: EvidenceLimits(),
                boundsAllLists: true,
                digest: { _ in nil }
            ),
            references: .none,
            names: ports.names,
            allowance: .request,
            journal: MaterialJournal(digest: ports.sha256, now: ports.now())
        )
        let value = DocumentValue(node, pointer: pointerPrefix, issues: issues)
        let policy = PolicyDecoding.policy(value, identity: .inline, in: context)
        try issues.check()
        guard let policy else { throw DocumentError(detail: "the policy cannot be read") }
        return policy
    }
}
