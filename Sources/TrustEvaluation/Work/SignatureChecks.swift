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
    /// Why a check could not be carried out, the first one; nil where all could.
    private(set) var failure: LibraryFailure?
    /// The rest of the budget, for signatures and for all other work of the evaluation.
    var account: RemainingBudget

    /// Starts with a whole budget.
    init(ports: EvaluationPorts, budget: WorkBudget) {
        self.ports = ports
        account = RemainingBudget(budget)
    }

    /// Whether a certificate was signed with another's key; nil where the budget, or a failure of
    /// the library, does not allow to find out.
    mutating func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool? {
        let cost = SignatureDigest.cost(of: certificate.der.count, for: certificate.facts.signatureAlgorithm)
        let algorithm = certificate.facts.signatureAlgorithm.algorithm
        return check(.certificate(certificate.facts.fingerprint), algorithm, digesting: cost, by: issuer) {
            ports throws(LibraryFailure) in try ports.signatures.isSigned(certificate, by: issuer)
        }
    }

    /// Verifies the signature of each certificate of a path but the last with the next one's key; nil if the budget, or a
    /// failure of the library, does not allow it.
    mutating func verify(_ path: CandidatePath) -> PathSignatures? {
        var defects: [SignatureDefect?] = []
        for (certificate, issuer) in zip(path.certificates, path.issuers) {
            guard let isSigned = isSigned(certificate, by: issuer) else { return nil }
            defects.append(isSigned ? nil : ports.signatures.defect(of: certificate, signedBy: issuer))
        }
        return PathSignatures(defects)
    }

    /// Whether a CRL was signed with a certificate's key; nil as above.
    mutating func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) -> Bool? {
        let cost = SignatureDigest.cost(of: list.der.count, for: list.facts.signatureAlgorithm)
        let algorithm = list.facts.signatureAlgorithm.algorithm
        return check(.evidence(ObjectIdentifier(list)), algorithm, digesting: cost, by: issuer) {
            ports throws(LibraryFailure) in try ports.evidence.isSigned(list, by: issuer)
        }
    }

    /// Whether an OCSP response was signed with a certificate's key; nil as above.
    mutating func isSigned(_ response: OCSPResponse, by signer: Certificate) -> Bool? {
        guard let algorithm = response.answer?.facts.signatureAlgorithm else { return false }
        let cost = SignatureDigest.cost(of: response.der.count, for: algorithm)
        return check(.evidence(ObjectIdentifier(response)), algorithm.algorithm, digesting: cost, by: signer) {
            ports throws(LibraryFailure) in try ports.evidence.isSigned(response, by: signer)
        }
    }

    /// A check costs what its key costs, and what digesting the signed bytes costs; nothing where the key is of another kind
    /// than the signature.
    private mutating func check(
        _ signed: Signed,
        _ algorithm: OID,
        digesting digestCost: Int,
        by signer: Certificate,
        _ isSigned: (EvaluationPorts) throws(LibraryFailure) -> Bool
    ) -> Bool? {
        let publicKey = signer.facts.publicKey
        guard publicKey.mayHaveSigned(by: algorithm) else { return false }
        let key = Key(signed: signed, signer: signer.facts.fingerprint, parametersFrom: publicKey.parametersFrom)
        if let known = known[key] { return known }
        guard account.pay(publicKey.verificationCost + digestCost, for: .signatures) else { return nil }
        do throws(LibraryFailure) {
            let answer = try isSigned(ports)
            known[key] = answer
            return answer
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}
