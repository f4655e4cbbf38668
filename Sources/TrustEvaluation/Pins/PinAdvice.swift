import TrustModel

struct PinAdvice {
    let recommendation: PinPlan.Recommendation
    /// The reason for the recommendation, as one sentence.
    let why: String

    private init(_ recommendation: PinPlan.Recommendation, _ why: String) {
        self.recommendation = recommendation
        self.why = why
    }

    init(on position: Int, _ candidates: PinCandidates) {
        if let fault = candidates.faults[position] {
            self.init(.avoid, fault)
        } else if candidates.links.isComplete, candidates.links.chain == [position] {
            self.init(.prefer, "The certificate is self-signed: there is no CA key to pin instead.")
        } else if candidates.links.chain.contains(position) || candidates.isSelected(position) {
            switch candidates.role(position) {
            case .leaf: self = Self.forLeaf(position, candidates)
            case .intermediate, .root: self = Self.forCA(position, candidates)
            }
        } else {
            let start = candidates.links.chain.first ?? 0
            self.init(.avoid, "The certificate is not in the chain of certificate \(start).")
        }
    }

    private static func forCA(_ position: Int, _ candidates: PinCandidates) -> PinAdvice {
        guard candidates.isPreferred(position) else {
            return PinAdvice(
                .backup,
                "A pin of this CA key still matches when the preferred key is replaced, but it also accepts every "
                    + "certificate issued below this CA."
            )
        }
        let accepted =
            candidates.role(position) == .root
            ? "every certificate issued below this CA" : "only certificates issued by this CA"
        return PinAdvice(
            .prefer,
            "This is the usable CA key nearest to the leaf. A pin of this key still matches after the leaf is renewed, "
                + "and accepts \(accepted)."
        )
    }

    private static func forLeaf(_ position: Int, _ candidates: PinCandidates) -> PinAdvice {
        guard candidates.isSelected(position) else {
            return PinAdvice(
                .avoid,
                "A renewal of this certificate can change its key. The key of the issuing CA stays the same."
            )
        }
        let isOnly = candidates.selected.count == 1
        return PinAdvice(
            .backup,
            (isOnly
                ? "This is the only available key: its pin matches only "
                : "A pin of this key still matches when the CA is replaced, but only ")
                + "as long as renewals keep the key, so have certificates reissued for the same key."
        )
    }
}
