import TrustModel

/// Finds the signer of an OCSP response and checks its authorization (RFC 6960 section 4.2.2.2).
struct OCSPSignerSearch {
    let issuer: Certificate
    let time: Moment
    /// The minimum collision resistance of signature digests, in bits.
    let leastDigestStrength: Int
    /// The blocks of the operator; nil if there are none.
    let blocks: BlocksInForce?

    /// Returns the issuer or its authorized responder; throws a defect if the signer is missing or not authorized.
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
            throw invalid("has the unsupported critical extension \(unknown)")
        }
        if let problem = problem(with: facts.signatureAlgorithm, signatures) { throw invalid(problem) }
        // Anyone can add certificates to a response, so only those that the responder ID names cost a signature check.
        let candidates = ([issuer] + answer.certificates).filter { names(facts.responderID, $0, with: signatures) }
        guard !candidates.isEmpty else {
            throw invalid(
                "names a responder that is not the certificate's issuer, and does not include the responder's "
                    + "certificate"
            )
        }
        var reason =
            candidates == [issuer]
            ? "is not signed with the key of \(issuer.facts.displayName) that signed the evaluated certificate"
            : "is not signed by the responder that it names"
        for candidate in candidates where signatures.isSigned(response, by: candidate) == true {
            // A candidate with the issuer's key is the issuer, which needs no delegation (RFC 6960 section 4.2.2.2).
            if candidate.facts.publicKeyFingerprint == issuer.facts.publicKeyFingerprint { return issuer }
            guard let problem = problem(with: candidate, &signatures) else { return candidate }
            reason = "is signed by \(candidate.facts.displayName), \(problem)"
        }
        throw invalid(reason)
    }

    private func problem(with algorithm: AlgorithmIdentifier, _ signatures: SignatureChecks) -> String? {
        SignatureDigest.problem(with: algorithm, least: leastDigestStrength, in: signatures.ports.evidence)
    }

    private func names(
        _ responder: OCSPAnswerFacts.ResponderID,
        _ candidate: Certificate,
        with signatures: SignatureChecks
    ) -> Bool {
        switch responder {
        case .name(let name): candidate.facts.subject == name
        case .keyHash(let hash): signatures.ports.evidence.digest(ofPublicKeyOf: candidate, algorithm: .sha1) == hash
        }
    }

    /// Returns a relative clause that explains why a responder is not authorized; nil if it is authorized.
    private func problem(with responder: Certificate, _ signatures: inout SignatureChecks) -> String? {
        let facts = responder.facts
        let extensions = facts.extensions
        if let block = blocks?.block(of: facts, at: 0) { return "whose certificate is blocked by `\(block.id)`" }
        // The same key must have signed the delegation and the certificate that is checked (RFC 6960 section 4.2.2.2):
        // another CA can have the issuer's name.
        guard facts.issuer == issuer.facts.subject, signatures.isSigned(responder, by: issuer) == true else {
            return foreignKey(of: facts)
        }
        // anyExtendedKeyUsage does not delegate; otherwise, the holder of any such certificate could answer for the CA.
        guard extensions.extendedKeyUsage?.contains(.ocspSigning) == true else {
            return "whose certificate does not have the extended key usage OCSPSigning"
        }
        if let usage = extensions.keyUsage, usage.isDisjoint(with: [.digitalSignature, .nonRepudiation]) {
            return "whose key usage lacks digitalSignature"
        }
        guard time.isWithinValidity(of: facts) else {
            return "whose certificate is not valid at the time of evaluation"
        }
        if problem(with: facts.signatureAlgorithm, signatures) != nil || !facts.signatureAlgorithmsAgree {
            return "whose certificate is signed with an algorithm that is not accepted"
        }
        let strength = SecurityLevel.bits(of: facts.publicKey) ?? 0
        if strength < SecurityLevel.bits(of: 1) { return "whose key is too weak" }
        if !extensions.malformed.isEmpty { return "whose certificate has malformed extensions" }
        let unknown = extensions.entries.first { $0.isCritical && !Self.understood.contains($0.type) }
        return unknown.map {
            "whose certificate has the unsupported critical extension \($0.type)"
        }
    }

    /// Returns a relative clause about a signer that the issuer's key did not certify: another CA, or another key of the CA.
    private func foreignKey(of signer: CertificateFacts) -> String {
        let name = issuer.facts.displayName
        guard signer.issuer == issuer.facts.subject || signer.subject == issuer.facts.subject else {
            return "whose certificate was not issued by \(name)"
        }
        if signer.subject == issuer.facts.subject {
            return "but with another key than the evaluated certificate"
        }
        let wanted = signer.extensions.authorityKeyIdentifier?.keyIdentifier
        let offered = issuer.facts.extensions.subjectKeyIdentifier
        return wanted != nil && offered != nil && wanted != offered
            ? "whose certificate was issued by \(name) with another key than the evaluated certificate"
            : "whose certificate is not signed with the key of \(name) that signed the evaluated certificate"
    }

    private static let understood: Set<OID> = [
        .basicConstraints, .keyUsage, .extendedKeyUsage, .subjectKeyIdentifier, .authorityKeyIdentifier,
        .subjectAlternativeName,
    ]
}
