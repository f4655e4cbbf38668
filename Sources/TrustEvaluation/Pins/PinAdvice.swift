import TrustModel

/// Whether to pin one certificate's key, and why.
struct PinAdvice {
    let recommendation: PinPlan.Recommendation
    /// One sentence.
    let why: String

    private init(_ recommendation: PinPlan.Recommendation, _ why: String) {
        self.recommendation = recommendation
        self.why = why
    }

    /// Advises on the certificate at a position.
    init(on position: Int, _ candidates: PinCandidates) {
        if let fault = candidates.faults[position] {
            self.init(.avoid, fault)
        } else if candidates.links.isComplete, candidates.links.chain == [position] {
            self.init(.prefer, "It signs itself: there is no authority whose key could be pinned instead.")
        } else if candidates.links.chain.contains(position) || candidates.isChosen(position) {
            switch candidates.role(position) {
            case .leaf: self = Self.onLeaf(position, candidates)
            case .intermediate, .root: self = Self.onAuthority(position, candidates)
            }
        } else {
            let start = candidates.links.chain.first ?? 0
            self.init(.avoid, "It is not in the chain of certificate \(start).")
        }
    }

    private static func onAuthority(_ position: Int, _ candidates: PinCandidates) -> PinAdvice {
        guard candidates.isPreferred(position) else {
            return PinAdvice(
                .backup,
                "It stands above the preferred key: its pin holds when that key is replaced, and admits whatever is "
                    + "issued below it."
            )
        }
        let admits = candidates.role(position) == .root ? "whatever is issued below it" : "only what it issues"
        return PinAdvice(
            .prefer,
            "It is the authority nearest to the leaf: its pin survives the leaf's renewals, and admits \(admits)."
        )
    }

    private static func onLeaf(_ position: Int, _ candidates: PinCandidates) -> PinAdvice {
        guard candidates.isChosen(position) else {
            return PinAdvice(.avoid, "A renewal may replace it; it does not replace the issuing authority's key.")
        }
        let isOnly = candidates.chosen.count == 1
        return PinAdvice(
            .backup,
            (isOnly
                ? "It is the only key at hand: its pin holds only "
                : "Its pin holds when the authority goes, but only ")
                + "as long as renewals keep the key (reissue for the same key)."
        )
    }
}
