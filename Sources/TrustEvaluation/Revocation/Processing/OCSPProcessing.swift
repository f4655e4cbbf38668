import TrustModel

/// Determines the revocation status of one certificate from OCSP responses (RFC 6960 sections 3.2 and 4.2.2.2).
///
/// A response is trusted if it is signed by the certificate's issuer in the path, or by a responder authorized by that
/// issuer. The response must include the responder's certificate, whose own revocation is not checked.
struct OCSPProcessing {
    let certificate: Certificate
    let issuer: Certificate
    let time: Moment
    /// The minimum collision resistance of signature digests, in bits.
    let leastDigestStrength: Int
    /// The maximum age of a response without nextUpdate (``RevocationRequirements/withoutNextUpdate``).
    let ageWithoutNextUpdate: Int64
    /// The responses that were fetched for this evaluation.
    var fetched: Set<ObjectIdentifier> = []
    /// The blocks of the operator, which also apply to responders; nil if there are none.
    var blocks: BlocksInForce?

    /// Returns the answers of the responses, and the defects of the responses without an answer.
    func evaluate(
        _ responses: [OCSPResponse],
        _ signatures: inout SignatureChecks
    ) -> (answers: [RevocationAnswer], defects: [RevocationDefect]) {
        var answers: [RevocationAnswer] = []
        var defects: [RevocationDefect] = []
        var digests = IssuerDigests(certificate: certificate, issuer: issuer)
        for response in responses {
            do throws(RevocationDefect) {
                answers += try evaluate(response, with: &digests, by: &signatures, addingTo: &defects)
            } catch {
                defects.append(error.of(response))
            }
        }
        return (answers, defects)
    }

    private func evaluate(
        _ response: OCSPResponse,
        with digests: inout IssuerDigests,
        by signatures: inout SignatureChecks,
        addingTo defects: inout [RevocationDefect]
    ) throws(RevocationDefect) -> [RevocationAnswer] {
        guard let answer = response.answer else { throw response.refusal }
        // A response about other certificates is rejected before it costs a signature check.
        let singles = try self.singles(in: answer.facts, with: &digests, by: signatures)
        let signer = try OCSPSignerSearch(
            issuer: issuer,
            time: time,
            leastDigestStrength: leastDigestStrength,
            blocks: blocks
        ).signer(of: response, answer, &signatures)
        var answers: [RevocationAnswer] = []
        for single in singles {
            do throws(RevocationDefect) {
                answers.append(try self.answer(single, answer.facts, of: response, signer: signer))
            } catch {
                defects.append(error.of(response))
            }
        }
        return answers
    }

    /// Returns the single responses about the certificate that use a known digest algorithm.
    private func singles(
        in facts: OCSPAnswerFacts,
        with digests: inout IssuerDigests,
        by signatures: SignatureChecks
    ) throws(RevocationDefect) -> [OCSPAnswerFacts.Single] {
        var fitting: [OCSPAnswerFacts.Single] = []
        for single in facts.responses where single.certificateID.serialNumber == certificate.facts.serialNumber {
            // Two CAs can have one name, so the key is compared too (RFC 6960 section 4.1.2).
            if digests.match(single.certificateID, signatures) { fitting.append(single) }
        }
        guard fitting.isEmpty else {
            // Usually one response matches. If one of several is a revocation, the others are irrelevant.
            let revoking = fitting.filter { if case .revoked = $0.status { true } else { false } }
            return Array((revoking.isEmpty ? fitting : revoking).prefix(PathContext.maximumFindingsEach))
        }
        throw RevocationDefect(
            .revocationResponseInvalid,
            "\(facts.source) contains the certificate's serial number, but with another issuer or with an unsupported "
                + "digest",
            facts: facts.summary
        )
    }

    private func answer(
        _ single: OCSPAnswerFacts.Single,
        _ facts: OCSPAnswerFacts,
        of response: OCSPResponse,
        signer: Certificate
    ) throws(RevocationDefect) -> RevocationAnswer {
        let stated = EvidenceFreshness(single, ageWithoutNextUpdate: ageWithoutNextUpdate)
        let freshness = fetched.contains(ObjectIdentifier(response)) ? stated.ofFetched(at: time) : stated
        let summary = facts.summary + freshness.facts
        func defect(_ code: ReasonCode, _ what: String) -> RevocationDefect {
            RevocationDefect(code, "\(facts.source) \(what)", facts: summary)
        }
        if let unknown = single.unknownCriticalExtensions.first {
            throw defect(
                .revocationResponseInvalid,
                "has the unsupported critical extension \(unknown)"
            )
        }
        var revocation: RevocationAnswer.Revocation?
        if case .revoked(let date, let reason) = single.status {
            revocation = RevocationAnswer.Revocation(date: date, reason: reason)
        }
        // A permanent revocation remains effective after the response has expired; a hold does not.
        let isLasting = revocation.map { $0.reason?.isPermanent ?? true } ?? false
        if !isLasting || freshness.isFuture(at: time), let problem = freshness.problem(at: time) {
            throw defect(.revocationStale, problem)
        }
        if single.status == .unknown { throw defect(.revocationUnknown, "reports the certificate as unknown") }
        return RevocationAnswer(
            method: .ocsp,
            revocation: revocation,
            // A later evaluation would reject the response after the responder's own certificate has expired.
            currentUntil: min(
                freshness.end,
                signer === issuer ? freshness.end : signer.facts.notAfter ?? freshness.end
            ),
            source: facts.source,
            facts: summary,
            piece: ObjectIdentifier(response)
        )
    }
}

/// The digests of an issuer's name and key that identify it in OCSP, computed once for each algorithm.
private struct IssuerDigests {
    /// The digests of the issuer's name in both encodings, and of its key; nil for an unknown algorithm.
    private typealias Digests = (names: [[UInt8]?], key: [UInt8]?)

    private let certificate: Certificate
    private let issuer: Certificate
    private var known: [OID: Digests] = [:]

    init(certificate: Certificate, issuer: Certificate) {
        self.certificate = certificate
        self.issuer = issuer
    }

    mutating func match(_ id: OCSPAnswerFacts.CertificateID, _ signatures: SignatureChecks) -> Bool {
        let algorithm = id.hashAlgorithm
        let digests = known[algorithm] ?? make(algorithm, signatures)
        known[algorithm] = digests
        return digests.names.contains(id.issuerNameHash) && digests.key == id.issuerKeyHash
    }

    private func make(_ algorithm: OID, _ signatures: SignatureChecks) -> Digests {
        // The certificate's issuer and the issuer's subject may be encoded differently; responders use either encoding.
        let names = [certificate.facts.issuer.der, issuer.facts.subject.der]
        return (
            names.map { signatures.ports.evidence.digest(of: $0, algorithm: algorithm) },
            signatures.ports.evidence.digest(ofPublicKeyOf: issuer, algorithm: algorithm)
        )
    }
}

extension OCSPAnswerFacts {
    /// The response as a noun phrase for messages.
    var source: String { "the OCSP response from \(responder)" }

    var summary: [Fact] { [Fact("method", "ocsp"), Fact("responder", responder)] }

    private var responder: String {
        switch responderID {
        case .name(let name): name.description
        case .keyHash(let hash): "the key \(Hexadecimal.encode(hash.prefix(64)))"
        }
    }
}

extension OCSPResponse {
    /// The defect of a response that contains only an error status.
    var refusal: RevocationDefect {
        RevocationDefect(
            .revocationUnavailable,
            "an OCSP responder returned the error \(status)",
            facts: [Fact("method", "ocsp"), Fact("responseStatus", "\(status)")]
        )
    }
}
