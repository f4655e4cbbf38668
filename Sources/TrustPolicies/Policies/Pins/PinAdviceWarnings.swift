import StructuredDocuments
import TrustEvaluation
import TrustModel

/// Warns about pins that client libraries advise against: end-entity certificates, their keys, and single pins.
///
/// A renewal replaces a pinned end-entity certificate, and often its key. A pin that is a digest causes no
/// warning, since its certificate is not known.
enum PinAdviceWarnings {
    static func warn(ofCertificate certificate: Certificate, _ item: DocumentValue) {
        guard certificate.facts.isEndEntity else { return }
        item.warn(
            "\(certificate.facts.displayName) is an end-entity certificate, and its pin no longer matches after the "
                + "next renewal: pin the public key of the issuing CA instead"
        )
    }

    /// Warns at the first item if all pinned keys are known to belong to end-entity certificates.
    ///
    /// `isComplete` means that the certificates contain all pinned keys.
    static func warn(ofKeysOf certificates: [Certificate], isComplete: Bool, _ item: DocumentValue?) {
        guard isComplete, !certificates.isEmpty, certificates.allSatisfy(\.facts.isEndEntity) else { return }
        item?.warn(
            "all pinned keys belong to end-entity certificates, such as \(certificates[0].facts.displayName): also pin "
                + "the key of the issuing CA, because that key is replaced less often"
        )
    }

    /// Warns about a single pin; `code` is the reason code of this warning in verdicts, nil if they do not contain it.
    static func warn(ofSingle count: Int, _ place: DocumentValue?, code: ReasonCode? = nil) {
        guard count == 1 else { return }
        place?.warn(
            "the policy has only one pin, so no chain will match after the pinned key or certificate is replaced: add "
                + "a backup pin",
            code: code
        )
    }
}

extension CertificateFacts {
    /// Whether the certificate is not a CA certificate; a self-issued certificate of version 1 or 2 may be an old root.
    fileprivate var isEndEntity: Bool { !isAuthority && !(version < 3 && isSelfIssued) }
}
