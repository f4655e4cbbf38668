import TrustModel

/// Says which keys of a chain to pin: the issuing authority's before the leaf's, and always a set.
///
/// Keys are better pins than certificates, which every renewal replaces; an authority's key is better than the leaf's, which
/// a renewal may replace; and a set lets either go without an outage.
enum PinPlanner {
    /// How long before its end a certificate is warned of, in seconds: thirty days.
    static let soon: Int64 = 30 * 86400

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - certificates: in any order, incomplete or with others among them; roles come from what they say of each other.
    ///   - instant: the time by which certificates are alive or not.
    ///   - signatures: checks who signed whom.
    /// - Returns: the plan for the chain of the first leaf, or of the lowest authority where there is no leaf.
    /// - Throws: ``LibraryFailure`` where a signature could not be checked.
    static func plan(
        for certificates: [Certificate],
        at instant: Instant,
        _ signatures: SignatureChecks
    ) throws(LibraryFailure) -> PinPlan {
        let links = try CertificateLinks(certificates, at: instant, signatures)
        let candidates = PinCandidates(links, of: certificates, at: instant)
        return PinPlan(
            entries: certificates.indices.map { entry(at: $0, candidates) },
            suggestedPins: candidates.chosen.map { candidates.facts($0).publicKeyFingerprint },
            renewal: PinPlan.Renewal.all(candidates),
            warnings: PinPlanWarnings(candidates, at: instant).all,
            policy: policy(candidates)
        )
    }

    private static func entry(at position: Int, _ candidates: PinCandidates) -> PinPlan.Entry {
        let advice = PinAdvice(on: position, candidates)
        return PinPlan.Entry(
            position: position,
            certificate: candidates.certificates[position],
            role: candidates.role(position),
            recommendation: advice.recommendation,
            why: advice.why
        )
    }

    private static func policy(_ candidates: PinCandidates) -> PinPlan.Policy? {
        let chosen = candidates.chosen
        guard chosen.count > 1, let expires = candidates.facts(chosen[0]).notAfter else { return nil }
        // Where no leaf is known, an authority's certificate may be the server's own.
        let isAboveLeaf = candidates.hasLeaf && chosen.allSatisfy { candidates.role($0) != .leaf }
        return PinPlan.Policy(
            scope: isAboveLeaf ? .ca : .any,
            pins: chosen.map { candidates.facts($0).publicKeyFingerprint },
            expires: expires
        )
    }
}
