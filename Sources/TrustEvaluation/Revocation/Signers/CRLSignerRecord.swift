import TrustModel

/// The evaluation results of CRL signers, recorded so that each signer is evaluated once per trust anchor.
struct CRLSignerRecord {
    enum Outcome {
        case accepted([CandidatePath])
        /// Rejected, with the reason as a relative clause about the signer.
        case refused(String)
    }

    private struct Key: Hashable {
        let signer: Fingerprint
        let anchor: Fingerprint
        let isRenewal: Bool
    }

    private var outcomes: [Key: Outcome] = [:]

    /// The result for a signer under an anchor; nil if it was not evaluated, or the result must not be recorded.
    ///
    /// `isRenewal` is true for a CA that signs CRLs about the certificates of its earlier key.
    subscript(_ signer: Certificate, under anchor: Certificate, isRenewal isRenewal: Bool) -> Outcome? {
        get { outcomes[key(signer, anchor, isRenewal: isRenewal)] }
        set { outcomes[key(signer, anchor, isRenewal: isRenewal)] = newValue }
    }

    private func key(_ signer: Certificate, _ anchor: Certificate, isRenewal: Bool) -> Key {
        Key(signer: signer.facts.fingerprint, anchor: anchor.facts.fingerprint, isRenewal: isRenewal)
    }
}
