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
        for need: EvidenceNeed,
        issuedBy issuer: Certificate,
        at instant: Instant
    ) -> EvidenceExamination {
        let certificate = need.certificate
        guard let answer = response.answer else {
            return .unusable(EvidenceExamination.Defect(response.status))
        }
        var signatures = SignatureChecks(ports: ports, budget: WorkBudget())
        let processing = OCSPProcessing(
            certificate: certificate,
            issuer: issuer,
            time: Moment(EvaluationTime(instant)),
            leastDigestStrength: Self.leastDigestStrength,
            ageWithoutNextUpdate: need.withoutNextUpdate,
            fetched: [ObjectIdentifier(response)]
        )
        let (answers, defects) = processing.evaluate([response], &signatures)
        let singles = answer.facts.responses.filter { $0.certificateID.serialNumber == certificate.facts.serialNumber }
        guard let end = answers.map(\.currentUntil).min(), let thisUpdate = singles.map(\.thisUpdate).min() else {
            return .unusable(Self.defect(defects))
        }
        return .usable(thisUpdate: thisUpdate, end: end)
    }

    /// Checks the scope of a CRL, its signature with the issuer's key, and its validity.
    ///
    /// A CRL of another scope, or a delta, that someone replays must not take the place of the right one.
    package func examine(
        _ list: CertificateRevocationList,
        for need: EvidenceNeed,
        issuedBy issuer: Certificate,
        from location: String,
        at instant: Instant
    ) -> EvidenceExamination {
        let facts = list.facts
        let isDelta = facts.baseCRLNumber != nil
        guard isDelta == (need.base != nil) else { return .unusable(isDelta ? .notComplete : .notDelta) }
        guard facts.unknownCriticalExtensions.isEmpty, facts.signatureAlgorithmsAgree,
            SignatureDigest.problem(
                with: facts.signatureAlgorithm,
                least: Self.leastDigestStrength,
                in: ports.evidence
            ) == nil
        else { return .unusable(.invalid) }
        let scope = CRLScope(of: need.certificate.facts)
        guard case .reasons(let reasons) = scope.coverage(by: facts, from: isDelta ? nil : location), !reasons.isEmpty
        else { return .unusable(.otherScope) }
        if let defect = signatureDefect(of: list, by: issuer) { return .unusable(defect) }
        let freshness = EvidenceFreshness(facts)
        guard freshness.problem(at: Moment(EvaluationTime(instant))) == nil else { return .unusable(.stale) }
        return .usable(thisUpdate: freshness.thisUpdate, end: freshness.end)
    }

    private func signatureDefect(
        of list: CertificateRevocationList,
        by issuer: Certificate
    ) -> EvidenceExamination.Defect? {
        guard list.facts.issuer == issuer.facts.subject else { return .otherSigner }
        if issuer.facts.maySignCRLs, issuer.facts.publicKey.mayHaveSigned(by: list.facts.signatureAlgorithm.algorithm),
            (try? ports.evidence.isSigned(list, by: issuer)) ?? false
        {
            return nil
        }
        let wanted = list.facts.authorityKeyIdentifier?.keyIdentifier
        let offered = issuer.facts.extensions.subjectKeyIdentifier
        return wanted != nil && offered != nil && wanted != offered ? .otherSigner : .invalid
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

extension EvidenceExamination.Defect {
    /// Creates the defect of a response that has only an error status (RFC 6960 section 4.2.1).
    fileprivate init(_ status: OCSPResponse.Status) {
        switch status {
        case .malformedRequest: self = .malformedRequest
        case .internalError: self = .internalError
        case .tryLater: self = .tryLater
        case .sigRequired: self = .sigRequired
        case .unauthorized: self = .unauthorized
        // A successful response without an answer cannot be parsed.
        case .successful, .other: self = .refused
        }
    }
}
