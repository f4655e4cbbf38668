import TrustModel

extension PathContext {
    /// Returns the special remedy for a finding; nil if the general remedy of its code applies.
    ///
    /// All `findings` about the path must have their final severities.
    func specialRemedy(for finding: Finding, among findings: [Finding]) -> SpecialRemedy? {
        switch finding.code {
        case .pinCertificateMismatch:
            return lacksPinnable
                ? .incompletePathCertificatePin : mayPinEndEntity(findings) ? .endEntityCertificatePin : nil
        case .pinKeyMismatch:
            return lacksPinnable ? .incompletePathKeyPin : mayPinEndEntity(findings) ? .endEntityKeyPin : nil
        default: break
        }
        guard let depth = finding.depth else { return nil }
        switch finding.code {
        case .chainIssuerNotFound: return depth > 0 ? .unknownRoot : isSentAlone ? .loneCertificate : nil
        case .timeExpired: return isAnchor(depth) ? .expiredAnchor : depth > 0 ? .expiredIntermediate : nil
        case .revocationRevoked: return depth > 0 ? .revokedIntermediate : nil
        case .revocationUnavailable: return missingAnswer(of: finding, at: depth)
        case .extensionInvalid: return finding.facts.contains { $0.name == "byte" } ? nil : .misplacedNoRevAvail
        default: return nil
        }
    }

    /// Whether a missing certificate of the path could match a pin.
    private var lacksPinnable: Bool {
        guard case .issuerNotFound = path.end, let pins = requirements.pins else { return false }
        return pins.scope != .leaf
    }

    /// Whether pinning certificate 0 would make the path trusted, because all other checks pass.
    private func mayPinEndEntity(_ findings: [Finding]) -> Bool {
        guard let pins = requirements.pins, pins.scope != .ca, !path.leaf.facts.isAuthority else { return false }
        return findings.allSatisfy { finding in
            if [.pinCertificateMismatch, .pinKeyMismatch].contains(finding.code) { return true }
            return finding.severity != .error && finding.code != .hazardKeyOnly
                && !finding.code.name.hasPrefix("chain.")
        }
    }

    /// Returns the remedy for a certificate without evidence; nil for evidence that gives no answer.
    private func missingAnswer(of finding: Finding, at depth: Int) -> SpecialRemedy? {
        guard finding.facts.contains(where: { $0.name == "methods" }) else { return nil }
        return revocation.entries.first { $0.depth == depth }.flatMap { missingAnswer($0).remedy }
    }
}
