import TrustModel

/// Deviations of a CRL from the profile in RFC 5280 sections 5.1 to 5.3.
extension CertificateRevocationListFacts {
    /// The deviations, at most one per reason code.
    var deviations: [CRLDeviation] {
        var deviations: [CRLDeviation] = []
        if crlNumber == nil { deviations.append(deviation(.strictCRLNumberMissing, ["has no CRL number"])) }
        let problems = problems
        if !problems.isEmpty { deviations.append(deviation(.strictCRLForm, problems)) }
        return deviations
    }

    private func deviation(_ code: ReasonCode, _ problems: [String]) -> CRLDeviation {
        CRLDeviation(
            code: code,
            message: "\(source) \(problems.joined(separator: ", and it "))",
            facts: summary
        )
    }

    /// Clauses with the CRL as their subject.
    private var problems: [String] {
        var problems: [String] = []
        if authorityKeyIdentifier?.keyIdentifier == nil { problems.append("does not identify its issuer's key") }
        if nextUpdate == nil { problems.append("has no nextUpdate") }
        if [crlNumber, baseCRLNumber].contains(where: { $0.map { $0.octetCount > 20 } ?? false }) {
            problems.append("has a CRL number longer than 20 octets")
        }
        if issuingDistributionPoint == IssuingDistributionPoint() {
            problems.append("has an issuing distribution point without any field")
        }
        if let slip = SignatureParameters(of: signatureAlgorithm).deviation {
            problems.append("is signed with an algorithm that \(slip)")
        }
        return problems + CRLFormFault.allCases.filter(formFaults.contains).map(\.clause)
    }
}

extension CRLFormFault {
    /// The fault as a clause with the CRL as its subject.
    fileprivate var clause: String {
        switch self {
        case .versionWrittenOut: "encodes version 1, for which the version field must be absent"
        case .extensionsInVersion1: "has extensions but is a version 1 CRL"
        case .generalizedTimeBefore2050: "has a GeneralizedTime before 2050"
        case .entriesEmpty: "has an empty list of entries"
        case .authorityKeyIdentifierCritical: "has a critical authority key identifier"
        case .crlNumberCritical: "has a critical CRL number"
        case .issuingDistributionPointNotCritical: "has an issuing distribution point that is not critical"
        case .reasonCodeCritical: "has an entry with a critical reason code"
        case .certificateIssuerNotCritical: "has an entry with a certificate issuer that is not critical"
        case .defaultEncoded: "encodes a default value, which DER omits"
        case .reasonFlagsPadded: "has reason flags that end with zeros, which DER omits"
        }
    }
}
