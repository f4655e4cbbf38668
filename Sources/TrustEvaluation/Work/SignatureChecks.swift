import TrustModel

/// Verifies the signatures of certificates and evidence in one evaluation, each once, within the budget.
struct SignatureChecks {
    private enum Signed: Hashable {
        case certificate(Fingerprint)
        case evidence(ObjectIdentifier)
    }

    private struct Key: Hashable {
        let signed: Signed
        /// The digest of the signer's public key, which several certificates may contain.
        let signer: Fingerprint
        let parametersFrom: Fingerprint?
    }

    let ports: EvaluationPorts
    private var known: [Key: Bool] = [:]
    /// The first failure of the library; nil if there is none.
    private(set) var failure: LibraryFailure?
    var remainingBudget: RemainingBudget
    /// The CRLs that were fetched.
    ///
    /// A CRL is digested when it is fetched, and its signature is checked with the issuer's key. Evaluations that use this
    /// result do not pay for digesting it, so that they can use the longest CRLs. The same applies to CRLs of policies, which
    /// are digested when they are read.
    private var fetched: Set<ObjectIdentifier> = []

    init(ports: EvaluationPorts, budget: WorkBudget) {
        self.ports = ports
        remainingBudget = RemainingBudget(budget)
    }

    /// Notes CRLs that were fetched; the caller keeps them.
    mutating func note(fetched lists: [CertificateRevocationList]) {
        for list in lists { fetched.insert(ObjectIdentifier(list)) }
    }

    /// Whether a certificate is signed with another's key; nil if the budget is exhausted or the library failed.
    mutating func isSigned(_ certificate: Certificate, by issuer: Certificate) -> Bool? {
        let cost = SignatureDigest.cost(of: certificate.der.count, for: certificate.facts.signatureAlgorithm)
        let algorithm = certificate.facts.signatureAlgorithm.algorithm
        return check(.certificate(certificate.facts.fingerprint), with: algorithm, digesting: cost, by: issuer) {
            ports throws(LibraryFailure) in try ports.signatures.isSigned(certificate, by: issuer)
        }
    }

    /// Verifies each signature of a path with the next certificate's key.
    ///
    /// The result is nil if the budget is exhausted or the library failed.
    mutating func verify(_ path: CandidatePath) -> PathSignatures? {
        var defects: [SignatureDefect?] = []
        for (certificate, issuer) in zip(path.certificates, path.issuers) {
            guard let isSigned = isSigned(certificate, by: issuer) else { return nil }
            defects.append(isSigned ? nil : ports.signatures.defect(of: certificate, signedBy: issuer))
        }
        return PathSignatures(defects)
    }

    /// Whether a CRL is signed with a certificate's key; nil if the budget is exhausted or the library failed.
    mutating func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) -> Bool? {
        let record = list.verifiedKeys
        let isVerified = fetched.contains(ObjectIdentifier(list)) && record?.contains(keyOf: issuer) ?? false
        let isDigested = isVerified || record?.isDigested ?? false
        let cost = isDigested ? 0 : SignatureDigest.cost(of: list.der.count, for: list.facts.signatureAlgorithm)
        let algorithm = list.facts.signatureAlgorithm.algorithm
        return check(.evidence(ObjectIdentifier(list)), with: algorithm, digesting: cost, by: issuer) {
            ports throws(LibraryFailure) in try ports.evidence.isSigned(list, by: issuer)
        }
    }

    /// Whether an OCSP response is signed with a key; nil if the budget is exhausted or the library failed.
    mutating func isSigned(_ response: OCSPResponse, by signer: Certificate) -> Bool? {
        guard let algorithm = response.answer?.facts.signatureAlgorithm else { return false }
        let cost = SignatureDigest.cost(of: response.der.count, for: algorithm)
        return check(.evidence(ObjectIdentifier(response)), with: algorithm.algorithm, digesting: cost, by: signer) {
            ports throws(LibraryFailure) in try ports.evidence.isSigned(response, by: signer)
        }
    }

    /// Whether a log signed a timestamp for an entry; nil if the budget is exhausted or the library failed.
    ///
    /// Results are not stored: an evaluation collects the timestamps of a certificate and issuer once.
    mutating func isSigned(
        _ timestamp: SignedCertificateTimestamp,
        over entry: TimestampEntry,
        by key: TransparencyLogKey
    ) -> Bool? {
        let digestCost = SignatureDigest.cost(of: entry.count, for: Self.timestampAlgorithm)
        guard remainingBudget.pay(key.facts.verificationCost + digestCost, for: .signatures) else { return nil }
        do throws(LibraryFailure) {
            return try ports.timestamps.isSigned(timestamp, over: entry, by: key)
        } catch {
            failure = failure ?? error
            return nil
        }
    }

    /// An algorithm with SHA-256, with which all timestamps are signed.
    private static let timestampAlgorithm = AlgorithmIdentifier(
        algorithm: OID(1, 2, 840, 10045, 4, 3, 2),
        parameters: nil
    )

    /// Performs one check, or returns its cached result.
    ///
    /// The cost includes verifying with the key and digesting the signed bytes. A key of the wrong type costs nothing.
    private mutating func check(
        _ signed: Signed,
        with algorithm: OID,
        digesting digestCost: Int,
        by signer: Certificate,
        isSigned: (EvaluationPorts) throws(LibraryFailure) -> Bool
    ) -> Bool? {
        let publicKey = signer.facts.publicKey
        guard publicKey.mayHaveSigned(by: algorithm) else { return false }
        let key = Key(
            signed: signed,
            signer: signer.facts.publicKeyFingerprint,
            parametersFrom: publicKey.parametersFrom
        )
        if let known = known[key] { return known }
        guard remainingBudget.pay(publicKey.verificationCost + digestCost, for: .signatures) else { return nil }
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
