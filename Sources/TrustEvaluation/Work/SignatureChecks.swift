import TrustModel

/// Checks the signatures of certificates and of evidence in one evaluation: each once, whoever asks, and none beyond the
/// budget.
struct SignatureChecks {
    private enum Signed: Hashable {
        case certificate(Fingerprint)
        case evidence(ObjectIdentifier)
    }

    private struct Key: Hashable {
        let signed: Signed
        let signer: Fingerprint
        let parametersFrom: Fingerprint?
    }

    /// The adapters that check.
    let ports: EvaluationPorts
    private var known: [Key: Bool] = [:]
    private(set) var allowance: Allowance

    /// Starts with a whole budget.
    init(ports: EvaluationPorts, budget: WorkBudget) {
        self.ports = ports
        allowance = Allowance(budget.signatureChecks)
    }

    /// Whether a certificate was signed with another's key; nil where the budget does not allow to find out.
    mutating func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool? {
        let cost = SignatureDigest.cost(of: certificate.der.count, for: certificate.facts.signatureAlgorithm)
        return check(.certificate(certificate.facts.fingerprint), digesting: cost, by: issuer) {
            $0.paths.isSigned(certificate, by: issuer)
        }
    }

    /// Whether each certificate of a path but the last was signed with the next one's key; nil where the budget does not
    /// allow to find out.
    mutating func areSigned(_ path: CandidatePath) -> [Bool]? {
        var answers: [Bool] = []
        for (certificate, issuer) in zip(path.certificates, path.issuers) {
            guard let answer = isSigned(certificate, by: issuer) else { return nil }
            answers.append(answer)
        }
        return answers
    }

    /// Whether a CRL was signed with a certificate's key; nil as above.
    mutating func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) -> Bool? {
        let cost = SignatureDigest.cost(of: list.der.count, for: list.facts.signatureAlgorithm)
        return check(.evidence(ObjectIdentifier(list)), digesting: cost, by: issuer) {
            $0.evidence.isSigned(list, by: issuer)
        }
    }

    /// Whether an OCSP response was signed with a certificate's key; nil as above.
    mutating func isSigned(_ response: OCSPResponse, by signer: Certificate) -> Bool? {
        let cost = response.answer.map {
            SignatureDigest.cost(of: response.der.count, for: $0.facts.signatureAlgorithm)
        }
        return check(.evidence(ObjectIdentifier(response)), digesting: cost ?? 0, by: signer) {
            $0.evidence.isSigned(response, by: signer)
        }
    }

    /// A check costs what its key costs, and what digesting the signed bytes costs.
    private mutating func check(
        _ signed: Signed,
        digesting digestCost: Int,
        by signer: Certificate,
        _ isSigned: (EvaluationPorts) -> Bool
    ) -> Bool? {
        let publicKey = signer.facts.publicKey
        let key = Key(signed: signed, signer: signer.facts.fingerprint, parametersFrom: publicKey.parametersFrom)
        if let known = known[key] { return known }
        guard allowance.pay(publicKey.verificationCost + digestCost) else { return nil }
        let answer = isSigned(ports)
        known[key] = answer
        return answer
    }
}
