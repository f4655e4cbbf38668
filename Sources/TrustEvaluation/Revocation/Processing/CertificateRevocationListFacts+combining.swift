import TrustModel

extension CertificateRevocationListFacts {
    /// The CRL as a noun phrase for messages.
    var source: String {
        "the \(baseCRLNumber == nil ? "" : "delta ")CRL issued by \(issuer.description)"
            + (crlNumber.map { " (CRL number \($0))" } ?? "")
    }

    var summary: [Fact] {
        [Fact("method", "crl"), Fact("issuer", issuer.description)]
            + (crlNumber.map { [Fact("crlNumber", $0.description)] } ?? [])
            + (baseCRLNumber.map { [Fact("baseCRLNumber", $0.description)] } ?? [])
            + [Fact("thisUpdate", thisUpdate)] + (nextUpdate.map { [Fact("nextUpdate", $0)] } ?? [])
    }

    /// Creates a defect from a clause with the CRL as its subject.
    func defect(_ code: ReasonCode, _ what: String, isOutOfScope: Bool = false) -> RevocationDefect {
        RevocationDefect(code, "\(source) \(what)", facts: summary, isOutOfScope: isOutOfScope)
    }

    /// Whether this delta updates the given complete CRL or an older one (RFC 5280 section 5.2.4).
    func isDelta(of complete: CertificateRevocationListFacts) -> Bool {
        guard let base = baseCRLNumber, let own = crlNumber, let number = complete.crlNumber else { return false }
        return hasSameScope(as: complete) && base <= number && number < own
    }

    func isOlder(than other: CertificateRevocationListFacts) -> Bool {
        guard let number = crlNumber, let theirs = other.crlNumber else { return false }
        return number < theirs
    }

    /// Whether this complete CRL is at least as recent as a delta, so that the delta adds nothing.
    func supersedes(_ delta: CertificateRevocationListFacts) -> Bool {
        guard let number = crlNumber, let theirs = delta.crlNumber else { return false }
        return delta.hasSameScope(as: self) && theirs <= number
    }

    /// Whether issuer, scope and key are the same (RFC 5280 section 6.3.3 (c)).
    private func hasSameScope(as other: CertificateRevocationListFacts) -> Bool {
        issuer == other.issuer && issuingDistributionPoint == other.issuingDistributionPoint
            && authorityKeyIdentifier == other.authorityKeyIdentifier
    }
}
