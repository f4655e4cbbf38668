import TrustModel

/// The conditions under which report mode waives errors of a path.
extension PathRequirements {
    /// Whether the requirements accept certificates of servers for a host that is not compared.
    ///
    /// A waived pin or constraint would then leave nothing that identifies the server: any certificate of any CA would do.
    /// Clients have no host. An X.509-SVID is identified by its SPIFFE ID.
    var leavesHostOpen: Bool {
        switch purpose {
        case .serverAuth: break
        case .any where allowedClients == nil: break
        default: return false
        }
        guard !profile.demands.requiresSVID else { return false }
        return !validateHost || !downgradedHostCodes.isEmpty
    }

    /// Whether report mode waives all errors of an outcome, including the errors that ``enforcement`` does not enforce.
    ///
    /// The errors that are enforced remain in the evaluation of the path, which compares them itself.
    func waivesUnenforced(_ outcome: RuleOutcome) -> Bool {
        guard enforcement != .everything, case .applied(let findings, _) = outcome else { return true }
        return findings.allSatisfy { finding in
            guard let rated = rated(finding), rated.severity == .error else { return true }
            return rated.code.reportMode == .waived
        }
    }
}
