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
    }

    private var outcomes: [Key: Outcome] = [:]

    /// The result for a signer under an anchor; nil if it was not evaluated, or the result must not be recorded.
    subscript(_ signer: Certificate, under anchor: Certificate) -> Outcome? {
        get { outcomes[Key(signer: signer.facts.fingerprint, anchor: anchor.facts.fingerprint)] }
        set { outcomes[Key(signer: signer.facts.fingerprint, anchor: anchor.facts.fingerprint)] = newValue }
    }
}
