import TrustModel

/// How CRLs of one issuer go together, and how they are named.
extension CertificateRevocationListFacts {
    /// How to name the list in a message.
    var source: String {
        "the \(baseCRLNumber == nil ? "" : "delta ")CRL of \(issuer.description)"
            + (crlNumber.map { " (number \($0))" } ?? "")
    }

    /// Where the list comes from.
    var summary: [Fact] {
        [Fact("method", "crl"), Fact("issuer", issuer.description)]
            + (crlNumber.map { [Fact("crlNumber", $0.description)] } ?? [])
            + (baseCRLNumber.map { [Fact("baseCRLNumber", $0.description)] } ?? [])
            + [Fact("thisUpdate", thisUpdate)] + (nextUpdate.map { [Fact("nextUpdate", $0)] } ?? [])
    }

    /// Why the list says nothing, as a clause with the list as its subject.
    func defect(_ code: ReasonCode, _ what: String, isOutOfScope: Bool = false) -> RevocationDefect {
        RevocationDefect(code, "\(source) \(what)", facts: summary, isOutOfScope: isOutOfScope)
    }

    /// Whether a delta goes on from this complete list or an older one (section 5.2.4).
    func isDelta(of complete: CertificateRevocationListFacts) -> Bool {
        guard let base = baseCRLNumber, let own = crlNumber, let number = complete.crlNumber else { return false }
        return hasSameScope(as: complete) && base <= number && number < own
    }

    /// Whether this delta has a smaller number than another one.
    func isOlder(than other: CertificateRevocationListFacts) -> Bool {
        guard let number = crlNumber, let theirs = other.crlNumber else { return false }
        return number < theirs
    }

    /// Whether this complete list is of the same time as a delta or later, so that the delta says nothing more.
    func supersedes(_ delta: CertificateRevocationListFacts) -> Bool {
        guard let number = crlNumber, let theirs = delta.crlNumber else { return false }
        return delta.hasSameScope(as: self) && theirs <= number
    }

    /// Section 6.3.3 (c): same issuer, same scope, same key.
    private func hasSameScope(as other: CertificateRevocationListFacts) -> Bool {
        issuer == other.issuer && issuingDistributionPoint == other.issuingDistributionPoint
            && authorityKeyIdentifier == other.authorityKeyIdentifier
    }
}
