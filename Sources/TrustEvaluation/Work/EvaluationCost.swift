import TrustModel

extension CandidatePath {
    /// The cost of evaluating the path (``WorkBudget/evaluatedCertificates``).
    var evaluationCost: Int { certificates.reduce(0) { $0 + $1.evaluationCost } }

    /// The cost of the path's policy graph (``WorkBudget/policyNodes``).
    ///
    /// Each policy costs one unit and each mapping two, mainly for sorting, even if the graph is not needed.
    var policyCost: Int {
        certificates.reduce(0) { cost, certificate in
            let extensions = certificate.facts.extensions
            return cost + (extensions.certificatePolicies?.count ?? 0) + 2 * extensions.policyMappings.count
        }
    }
}

extension Certificate {
    /// One unit, and one more for each 2 KiB of DER, because the rules examine all names and usages again in each path.
    fileprivate var evaluationCost: Int { 1 + (der.count >> 11) }
}
