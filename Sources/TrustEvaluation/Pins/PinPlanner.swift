import TrustModel

/// Recommends which keys of a chain to pin: those of CAs before the leaf's, and always a set.
///
/// Keys are better pins than certificates, because every renewal replaces a certificate. A CA's key is better than the
/// leaf's, which a renewal may replace. A set survives the loss of one key without an outage.
enum PinPlanner {
    /// The time before its expiration at which a certificate is warned about, in seconds: thirty days.
    static let soon: Int64 = 30 * 86400

    /// Creates a plan for the chain of the first leaf, or of the lowest CA if there is no leaf.
    ///
    /// - Parameters:
    ///   - certificates: Certificates in any order, possibly incomplete or with unrelated ones; roles follow from their
    ///     content.
    ///   - instant: The time at which certificates must be valid.
    ///   - signatures: Verifies the issuers' signatures.
    /// - Returns: The plan, with its entries in the order of the certificates.
    /// - Throws: ``LibraryFailure`` if a signature could not be checked.
    static func plan(
        for certificates: [Certificate],
        at instant: Instant,
        _ signatures: SignatureChecks
    ) throws(LibraryFailure) -> PinPlan {
        let links = try CertificateLinks(certificates, at: instant, signatures)
        let candidates = PinCandidates(links, of: certificates, at: instant)
        return PinPlan(
            entries: certificates.indices.map { entry(at: $0, candidates) },
            suggestedPins: candidates.selected.map { candidates.facts($0).publicKeyFingerprint },
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
        let selected = candidates.selected
        guard selected.count > 1, let expires = candidates.facts(selected[0]).notAfter else { return nil }
        // Without a leaf, a CA certificate may be the server's own.
        let isAboveLeaf = candidates.hasLeaf && selected.allSatisfy { candidates.role($0) != .leaf }
        return PinPlan.Policy(
            scope: isAboveLeaf ? .ca : .any,
            pins: selected.map { candidates.facts($0).publicKeyFingerprint },
            expires: expires
        )
    }
}
