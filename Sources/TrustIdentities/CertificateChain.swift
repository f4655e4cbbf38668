import TrustModel

/// The certificates of an identity in the order in which a TLS client sends them (RFC 8446 section 4.4.2).
struct CertificateChain {
    /// The leaf and its issuers.
    let certificates: [Certificate]
    /// The number of other certificates.
    let unrelatedCount: Int

    /// Orders certificates by issuer; certificates that did not issue the leaf, directly or indirectly, are omitted.
    ///
    /// Several certificates of one issuer, such as cross-certificates, are all kept.
    init(leaf: Certificate, others: [Certificate]) {
        var ordered = [leaf]
        var rest = others.filter { $0 != leaf }
        rest = rest.enumerated().filter { !rest[..<$0.offset].contains($0.element) }.map(\.element)
        var position = 0
        while position < ordered.count {
            let issuer = ordered[position].facts.issuer
            ordered += rest.filter { $0.facts.subject == issuer }
            rest.removeAll { $0.facts.subject == issuer }
            position += 1
        }
        certificates = ordered
        unrelatedCount = rest.count
    }
}
