import TrustModel

extension PinPlan.Renewal {
    /// Returns the effects of renewals on the pins of a chain, from the leaf to the root.
    static func all(_ candidates: PinCandidates) -> [PinPlan.Renewal] {
        candidates.links.chain.flatMap { position in
            switch candidates.role(position) {
            case .leaf: leafRenewals(position, candidates.facts(position))
            case .intermediate, .root: [caRenewal(position, candidates)]
            }
        }
    }

    private static func leafRenewals(_ position: Int, _ facts: CertificateFacts) -> [PinPlan.Renewal] {
        let end = facts.notAfter.map { ", on \($0) at the latest" } ?? ""
        return [
            PinPlan.Renewal(
                position: position,
                pinned: .certificate,
                holdsUntil: facts.notAfter,
                message: "A pin of the leaf's certificate breaks at its next renewal\(end)."
            ),
            PinPlan.Renewal(
                position: position,
                pinned: .key,
                holdsUntil: nil,
                message: "A pin of the leaf's key breaks at the first renewal that does not keep the key; have "
                    + "certificates reissued for the same key."
            ),
        ]
    }

    private static func caRenewal(_ position: Int, _ candidates: PinCandidates) -> PinPlan.Renewal {
        let facts = candidates.facts(position)
        let until = facts.notAfter.map { ", or until \($0) unless the key is certified again" } ?? ""
        let message =
            switch candidates.role(position) {
            case .root:
                "A pin of the key of the root \(facts.displayName) still matches after renewals of all certificates "
                    + "below it, until the chain ends in another root\(until)."
            case .intermediate, .leaf:
                "A pin of the key of \(facts.displayName) still matches after certificates below it are "
                    + "renewed, until another intermediate issues them\(until)."
            }
        return PinPlan.Renewal(position: position, pinned: .key, holdsUntil: facts.notAfter, message: message)
    }
}
