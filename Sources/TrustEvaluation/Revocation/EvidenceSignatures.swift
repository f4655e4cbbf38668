import TrustModel

/// Checks the signatures of evidence in one evaluation: each once, and none beyond the budget; comparisons are paid for here
/// too.
struct EvidenceSignatures {
    private struct Key: Hashable {
        let signed: ObjectIdentifier
        let signer: Fingerprint
        let parametersFrom: Fingerprint?
    }

    private let ports: EvaluationPorts
    private var remaining: Int
    private var remainingComparisons: Int
    private var known: [Key: Bool] = [:]
    /// Whether something could not be checked for want of budget; a signature was then taken as wrong, and evidence not
    /// looked at.
    private(set) var isExhausted = false

    init(ports: EvaluationPorts, budget: WorkBudget) {
        self.ports = ports
        remaining = budget.evidenceSignatures
        remainingComparisons = budget.evidenceComparisons
    }

    /// Takes comparisons off the budget; false, and nothing taken, where too few are left.
    mutating func pay(forComparisons count: Int) -> Bool {
        guard remainingComparisons >= count else {
            isExhausted = true
            return false
        }
        remainingComparisons -= count
        return true
    }

    mutating func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) -> Bool {
        check(list, bytes: list.der.count, by: issuer) { $0.evidence.isSigned(list, by: issuer) }
    }

    mutating func isSigned(_ response: OCSPResponse, by signer: Certificate) -> Bool {
        check(response, bytes: response.der.count, by: signer) { $0.evidence.isSigned(response, by: signer) }
    }

    mutating func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool {
        check(certificate, bytes: certificate.der.count, by: issuer) { $0.paths.isSigned(certificate, by: issuer) }
    }

    func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]? {
        ports.evidence.digest(of: bytes, algorithm: algorithm)
    }

    func digest(ofPublicKeyOf certificate: Certificate, algorithm: OID) -> [UInt8]? {
        ports.evidence.digest(ofPublicKeyOf: certificate, algorithm: algorithm)
    }

    /// A check costs what its key costs, and as much as another one for each 64 KiB that are digested.
    private mutating func check(
        _ signed: AnyObject,
        bytes: Int,
        by signer: Certificate,
        _ isSigned: (EvaluationPorts) -> Bool
    ) -> Bool {
        let key = Key(
            signed: ObjectIdentifier(signed),
            signer: signer.facts.fingerprint,
            parametersFrom: signer.facts.publicKey.parametersFrom
        )
        if let known = known[key] { return known }
        let cost = signer.facts.publicKey.verificationCost + bytes >> 16
        guard remaining >= cost else {
            isExhausted = true
            return false
        }
        remaining -= cost
        let answer = isSigned(ports)
        known[key] = answer
        return answer
    }
}
