import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// A hierarchy whose certificates name locations of evidence, under a policy that may fetch.
struct NetworkCase {
    static let ocsp = "http://ocsp.example/"
    static let crl = "http://crl.example/issuing.crl"

    let hierarchy: Hierarchy
    var requirements = RevocationRequirements(scope: .leaf)
    var fetchesIssuers = false
    var instant = Instant.reference
    var evidence = RevocationEvidence()
    var gathered = GatheredEvidence()
    /// The memory of fetched evidence.
    var stored: FakeStore?
    /// Certificates in the chain besides the leaf and the intermediate.
    var others: [TestCertificate] = []
    /// Whether the chain contains the intermediate.
    var sendsIntermediate = true
    var edit: @Sendable (inout PathRequirements) -> Void = { _ in }

    init(
        leaf: @escaping TestAuthority.Edit = { _ in },
        intermediate: TestAuthority.Edit = { _ in }
    ) throws {
        hierarchy = try Hierarchy(intermediate: intermediate) {
            $0.extensions.set(.authorityInformationAccess(ocsp: [Self.ocsp]))
            $0.extensions.set(.crlDistributionPoints([Self.crl]))
            try leaf(&$0)
        }
        requirements.networkAccess = true
    }

    /// The case for the engine.
    var engineCase: EngineCase {
        let chain = [hierarchy.leaf] + (sendsIntermediate ? [hierarchy.intermediate.certificate] : []) + others
        var engineCase = EngineCase(chain, anchors: [hierarchy.root.certificate])
        engineCase.evidence = evidence
        engineCase.gathered = gathered
        engineCase.stored = stored
        engineCase.instant = instant
        let (requirements, fetchesIssuers, edit) = (requirements, fetchesIssuers, edit)
        engineCase.edit = {
            $0.revocation = requirements
            $0.fetchesIssuers = fetchesIssuers
            edit(&$0)
        }
        return engineCase
    }

    func answer() throws -> TrustAnswer { try engineCase.answer() }

    /// The needs of an answer, as `method depth URLs`.
    func needs() throws -> [String] { try describe(answer().needs) }

    /// Describes needs as `method depth URLs`.
    func describe(_ needs: [EvidenceNeed]) throws -> [String] {
        let path = try hierarchy.path.map { try $0.read() }
        return needs.map { need in
            let depth = path.firstIndex(of: need.certificate).map { "\($0)" } ?? "?"
            return "\(need.method.rawValue) \(depth) \(need.locations.joined(separator: " "))"
        }
    }

    /// Adds an answer to the first need of a method.
    mutating func gather(
        _ evidence: RevocationEvidence = RevocationEvidence(),
        issuers: [TestCertificate] = [],
        from origin: EvidenceOrigin,
        _ failures: [FailedFetch] = []
    ) throws {
        guard let need = try answer().needs.first else { return }
        gathered.add(
            GatheredEvidence.Result(
                need,
                evidence: evidence,
                issuers: try issuers.map { try $0.read() },
                origin: origin,
                failures: failures
            )
        )
    }

    /// Records that the first need could not be met.
    mutating func fail(_ code: FetchFailureCode = .timedOut, after cause: FetchFailureCode? = nil) throws {
        guard let need = try answer().needs.first else { return }
        let failures = need.locations.map { FailedFetch(url: $0, code: code, milliseconds: 5000, cause: cause) }
        gathered.add(GatheredEvidence.Result(need, failures: failures))
    }

    /// Returns a response of the leaf's issuer about the leaf.
    func response(
        _ status: TestOCSPCertificateStatus = .good,
        edit: TestAuthority.OCSPResponseEdit = { _ in }
    ) throws -> RevocationEvidence {
        let der = try hierarchy.intermediate.ocspResponse(
            for: hierarchy.leaf,
            status: status,
            digest: .sha1,
            responder: nil,
            edit: edit
        ).der
        return RevocationEvidence(responses: [
            try OpenSSLEvidenceReader().ocspResponse(in: der, limits: EvidenceLimits())
        ])
    }

    /// Returns a CRL of the leaf's issuer.
    func list(_ edit: TestAuthority.RevocationListEdit = { _ in }) throws -> RevocationEvidence {
        RevocationEvidence(lists: [try hierarchy.intermediate.revocationList(edit: edit).read()])
    }
}
