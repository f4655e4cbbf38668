import TrustModel

extension CandidatePath {
    /// What it costs to evaluate the path (``WorkBudget/evaluatedCertificates``).
    var evaluationCost: Int { certificates.reduce(0) { $0 + $1.evaluationCost } }

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
    /// One, and one more for each 2 KiB, since the rules look at every name and usage anew in each path.
    fileprivate var evaluationCost: Int { 1 + (der.count >> 11) }
}
