import TrustModel

/// Learns the state of one certificate from OCSP responses (RFC 6960 sections 3.2 and 4.2.2.2).
///
/// A response is trusted if the certificate's issuer in the path signed it, or a responder to whom that issuer gave a
/// certificate for OCSP signing, which must be in the response. Whether the responder's own certificate is revoked is not
/// looked at.
struct OCSPProcessing {
    let certificate: Certificate
    let issuer: Certificate
    let instant: Instant
    /// The strength against collisions that the digests of signatures must have, in bits.
    let leastDigestStrength: Int

    /// What some responses say, one answer for each that says something, and why the rest says nothing.
    func evaluate(
        _ responses: [OCSPResponse],
        _ signatures: inout SignatureChecks
    ) -> (answers: [RevocationAnswer], defects: [RevocationDefect]) {
        var answers: [RevocationAnswer] = []
        var defects: [RevocationDefect] = []
        var digests = IssuerDigests(certificate: certificate, issuer: issuer)
        for response in responses {
            do throws(RevocationDefect) {
                answers += try evaluate(response, &digests, &signatures, &defects)
            } catch {
                defects.append(error)
            }
        }
        return (answers, defects)
    }

    private func evaluate(
        _ response: OCSPResponse,
        _ digests: inout IssuerDigests,
        _ signatures: inout SignatureChecks,
        _ defects: inout [RevocationDefect]
    ) throws(RevocationDefect) -> [RevocationAnswer] {
        guard let answer = response.answer else { throw response.refusal }
        let singles = try self.singles(in: answer.facts, &digests, signatures)
        let signer = try OCSPSignerSearch(
            issuer: issuer,
            instant: instant,
            leastDigestStrength: leastDigestStrength
        ).signer(of: response, answer, &signatures)
        var answers: [RevocationAnswer] = []
        for single in singles {
            do throws(RevocationDefect) {
                answers.append(try self.answer(single, answer.facts, signer: signer))
            } catch {
                defects.append(error)
            }
        }
        return answers
    }

    /// The answers about the certificate, as far as the digests in their identifiers are known.
    private func singles(
        in facts: OCSPAnswerFacts,
        _ digests: inout IssuerDigests,
        _ signatures: SignatureChecks
    ) throws(RevocationDefect) -> [OCSPAnswerFacts.Single] {
        var fitting: [OCSPAnswerFacts.Single] = []
        for single in facts.responses where single.certificateID.serialNumber == certificate.facts.serialNumber {
            if digests.match(single.certificateID, signatures) { fitting.append(single) }
        }
        guard fitting.isEmpty else {
            // One is usual; where one revokes, the others do not matter.
            let revoking = fitting.filter { if case .revoked = $0.status { true } else { false } }
            return Array((revoking.isEmpty ? fitting : revoking).prefix(PathContext.maximumFindingsEach))
        }
        throw RevocationDefect(
            .revocationResponseInvalid,
            "\(facts.source) names the certificate's serial number under another issuer, or by an unknown digest",
            facts: facts.summary
        )
    }

    private func answer(
        _ single: OCSPAnswerFacts.Single,
        _ facts: OCSPAnswerFacts,
        signer: Certificate
    ) throws(RevocationDefect) -> RevocationAnswer {
        let freshness = EvidenceFreshness(
            thisUpdate: single.thisUpdate,
            nextUpdate: single.nextUpdate,
            ageWithoutNextUpdate: EvidenceFreshness.ocspAge
        )
        let summary = facts.summary + freshness.facts
        func defect(_ code: ReasonCode, _ what: String) -> RevocationDefect {
            RevocationDefect(code, "\(facts.source) \(what)", facts: summary)
        }
        if let unknown = single.unknownCriticalExtensions.first {
            throw defect(
                .revocationResponseInvalid,
                "has the critical extension \(unknown), which is not understood"
            )
        }
        var revocation: RevocationAnswer.Revocation?
        if case .revoked(let date, let reason) = single.status {
            revocation = RevocationAnswer.Revocation(date: date, reason: reason)
        }
        if let complaint = freshness.complaint(at: instant) {
            // A revocation that was once told does not end with what told it, unless it is a hold.
            let isLasting = revocation.map { $0.reason?.isPermanent ?? true } ?? false
            if !isLasting || freshness.isFuture(at: instant) { throw defect(.revocationStale, complaint) }
        }
        if single.status == .unknown { throw defect(.revocationUnknown, "says that it does not know the certificate") }
        return RevocationAnswer(
            method: .ocsp,
            revocation: revocation,
            currentUntil: min(
                freshness.end,
                signer === issuer ? freshness.end : signer.facts.notAfter ?? freshness.end
            ),
            source: facts.source,
            facts: summary
        )
    }
}

/// The digests by which OCSP names an issuer, each made once.
private struct IssuerDigests {
    /// The digests of the issuer's name in each of its encodings, and of its key; nil for an unknown algorithm.
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
        // The certificate's spelling of the name and the issuer's own may differ, and responders use either.
        let names = [certificate.facts.issuer.der, issuer.facts.subject.der]
        return (
            names.map { signatures.ports.evidence.digest(of: $0, algorithm: algorithm) },
            signatures.ports.evidence.digest(ofPublicKeyOf: issuer, algorithm: algorithm)
        )
    }
}

extension OCSPAnswerFacts {
    /// How to name the response in a message.
    var source: String { "the OCSP response of \(responder)" }

    /// Where the response comes from.
    var summary: [Fact] { [Fact("method", "ocsp"), Fact("responder", responder)] }

    private var responder: String {
        switch responderID {
        case .name(let name): name.description
        case .keyHash(let hash): "the key \(Hexadecimal.encode(hash.prefix(64)))"
        }
    }
}

extension OCSPResponse {
    /// What a response without an answer is worth.
    var refusal: RevocationDefect {
        RevocationDefect(
            .revocationUnavailable,
            "an OCSP responder gave no answer but \(status)",
            facts: [Fact("method", "ocsp"), Fact("responseStatus", "\(status)")]
        )
    }
}
