import TrustModel

/// What to know before pinning the keys of a plan.
struct PinPlanWarnings {
    private let candidates: PinCandidates
    private let instant: Instant

    init(_ candidates: PinCandidates, at instant: Instant) {
        self.candidates = candidates
        self.instant = instant
    }

    /// The warnings: of the set of pins, of the chain, of single certificates.
    var all: [PinPlan.Warning] {
        ofCount + candidates.chosen.compactMap(ofChoice) + ofChain + candidates.links.chain.compactMap(ofCertificate)
            + ofEqualKeys
    }

    private typealias Warning = PinPlan.Warning

    private var ofCount: [PinPlan.Warning] {
        switch candidates.chosen.count {
        case 0:
            [Warning(code: .noPin, position: nil, message: "No key of this chain is worth pinning.")]
        case 1:
            [
                Warning(
                    code: .singlePin,
                    position: candidates.chosen.first,
                    message:
                        "There is only one key to pin: when it goes, every client is locked out. Make a backup key "
                        + "offline, keep it apart from the first, and pin it too before you pin at all."
                )
            ]
        default: []
        }
    }

    private func ofChoice(_ position: Int) -> PinPlan.Warning? {
        switch candidates.role(position) {
        case .leaf:
            Warning(
                code: .leafPinned,
                position: position,
                message: "The leaf's key is among the pins, for want of another authority's: a renewal with a new key "
                    + "takes it away. Add the certificates above the last one, and plan again."
            )
        case .root:
            Warning(
                code: .rootPinned,
                position: position,
                message:
                    "\(candidates.name(position)) is a root: where it is a public authority's, its pin admits every "
                    + "certificate of that authority, whoever asked for it. Keep validating the host."
            )
        case .intermediate: nil
        }
    }

    private var ofChain: [PinPlan.Warning] {
        let links = candidates.links
        var warnings: [PinPlan.Warning] = []
        if !links.isComplete, let last = links.chain.last {
            warnings.append(
                Warning(
                    code: .chainIncomplete,
                    position: last,
                    message: "The issuer of \(candidates.name(last)) is not among the certificates, so that its key "
                        + "cannot be chosen. Servers leave out the root; take it from its authority, not from the server."
                )
            )
        }
        let others = candidates.certificates.indices.filter { !links.chain.contains($0) }
        if let first = others.first, let start = links.chain.first {
            let count = others.count == 1 ? "One certificate is" : "\(others.count) certificates are"
            warnings.append(
                Warning(
                    code: .unrelated,
                    position: first,
                    message: "\(count) not in the chain of certificate \(start), for which this plan is."
                )
            )
        }
        return warnings
    }

    private func ofCertificate(_ position: Int) -> PinPlan.Warning? {
        let facts = candidates.facts(position)
        let name = candidates.name(position)
        guard let end = facts.notAfter else {
            return Warning(code: .expired, position: position, message: "The end of \(name) cannot be read.")
        }
        if end < instant { return Warning(code: .expired, position: position, message: "\(name) expired on \(end).") }
        if let fault = candidates.faults[position] {
            return Warning(code: .keyWeak, position: position, message: fault)
        }
        guard end <= instant.adding(seconds: PinPlanner.soon) else { return nil }
        return Warning(
            code: .expiresSoon,
            position: position,
            message: "\(name) expires on \(end): pin after its renewal, or plan again then."
        )
    }

    private var ofEqualKeys: [PinPlan.Warning] {
        let positions = candidates.certificates.indices
        return positions.compactMap { position in
            guard let first = positions.first(where: { candidates.hasSameKey($0, position) }), first < position else {
                return nil
            }
            return Warning(
                code: .sameKey,
                position: position,
                message: "Certificates \(first) and \(position) have the same key, and so the same pin."
            )
        }
    }
}
