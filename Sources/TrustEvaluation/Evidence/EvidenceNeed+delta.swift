package import TrustModel

extension EvidenceNeed {
    /// Returns why a verified delta CRL cannot update the complete CRL of the need, as the code of a failure.
    ///
    /// - Returns: `otherBase` if the scope or the base number does not match (RFC 5280 section 5.2.4). Nil if the delta
    ///   updates the complete CRL, if it is not newer and so adds nothing, or if no delta is needed.
    package func mismatch(of list: CertificateRevocationList) -> FetchFailureCode? {
        guard let base else { return nil }
        return list.facts.isDelta(of: base.facts) || base.facts.supersedes(list.facts) ? nil : .otherBase
    }
}
