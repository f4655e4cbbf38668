import TrustModel

/// The choice of the remedy that fits the place where a fault was found.
extension PathContext {
    /// The remedy of a finding where the general one of its code would not help; nil elsewhere.
    func specialRemedy(for finding: Finding) -> SpecialRemedy? {
        guard let depth = finding.depth else { return nil }
        switch finding.code {
        case .chainIssuerNotFound: return depth > 0 ? .unknownRoot : nil
        case .timeExpired: return isAnchor(depth) ? .expiredAnchor : depth > 0 ? .expiredIntermediate : nil
        case .revocationRevoked: return depth > 0 ? .revokedIntermediate : nil
        case .revocationUnavailable: return missingEvidence
        default: return nil
        }
    }

    /// The remedy where the policy accepts evidence of one kind alone.
    private var missingEvidence: SpecialRemedy? {
        switch revocation.requirements?.methods {
        case [.crl]: .missingCRL
        case [.ocsp]: .missingOCSPResponse
        default: nil
        }
    }
}
