import TrustEvaluation
import TrustModel

/// Reads and verifies the response to a request for evidence.
struct ResponseReader: Sendable {
    let ports: EvidencePorts
    let bounds: EvidenceBounds

    /// Returns the HTTP request for a target; nil if it cannot be encoded.
    func request(for target: EvidenceTarget, _ need: EvidenceNeed, _ inquiry: OCSPInquiry) -> EvidenceRequest? {
        switch need.method {
        case .ocsp:
            guard let issuer = need.issuer else { return nil }
            return OCSPRequest(about: need.certificate, issuedBy: issuer, inquiry.digest, ports.digests)?
                .httpRequest(to: target.location, maximumBytes: bounds.ocspBytes, isPost: inquiry.method == .post)
        case .crl: return EvidenceRequest(.crl, url: target.location, maximumBytes: bounds.crlBytes)
        case .issuer: return EvidenceRequest(.issuer, url: target.location, maximumBytes: bounds.issuerBytes)
        }
    }

    /// Reads a response and verifies the evidence in it; a CRL keeps the charge for its memory.
    func assess(
        _ response: EvidenceResponse,
        for target: EvidenceTarget,
        meeting need: EvidenceNeed,
        _ charge: MemoryAccount.Charge?
    ) -> ResponseAssessment {
        let (bytes, maximumAge): ([UInt8], Int64?)
        switch response.outcome {
        case .failure(let code, let scope):
            let defect: OCSPInquiry.Defect? = need.method == .ocsp && code.isOfExchange ? .exchange : nil
            return .failure(failure(code, of: response, from: target), RevocationEvidence(), scope, defect)
        case .body(let body, let age): (bytes, maximumAge) = (body, age)
        }
        guard bytes.count <= maximumBytes(need.method) else {
            return .failure(failure(.tooLarge, of: response, from: target), RevocationEvidence(), .request, nil)
        }
        let now = ports.clock.now
        guard let (content, examination) = read(bytes, meeting: need, from: target.location, charge, at: now) else {
            let defect: OCSPInquiry.Defect? = need.method == .ocsp ? .exchange : nil
            return .failure(
                failure(.malformedResponse, of: response, from: target),
                RevocationEvidence(),
                .request,
                defect
            )
        }
        switch examination {
        case .usable(let thisUpdate, let end):
            return .answer(
                StoredEvidence(
                    content,
                    thisUpdate: thisUpdate,
                    end: end,
                    maximumAge: maximumAge,
                    at: now,
                    random: ports.clock.random()
                )
            )
        case .unusable(let problem):
            let failure = failure(FetchFailureCode(problem), of: response, from: target)
            return .failure(failure, content.revocation, .request, content.inquiryDefect(problem))
        }
    }

    private func failure(
        _ code: FetchFailureCode,
        of response: EvidenceResponse,
        from target: EvidenceTarget
    ) -> FailedFetch {
        FailedFetch(
            url: target.location,
            code: code,
            milliseconds: response.milliseconds,
            redirect: response.redirect
        )
    }

    func maximumBytes(_ method: EvidenceNeed.Method) -> Int {
        switch method {
        case .ocsp: bounds.ocspBytes
        case .crl: bounds.crlBytes
        case .issuer: bounds.issuerBytes
        }
    }

    func read(
        _ bytes: [UInt8],
        meeting need: EvidenceNeed,
        from location: String,
        _ charge: MemoryAccount.Charge?,
        at now: Instant
    ) -> (StoredEvidence.Content, EvidenceExamination)? {
        let limits = EvidenceLimits(count: 1, bytesEach: maximumBytes(need.method))
        switch (need.method, need.issuer) {
        case (.ocsp, let issuer?):
            guard let response = try? ports.evidence.ocspResponse(in: bytes, limits: limits) else { return nil }
            let examination = ports.examiner.examine(response, for: need, issuedBy: issuer, at: now)
            return (.response(response), examination)
        case (.crl, let issuer?):
            guard let read = try? ports.evidence.revocationLists(in: bytes, limits: limits).first else { return nil }
            let list = charge.map(read.charged) ?? read
            let examination = ports.examiner.examine(list, for: need, issuedBy: issuer, from: location, at: now)
            return (.list(list), examination)
        case (.issuer, _), (_, nil): return readIssuers(bytes, meeting: need, at: now)
        }
    }

    /// The time for which the certificates of an issuer may be used, in seconds.
    static let issuerLifetime: Int64 = 86400

    private func readIssuers(
        _ bytes: [UInt8],
        meeting need: EvidenceNeed,
        at now: Instant
    ) -> (StoredEvidence.Content, EvidenceExamination)? {
        let limits = CertificateLimits(count: GatheredEvidence.maximumIssuers, bytesEach: bounds.issuerBytes)
        guard let certificates = try? ports.certificates.certificates(in: bytes, limits: limits) else { return nil }
        // Whether one of them is the issuer is decided for each certificate: a chain that only names the location must not
        // delay the others.
        return (.certificates(certificates), .usable(thisUpdate: now, end: now.adding(seconds: Self.issuerLifetime)))
    }
}

extension FetchFailureCode {
    /// Whether a responder answered, but not as one: a POST may succeed where a GET failed so.
    fileprivate var isOfExchange: Bool {
        switch self {
        case .badStatus, .badRedirect, .tooManyRedirects, .badContentType, .truncated, .compressed, .badResponse,
            .tooLarge:
            true
        default: false
        }
    }
}

extension StoredEvidence.Content {
    /// Returns what another request to the responder could mend; nil for CRLs, certificates, and a responder that is busy.
    fileprivate func inquiryDefect(_ problem: EvidenceExamination.Defect) -> OCSPInquiry.Defect? {
        guard case .response(let response) = self, problem != .tryLater else { return nil }
        // Many responders answer a request with an unknown digest as one about an unknown certificate. A stale response may
        // come from a cache, which a POST bypasses.
        return problem == .stale || response.status == .malformedRequest ? .exchange : .identifier
    }

    /// The CRL or response; empty for certificates, and for a response that contains only an error status.
    var revocation: RevocationEvidence {
        switch self {
        case .response(let response) where response.answer == nil: RevocationEvidence()
        case .response(let response): RevocationEvidence(responses: [response])
        case .list(let list): RevocationEvidence(lists: [list])
        case .certificates: RevocationEvidence()
        }
    }

    /// Whether stored evidence may be used for a need without asking its location again.
    func isUsable(for need: EvidenceNeed, at now: Instant) -> Bool {
        if case .response(let response) = self { need.accepts(stored: response, at: now) } else { true }
    }

    /// Whether the evidence may revoke a certificate; an evaluation decides it.
    func revokes(_ certificate: Certificate) -> Bool {
        switch self {
        case .list(let list): list.facts.entry(for: certificate.facts) != nil
        case .response(let response):
            response.answer?.facts.responses.contains { single in
                guard case .revoked = single.status else { return false }
                return single.certificateID.serialNumber == certificate.facts.serialNumber
            } ?? false
        case .certificates: false
        }
    }

    /// The certificates; empty for other evidence.
    var issuers: [Certificate] { if case .certificates(let certificates) = self { certificates } else { [] } }
}
