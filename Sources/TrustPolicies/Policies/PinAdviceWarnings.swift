import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Warns of pins that the libraries themselves advise against: certificates or keys of end entities, and single pins.
///
/// A reissue replaces a pinned end-entity certificate, and often its key; without a second pin nothing matches then. Digests
/// alone do not show what they belong to, so that nothing is said of them.
enum PinAdviceWarnings {
    /// Warns of a pinned end-entity certificate.
    static func warn(ofCertificate certificate: Certificate, _ item: DocumentValue) {
        guard certificate.facts.isEndEntity else { return }
        item.warn(
            "\(certificate.facts.displayName) is an end-entity certificate, which the next renewal replaces: pin keys rather "
                + "than certificates, and the issuing CA's rather than the leaf's"
        )
    }

    /// Warns where every pinned key is known to be an end entity's.
    ///
    /// - Parameters:
    ///   - certificates: where the pinned keys come from.
    ///   - isComplete: whether all of them do.
    ///   - item: what gives the first of them.
    static func warn(ofKeysOf certificates: [Certificate], isComplete: Bool, _ item: DocumentValue?) {
        guard isComplete, !certificates.isEmpty, certificates.allSatisfy(\.facts.isEndEntity) else { return }
        item?.warn(
            "only keys of end-entity certificates are pinned, such as that of \(certificates[0].facts.displayName): pin the "
                + "issuing CA's key as well, which outlives them"
        )
    }

    /// Warns of a single pin.
    ///
    /// - Parameters:
    ///   - count: how many pins there are.
    ///   - place: what is warned of.
    ///   - code: the reason code under which verdicts tell the same; nil where none does.
    static func warn(ofSingle count: Int, _ place: DocumentValue?, code: ReasonCode? = nil) {
        guard count == 1 else { return }
        place?.warn(
            "there is one pin only, and nothing matches once its key or certificate is replaced: pin a backup as well",
            code: code
        )
    }
}

extension CertificateFacts {
    /// Whether the certificate is known not to be a CA's: one of version 1 that names itself as its issuer may be an old root.
    fileprivate var isEndEntity: Bool { !isAuthority && !(version < 3 && isSelfIssued) }
}
