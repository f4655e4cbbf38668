import TrustModel

/// Recommends a set of keys to pin, and prefers the keys of CAs to the leaf's key.
///
/// Keys are better pins than certificates, because every renewal replaces a certificate. A CA's key is better than the
/// leaf's, which a renewal may replace. With a set of pins, the loss of one key does not cause an outage.
enum PinPlanner {
    /// The period before a certificate's expiration in which a plan contains a warning: thirty days, in seconds.
    static let soon: Int64 = 30 * 86400

    /// Implements ``TrustEngine/pinPlan(for:at:)``.
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

    private static func entry(at position: Int, _ candidates: PinCandidates) -> PinPlan.CertificateAdvice {
        let advice = PinAdvice(on: position, candidates)
        return PinPlan.CertificateAdvice(
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
        // Without a leaf, a CA certificate may be the server's own certificate.
        let isAboveLeaf = candidates.hasLeaf && selected.allSatisfy { candidates.role($0) != .leaf }
        return PinPlan.Policy(
            scope: isAboveLeaf ? .ca : .any,
            pins: selected.map { candidates.facts($0).publicKeyFingerprint },
            expires: expires
        )
    }
}
