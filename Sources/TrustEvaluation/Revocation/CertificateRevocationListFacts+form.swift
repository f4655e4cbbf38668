import TrustModel

/// Whether a list is as conforming issuers write it (RFC 5280 sections 5.1 to 5.3).
extension CertificateRevocationListFacts {
    /// What is otherwise, one for each code.
    var deviations: [CRLDeviation] {
        var deviations: [CRLDeviation] = []
        if crlNumber == nil { deviations.append(deviation(.strictCRLNumberMissing, ["has no number"])) }
        let complaints = complaints
        if !complaints.isEmpty { deviations.append(deviation(.strictCRLForm, complaints)) }
        return deviations
    }

    private func deviation(_ code: ReasonCode, _ complaints: [String]) -> CRLDeviation {
        CRLDeviation(
            code: code,
            message: "\(source) \(complaints.joined(separator: ", and it "))",
            facts: summary
        )
    }

    /// Clauses with the list as their subject.
    private var complaints: [String] {
        var complaints: [String] = []
        if authorityKeyIdentifier?.keyIdentifier == nil { complaints.append("does not identify its issuer's key") }
        if nextUpdate == nil { complaints.append("has no nextUpdate") }
        if [crlNumber, baseCRLNumber].contains(where: { $0.map { $0.octetCount > 20 } ?? false }) {
            complaints.append("has a number of more than 20 octets")
        }
        if issuingDistributionPoint == IssuingDistributionPoint() {
            complaints.append("has an issuing distribution point without any field")
        }
        if let slip = SignatureParameters(of: signatureAlgorithm).slip {
            complaints.append("is signed with an algorithm that \(slip)")
        }
        return complaints + CRLFormFault.allCases.filter(formFaults.contains).map(\.clause)
    }
}

extension CRLFormFault {
    /// What is wrong, a clause with the list as its subject.
    fileprivate var clause: String {
        switch self {
        case .versionWrittenOut: "encodes version 1, for which the version field must be absent"
        case .extensionsInVersion1: "has extensions but is of version 1"
        case .generalizedTimeBefore2050: "has a GeneralizedTime before 2050"
        case .entriesEmpty: "has an empty list of entries"
        case .authorityKeyIdentifierCritical: "has a critical authority key identifier"
        case .crlNumberCritical: "has a critical number"
        case .issuingDistributionPointNotCritical: "has an issuing distribution point that is not critical"
        case .reasonCodeCritical: "has an entry with a critical reason code"
        case .certificateIssuerNotCritical: "has an entry with a certificate issuer that is not critical"
        }
    }
}
