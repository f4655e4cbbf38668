import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Reads the key `intermediates`: certificates for path building in addition to those presented.
enum IntermediateDecoding {
    /// Reads the intermediates, and warns about those that are also trust anchors; nil without the key.
    static func intermediates(
        _ reader: inout MappingReader,
        under anchors: [AnchorSet],
        _ context: EvaluatorDecoding.Context
    ) -> IntermediateSet? {
        guard let value = reader.value("intermediates"), let items = value.list() else { return nil }
        if items.isEmpty { value.refuse("the list of intermediates is empty: remove the key") }
        var known: Set<Fingerprint> = []
        let certificates = context.anchors.certificates(of: items) { certificate, item in
            let isNew = known.insert(certificate.facts.fingerprint).inserted
            warn(of: certificate, isNew: isNew, isAnchor: anchors.contains { $0.contains(certificate) }, item, context)
        }
        return IntermediateSet(name: context.owner, certificates: certificates)
    }

    /// Warns about a certificate that has no effect as an intermediate.
    private static func warn(
        of certificate: Certificate,
        isNew: Bool,
        isAnchor: Bool,
        _ item: DocumentValue,
        _ context: EvaluatorDecoding.Context
    ) {
        let facts = certificate.facts
        let name = facts.displayName
        if !isNew { return item.warn("\(name) is listed more than once under `intermediates`: remove the duplicate") }
        if isAnchor {
            item.warn(
                "\(name) is also a trust anchor of the policy, so it has no effect as an intermediate: remove it "
                    + "from `intermediates`"
            )
        }
        if let end = facts.notAfter, context.journal.hasPassed(end) {
            item.warn("\(name) expired on \(end): replace it with the CA's current certificate")
        }
        if !facts.isAuthority {
            item.warn("\(name) is not a CA certificate, so it cannot be an intermediate: remove it")
        } else if facts.isSelfIssued, !isAnchor {
            item.warn(
                "\(name) is self-issued, but intermediates are not trust anchors: if it is a root that you trust, list "
                    + "it under `anchors`"
            )
        }
    }
}
