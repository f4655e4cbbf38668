import TrustModel

extension CandidatePath {
    /// What it costs to judge the path (``WorkBudget/judgedCertificates``).
    var judgingCost: Int { certificates.reduce(0) { $0 + $1.judgingCost } }

    /// The cost of the path's policy graph (``WorkBudget/policyNodes``).
    ///
    /// Each policy counts once and each mapping twice, whether the graph is asked for or not; sorting them takes longest.
    var policyCost: Int {
        certificates.reduce(0) { cost, certificate in
            let extensions = certificate.facts.extensions
            return cost + (extensions.certificatePolicies?.count ?? 0) + 2 * extensions.policyMappings.count
        }
    }
}

extension Certificate {
    /// One, and one more for each 2 KiB, since rules and library look at every name and usage anew in each path.
    ///
    /// Address blocks and system numbers (RFC 3779) take the library five times as long as anything else.
    fileprivate var judgingCost: Int {
        let size = der.count >> 11
        guard size > 0 else { return 1 }
        let hasResources = facts.extensions.contains(.addressBlocks) || facts.extensions.contains(.systemNumbers)
        return 1 + (hasResources ? 5 * size : size)
    }
}
