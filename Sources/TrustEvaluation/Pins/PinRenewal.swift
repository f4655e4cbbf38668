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
                message: "A pin of the leaf's certificate no longer matches after the next renewal\(end)."
            ),
            PinPlan.Renewal(
                position: position,
                pinned: .key,
                holdsUntil: nil,
                message:
                    "A pin of the leaf's key matches until a renewal changes the key. To keep the pin valid, have the "
                    + "certificate reissued for the same key."
            ),
        ]
    }

    private static func caRenewal(_ position: Int, _ candidates: PinCandidates) -> PinPlan.Renewal {
        let facts = candidates.facts(position)
        let until =
            facts.notAfter.map { ". After \($0), the pin matches only if the CA was renewed with the same key" } ?? ""
        let message =
            switch candidates.role(position) {
            case .root:
                "A pin of the key of the root \(facts.displayName) still matches after the certificates below this "
                    + "root are renewed, until the chain ends in another root\(until)."
            case .intermediate, .leaf:
                "A pin of the key of \(facts.displayName) still matches after the certificates below this CA are "
                    + "renewed, until another intermediate issues them\(until)."
            }
        return PinPlan.Renewal(position: position, pinned: .key, holdsUntil: facts.notAfter, message: message)
    }
}
