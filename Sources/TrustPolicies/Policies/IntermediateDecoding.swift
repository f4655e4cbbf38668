import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `intermediates`: certificates that path building may use besides those presented.
enum IntermediateDecoding {
    /// The set that a policy gives.
    ///
    /// - Parameters:
    ///   - reader: the policy.
    ///   - anchors: the policy's anchors, to warn of certificates that are in both lists.
    ///   - context: reads certificates.
    /// - Returns: the set; nil where the policy gives none.
    static func intermediates(
        _ reader: inout MappingReader,
        besides anchors: [AnchorSet],
        _ context: EvaluatorDecoding.Context
    ) -> IntermediateSet? {
        guard let value = reader.value("intermediates"), let items = value.list() else { return nil }
        if items.isEmpty { value.refuse("the list of intermediates is empty: leave the key out") }
        var known: Set<Fingerprint> = []
        let certificates = context.anchors.certificates(of: items) { certificate, item in
            let isNew = known.insert(certificate.facts.fingerprint).inserted
            warn(of: certificate, isNew: isNew, isAnchor: anchors.contains { $0.contains(certificate) }, item, context)
        }
        return IntermediateSet(name: context.owner, certificates: certificates)
    }

    /// Warns of a certificate that is of no use in the list.
    private static func warn(
        of certificate: Certificate,
        isNew: Bool,
        isAnchor: Bool,
        _ item: DocumentValue,
        _ context: EvaluatorDecoding.Context
    ) {
        let facts = certificate.facts
        let name = facts.displayName
        if !isNew { return item.warn("\(name) is in the list of intermediates already") }
        if isAnchor { item.warn("\(name) is also a trust anchor of the policy, so that paths end there") }
        if let end = facts.notAfter, context.journal.hasPassed(end) {
            item.warn("\(name) expired on \(end): replace it by its successor")
        }
        if !facts.isAuthority {
            item.warn("\(name) is not a CA certificate, so that no path leads through it")
        } else if facts.isSelfIssued, !isAnchor {
            item.warn(
                "\(name) is self-issued: intermediates are never trusted by themselves, list roots under `anchors`"
            )
        }
    }
}
