import TrustModel

/// What the paths of CRL signers came to, so that each is evaluated once under an anchor.
struct CRLSignerRecord {
    /// What became of a signer.
    enum Outcome {
        /// Accepted, by each of these paths.
        case accepted([CandidatePath])
        /// Not accepted, with why as a clause about the signer.
        case refused(String)
    }

    private struct Key: Hashable {
        let signer: Fingerprint
        let anchor: Fingerprint
    }

    private var outcomes: [Key: Outcome] = [:]

    /// What became of a signer under an anchor; nil where it was not evaluated, or only on an assumption.
    subscript(_ signer: Certificate, under anchor: Certificate) -> Outcome? {
        get { outcomes[Key(signer: signer.facts.fingerprint, anchor: anchor.facts.fingerprint)] }
        set { outcomes[Key(signer: signer.facts.fingerprint, anchor: anchor.facts.fingerprint)] = newValue }
    }
}
