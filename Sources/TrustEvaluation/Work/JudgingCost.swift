import TrustModel

extension CandidatePath {
    /// What it costs to judge the path (``WorkBudget/judgedCertificates``).
    var judgingCost: Int { certificates.reduce(0) { $0 + $1.judgingCost } }
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
