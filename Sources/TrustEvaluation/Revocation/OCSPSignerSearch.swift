import TrustModel

/// Finds out who signed an OCSP response, and whether they may (RFC 6960 section 4.2.2.2).
struct OCSPSignerSearch {
    let issuer: Certificate
    let instant: Instant
    /// The strength against collisions that the digests of signatures must have, in bits.
    let leastDigestStrength: Int

    /// The issuer, or the responder that it authorised; everything else is a defect of the response.
    func signer(
        of response: OCSPResponse,
        _ answer: OCSPResponse.Answer,
        _ signatures: inout SignatureChecks
    ) throws(RevocationDefect) -> Certificate {
        let facts = answer.facts
        func invalid(_ what: String) -> RevocationDefect {
            RevocationDefect(.revocationResponseInvalid, "\(facts.source) \(what)", facts: facts.summary)
        }
        if let unknown = facts.unknownCriticalExtensions.first {
            throw invalid("has the critical extension \(unknown), which is not understood")
        }
        if let complaint = SignatureDigest.complaint(about: facts.signatureAlgorithm, least: leastDigestStrength) {
            throw invalid(complaint)
        }
        let candidates = ([issuer] + answer.certificates).filter { names(facts.responderID, $0, signatures) }
        guard !candidates.isEmpty else {
            throw invalid("is neither the issuer's own, nor does it hold its responder's certificate")
        }
        var reason = "is not signed by whom it names"
        for candidate in candidates where signatures.isSigned(response, by: candidate) == true {
            if candidate.facts.publicKeyFingerprint == issuer.facts.publicKeyFingerprint { return issuer }
            guard let complaint = complaint(about: candidate, &signatures) else { return candidate }
            reason = "is signed by \(candidate.facts.displayName), \(complaint)"
        }
        throw invalid(reason)
    }

    private func names(
        _ responder: OCSPAnswerFacts.ResponderID,
        _ candidate: Certificate,
        _ signatures: SignatureChecks
    ) -> Bool {
        switch responder {
        case .name(let name): candidate.facts.subject == name
        case .keyHash(let hash): signatures.ports.evidence.digest(ofPublicKeyOf: candidate, algorithm: .sha1) == hash
        }
    }

    /// Why a certificate is none of a responder of the issuer's, a clause; nil where it is.
    private func complaint(about responder: Certificate, _ signatures: inout SignatureChecks) -> String? {
        let facts = responder.facts
        let extensions = facts.extensions
        guard facts.issuer == issuer.facts.subject, signatures.isSigned(responder, by: issuer) == true else {
            return "who has no certificate of the issuer"
        }
        guard extensions.extendedKeyUsage?.contains(.ocspSigning) == true else {
            return "whose certificate is not for OCSP signing"
        }
        if let usage = extensions.keyUsage, usage.isDisjoint(with: [.digitalSignature, .nonRepudiation]) {
            return "whose key usage lacks digitalSignature"
        }
        guard facts.isValid(at: instant) else { return "whose certificate is not valid at the time of evaluation" }
        if SignatureDigest.complaint(about: facts.signatureAlgorithm, least: leastDigestStrength) != nil
            || !facts.signatureAlgorithmsAgree
        {
            return "whose certificate is signed with an algorithm that is not accepted"
        }
        let strength = SecurityLevel.bits(of: facts.publicKey) ?? 0
        if strength < SecurityLevel.bits(of: 1) { return "whose key is too weak" }
        if !extensions.malformed.isEmpty { return "whose certificate has malformed extensions" }
        let unknown = extensions.entries.first { $0.isCritical && !Self.understood.contains($0.type) }
        return unknown.map {
            "whose certificate has the critical extension \($0.type), which is not understood"
        }
    }

    private static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectKeyIdentifier, .authorityKeyIdentifier,
        .subjectAlternativeName,
    ]
}
