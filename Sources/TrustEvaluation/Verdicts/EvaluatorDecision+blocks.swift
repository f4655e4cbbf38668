import TrustModel

/// The blocks of the operator, which are above every policy, floor, exception and mode.
extension EvaluatorDecision {
    /// Returns the decision to deny because of blocked certificates; nil if no block matches.
    ///
    /// This is applied last, to the decision of policy and floor together, so that nothing can override it. The leaf is always
    /// compared. If the chain is not denied anyway, so are the certificates of its path. If no path was validated, all
    /// certificates that were presented are compared too.
    func denied(by blocks: BlocksInForce, of question: TrustQuestion) -> EvaluatorDecision? {
        var compared = [question.chain[0]]
        if conclusion.action != .deny {
            compared += path.dropFirst().map(\.certificate)
            if !isPathValidated { compared += question.chain.dropFirst() }
        }
        var found: [Finding] = []
        for (position, certificate) in compared.enumerated()
        where !found.contains(where: { $0.certificate == certificate }) {
            let depth = path.firstIndex { $0.certificate == certificate }
            // Only the first certificate is the leaf, wherever else it was sent.
            guard let block = blocks.block(of: certificate.facts, at: position) else { continue }
            found.append(block.finding(about: certificate, at: depth))
        }
        return found.isEmpty ? nil : denied(for: found)
    }

    private func denied(for found: [Finding]) -> EvaluatorDecision {
        let known = reasons.filter { $0.code == .policyBlocked && $0.severity == .error }
        let unknown = found.filter { finding in !known.contains { $0.certificate == finding.certificate } }
        let refused = EvaluatorDecision.refused((reasons + unknown).ranked)
        var denied = self
        denied.conclusion = refused.conclusion
        denied.reasons = refused.reasons
        denied.codesToAccept = refused.codesToAccept
        (denied.isWaived, denied.isValidForReporting) = (false, false)
        (denied.principal, denied.validUntil, denied.exceptionOffer) = (nil, nil, nil)
        // Evidence cannot change the decision, so that none is fetched.
        denied.needs = []
        return denied
    }
}
