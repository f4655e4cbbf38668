import TrustModel

/// The trust of a root program in one anchor for one purpose.
struct PurposeTrust {
    /// The name of the purpose in documents.
    let purpose: String
    var isTrusted: Bool
    /// The latest notBefore of trusted leaves; nil for no limit.
    var leafNotBeforeUntil: Instant?
    /// The DNS names to which the trust is limited; empty for no limit.
    var dnsNames: [String] = []

    /// Returns one alternative for all purposes with the same conditions, in the order of the purposes.
    static func alternatives(of trusts: [PurposeTrust]) -> [ImportedConstraint.Alternative] {
        var alternatives: [ImportedConstraint.Alternative] = []
        for trust in trusts where trust.isTrusted {
            if let index = alternatives.firstIndex(where: {
                $0.leafNotBeforeUntil == trust.leafNotBeforeUntil && $0.dnsNames == trust.dnsNames
            }) {
                alternatives[index].purposes.append(trust.purpose)
            } else {
                var alternative = ImportedConstraint.Alternative()
                alternative.leafNotBeforeUntil = trust.leafNotBeforeUntil
                alternative.dnsNames = trust.dnsNames
                alternative.purposes = [trust.purpose]
                alternatives.append(alternative)
            }
        }
        return alternatives
    }
}
