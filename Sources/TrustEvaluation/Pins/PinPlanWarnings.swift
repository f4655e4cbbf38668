import TrustModel

struct PinPlanWarnings {
    private let candidates: PinCandidates
    private let instant: Instant

    init(_ candidates: PinCandidates, at instant: Instant) {
        self.candidates = candidates
        self.instant = instant
    }

    var all: [PinPlan.Warning] {
        countWarnings + candidates.selected.compactMap(selectionWarning) + chainWarnings
            + candidates.links.chain.compactMap(certificateWarning) + equalKeyWarnings
    }

    private typealias Warning = PinPlan.Warning

    private var countWarnings: [PinPlan.Warning] {
        switch candidates.selected.count {
        case 0:
            [Warning(code: .noPin, position: nil, message: "This chain has no key that is suitable for pinning.")]
        case 1:
            [
                Warning(
                    code: .singlePin,
                    position: candidates.selected.first,
                    message:
                        "Only one key can be pinned: if it is lost or replaced, all clients are locked out. Generate a "
                        + "backup key offline, store it separately, and pin it too before you enable pinning."
                )
            ]
        default: []
        }
    }

    private func selectionWarning(_ position: Int) -> PinPlan.Warning? {
        switch candidates.role(position) {
        case .leaf:
            Warning(
                code: .leafPinned,
                position: position,
                message:
                    "The leaf's key is a suggested pin because the chain has too few suitable CA keys. This pin no "
                    + "longer matches after a renewal with a new key. If the chain lacks issuers, add them, and "
                    + "create a new plan."
            )
        case .root:
            Warning(
                code: .rootPinned,
                position: position,
                message:
                    "\(candidates.name(position)) is a root: if it belongs to a public CA, its pin accepts every "
                    + "certificate of that CA, regardless of who requested the certificate. Keep validating the host."
            )
        case .intermediate: nil
        }
    }

    private var chainWarnings: [PinPlan.Warning] {
        let links = candidates.links
        var warnings: [PinPlan.Warning] = []
        if !links.isComplete, let last = links.chain.last {
            warnings.append(
                Warning(
                    code: .chainIncomplete,
                    position: last,
                    message:
                        "The issuer of \(candidates.name(last)) is missing, so the issuer's key cannot be selected. "
                        + "Servers usually do not send the root: obtain the root from the CA."
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
                    message: "\(count) not in the chain of certificate \(start). This plan covers only that chain."
                )
            )
        }
        return warnings
    }

    private func certificateWarning(_ position: Int) -> PinPlan.Warning? {
        let facts = candidates.facts(position)
        let name = candidates.name(position)
        guard let end = facts.notAfter else {
            return Warning(code: .expired, position: position, message: "\(name) has a malformed notAfter time.")
        }
        if end < instant { return Warning(code: .expired, position: position, message: "\(name) expired on \(end).") }
        if let fault = candidates.faults[position] {
            return Warning(code: .keyWeak, position: position, message: fault)
        }
        guard end <= instant.adding(seconds: PinPlanner.soon) else { return nil }
        return Warning(
            code: .expiresSoon,
            position: position,
            message:
                "\(name) expires on \(end): renew it before you pin its key, or create a new plan after the renewal."
        )
    }

    private var equalKeyWarnings: [PinPlan.Warning] {
        let positions = candidates.certificates.indices
        return positions.compactMap { position in
            guard let first = positions.first(where: { candidates.hasSameKey($0, position) }), first < position else {
                return nil
            }
            return Warning(
                code: .sameKey,
                position: position,
                message: "Certificates \(first) and \(position) have the same key and therefore the same pin."
            )
        }
    }
}
