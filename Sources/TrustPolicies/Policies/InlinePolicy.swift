package import StructuredDocuments
package import TrustEvaluation
package import TrustModel

/// A policy sent with a request; it has the keys of a policy in a set, but cannot name files.
package enum InlinePolicy {
    /// Decodes a policy.
    ///
    /// - Parameters:
    ///   - node: The policy.
    ///   - pointerPrefix: The place of the policy in the request, such as `/policy`.
    ///   - ports: The adapters for reading documents.
    ///   - systemAnchors: The trust anchors of a policy without `anchors`.
    ///   - logList: The log list; nil if none is configured.
    ///   - limits: The maximum number of certificates and keys in the policy and its members, and their maximum size.
    /// - Returns: The policy, with the identity `PolicyIdentity.inline`.
    /// - Throws: ``DocumentError`` with all issues; their pointers begin with the prefix.
    package static func decode(
        _ node: DocumentNode,
        pointerPrefix: String,
        ports: DocumentPorts,
        systemAnchors: AnchorSet,
        logList: TransparencyLogList? = nil,
        limits: CertificateLimits
    ) throws(DocumentError) -> TrustPolicy {
        let issues = DocumentIssues(foreignNames: LibraryName.table)
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
            valueFiles: ValueFileReader(source: .text, digest: ports.sha256),
            scripts: ScriptReader(.request, digest: ports.sha256),
            // A client could choose the trust anchors too, and so make the daemon request any URL.
            networkEnabled: false,
            logs: LogListSource(logList, isConfigured: logList != nil),
            references: .none,
            names: ports.names,
            suffixes: ports.suffixes,
            allowance: .request,
            journal: MaterialJournal(digest: ports.sha256, now: ports.now())
        )
        let value = DocumentValue(node, pointer: pointerPrefix, issues: issues)
        let policy = PolicyDecoding.policy(value, identity: .inline, in: context)
        try issues.check()
        guard let policy else { throw DocumentError(detail: "the policy cannot be decoded") }
        return policy
    }
}
