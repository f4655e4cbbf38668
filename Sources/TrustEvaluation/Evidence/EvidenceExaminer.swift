package import TrustModel

/// Checks evidence with the rules of evaluations; every evaluation checks it again.
package struct EvidenceExaminer: EvidenceExamining {
    /// The minimum collision resistance of signature digests in bits: that of the least strict profile.
    private static let leastDigestStrength = Profile.rfc5280.demands.leastDigestStrength

    private let ports: EvaluationPorts

    /// Creates an examiner with the libraries of evaluations.
    package init(ports: EvaluationPorts) {
        self.ports = ports
    }

    /// Checks an OCSP response as ``OCSPProcessing`` does.
    package func examine(
        _ response: OCSPResponse,
        about certificate: Certificate,
        issuedBy issuer: Certificate,
        at instant: Instant
    ) -> EvidenceExamination {
        guard let answer = response.answer else {
            return .unusable(response.status == .tryLater ? .tryLater : .refused)
        }
        var signatures = SignatureChecks(ports: ports, budget: WorkBudget())
        let processing = OCSPProcessing(
            certificate: certificate,
            issuer: issuer,
            instant: instant,
            leastDigestStrength: Self.leastDigestStrength
        )
        let (answers, defects) = processing.evaluate([response], &signatures)
        let singles = answer.facts.responses.filter { $0.certificateID.serialNumber == certificate.facts.serialNumber }
        guard let end = answers.map(\.currentUntil).min(), let thisUpdate = singles.map(\.thisUpdate).min() else {
            return .unusable(Self.defect(defects))
        }
        return .usable(thisUpdate: thisUpdate, end: end)
    }

    /// Checks the scope of a complete CRL, its signature with the issuer's key, and its validity.
    ///
    /// A CRL of another scope, or a delta, that someone replays must not take the place of the right one.
    package func examine(
        _ list: CertificateRevocationList,
        about certificate: Certificate,
        issuedBy issuer: Certificate,
        at instant: Instant
    ) -> EvidenceExamination {
        let facts = list.facts
        let algorithm = facts.signatureAlgorithm
        guard facts.baseCRLNumber == nil, facts.unknownCriticalExtensions.isEmpty,
            case .reasons = CRLScope(of: certificate.facts).coverage(by: facts)
        else { return .unusable(.invalid) }
        guard facts.issuer == issuer.facts.subject, facts.signatureAlgorithmsAgree, issuer.facts.maySignCRLs,
            SignatureDigest.problem(with: algorithm, least: Self.leastDigestStrength) == nil,
            issuer.facts.publicKey.mayHaveSigned(by: algorithm.algorithm),
            (try? ports.evidence.isSigned(list, by: issuer)) ?? false
        else { return .unusable(.invalid) }
        let freshness = EvidenceFreshness(facts)
        guard freshness.problem(at: instant) == nil else { return .unusable(.stale) }
        return .usable(thisUpdate: freshness.thisUpdate, end: freshness.end)
    }

    /// Compares the names and verifies the signature.
    package func isIssued(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        let algorithm = certificate.facts.signatureAlgorithm.algorithm
        return issuer.facts.subject == certificate.facts.issuer
            && issuer.facts.publicKey.mayHaveSigned(by: algorithm)
            && (try? ports.signatures.isSigned(certificate, by: issuer)) ?? false
    }

    private static func defect(_ defects: [RevocationDefect]) -> EvidenceExamination.Defect {
        let codes = defects.map(\.code)
        if codes.contains(.revocationUnknown) { return .unknown }
        return codes.contains(.revocationStale) ? .stale : .invalid
    }
}
