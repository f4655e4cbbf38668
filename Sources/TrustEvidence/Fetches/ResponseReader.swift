import TrustEvaluation
import TrustModel

/// Reads and verifies the response to a request for evidence.
struct ResponseReader: Sendable {
    let ports: EvidencePorts
    let bounds: EvidenceBounds

    /// Returns the HTTP request for a target; nil if it cannot be encoded.
    func request(for target: EvidenceTarget, _ need: EvidenceNeed, _ digest: OCSPRequest.Digest) -> EvidenceRequest? {
        switch need.method {
        case .ocsp:
            guard let issuer = need.issuer else { return nil }
            return OCSPRequest(about: need.certificate, issuedBy: issuer, digest, ports.digests)?
                .httpRequest(to: target.location, maximumBytes: bounds.ocspBytes)
        case .crl: return EvidenceRequest(.crl, url: target.location, maximumBytes: bounds.crlBytes)
        case .issuer: return EvidenceRequest(.issuer, url: target.location, maximumBytes: bounds.issuerBytes)
        }
    }

    /// Reads a response and verifies the evidence in it; a CRL keeps the charge for its memory.
    func assess(
        _ response: EvidenceResponse,
        for target: EvidenceTarget,
        _ need: EvidenceNeed,
        _ digest: OCSPRequest.Digest,
        _ charge: MemoryAccount.Charge?
    ) -> ResponseAssessment {
        let failed = { (code: FetchFailureCode) in
            FailedFetch(url: target.location, code: code, milliseconds: response.milliseconds)
        }
        let (bytes, maximumAge): ([UInt8], Int64?)
        switch response.outcome {
        case .failure(let code, .request) where need.method == .ocsp && digest == .sha256:
            return .retry(failed(code), RevocationEvidence())
        case .failure(let code, let scope): return .failure(failed(code), RevocationEvidence(), scope)
        case .body(let body, let age): (bytes, maximumAge) = (body, age)
        }
        guard bytes.count <= maximumBytes(need.method) else {
            return .failure(failed(.tooLarge), RevocationEvidence(), .request)
        }
        let now = ports.clock.now
        guard let (content, examination) = read(bytes, need, from: target.location, charge, at: now) else {
            let failure = failed(.malformedResponse)
            return need.method == .ocsp && digest == .sha256
                ? .retry(failure, RevocationEvidence())
                : .failure(failure, RevocationEvidence(), .request)
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
        case .unusable(let defect):
            let failure = failed(FetchFailureCode(defect))
            // Many responders answer a request with an unknown digest as one about an unknown certificate.
            let mayRetry = need.method == .ocsp && digest == .sha256 && defect != .stale && defect != .tryLater
            return mayRetry
                ? .retry(failure, content.revocation) : .failure(failure, content.revocation, .request)
        }
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
        _ need: EvidenceNeed,
        from location: String,
        _ charge: MemoryAccount.Charge?,
        at now: Instant
    ) -> (StoredEvidence.Content, EvidenceExamination)? {
        let limits = EvidenceLimits(count: 1, bytesEach: maximumBytes(need.method))
        switch (need.method, need.issuer) {
        case (.ocsp, let issuer?):
            guard let response = try? ports.evidence.ocspResponse(in: bytes, limits: limits) else { return nil }
            let examination = ports.examiner.examine(response, about: need.certificate, issuedBy: issuer, at: now)
            return (.response(response), examination)
        case (.crl, let issuer?):
            guard let read = try? ports.evidence.revocationLists(in: bytes, limits: limits).first else { return nil }
            let list = charge.map(read.charged) ?? read
            let examination = ports.examiner.examine(list, for: need, issuedBy: issuer, from: location, at: now)
            return (.list(list), examination)
        case (.issuer, _), (_, nil): return readIssuers(bytes, need, at: now)
        }
    }

    /// The time for which the certificates of an issuer may be used, in seconds.
    private static let issuerLifetime: Int64 = 86400

    private func readIssuers(
        _ bytes: [UInt8],
        _ need: EvidenceNeed,
        at now: Instant
    ) -> (StoredEvidence.Content, EvidenceExamination)? {
        let limits = CertificateLimits(count: GatheredEvidence.maximumIssuers, bytesEach: bounds.issuerBytes)
        guard let certificates = try? ports.certificates.certificates(in: bytes, limits: limits) else { return nil }
        // Whether one of them is the issuer is decided for each certificate: a chain that only names the location must not
        // delay the others.
        return (.certificates(certificates), .usable(thisUpdate: now, end: now.adding(seconds: Self.issuerLifetime)))
    }
}

extension StoredEvidence.Content {
    /// The CRL or response; empty for certificates, and for a response that contains only an error status.
    var revocation: RevocationEvidence {
        switch self {
        case .response(let response) where response.answer == nil: RevocationEvidence()
        case .response(let response): RevocationEvidence(responses: [response])
        case .list(let list): RevocationEvidence(lists: [list])
        case .certificates: RevocationEvidence()
        }
    }

    /// Whether the evidence may revoke a certificate; an evaluation decides it.
    func revokes(_ certificate: Certificate) -> Bool {
        switch self {
        case .list(let list): list.facts.entry(for: certificate.facts) != nil
        case .response(let response):
            response.answer?.facts.responses.contains { if case .revoked = $0.status { true } else { false } } ?? false
        case .certificates: false
        }
    }

    /// The certificates; empty for other evidence.
    var issuers: [Certificate] { if case .certificates(let certificates) = self { certificates } else { [] } }
}
