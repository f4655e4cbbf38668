import TrustModel

extension PathRequirements {
    /// Returns a finding with the severity of the profile and the policy's `checks`; nil if the finding is ignored.
    ///
    /// Errors that the policy does not enforce become warnings.
    func adjusted(_ finding: Finding) -> Finding? {
        guard var finding = rated(finding) else { return nil }
        if finding.severity == .error, !isDecisive(finding) { finding.severity = .warning }
        return finding
    }

    /// Returns a finding with the severity of the profile and of `checks` before ``enforcement``; nil if it is ignored.
    func rated(_ finding: Finding) -> Finding? {
        var finding = finding
        switch finding.code.severities?[profile] {
        case .error: finding.severity = .error
        case .warning: finding.severity = .warning
        case .ignore where severities[finding.code] == nil: return nil
        case .ignore, nil: break
        }
        let mayBeDowngraded = finding.code.mayBeDowngraded && !finding.isFixed
        switch severities[finding.code] {
        case .error: finding.severity = .error
        case .warning where mayBeDowngraded: finding.severity = .warning
        case .ignore where mayBeDowngraded: return nil
        case .warning, .ignore, nil: break
        }
        return finding
    }

    /// Whether the profile ignores all findings with a code, and the policy's `checks` do not name the code.
    func ignores(_ code: ReasonCode) -> Bool { code.severities?[profile] == .ignore && severities[code] == nil }

    /// Whether the error rejects the path under the policy's enforcement.
    ///
    /// If only pins decide, a revoked pinned key is still rejected. A pinned key is also rejected if the budget was
    /// exhausted before the key's revocation status was known, because the holder of the key chooses the chain.
    private func isDecisive(_ finding: Finding) -> Bool {
        if enforcement == .hostAndPins, !acceptsRevokedPins,
            [.revocationRevoked, .internalBudgetExhausted].contains(finding.code)
        {
            return true
        }
        return enforcement.includes(finding)
    }
}
