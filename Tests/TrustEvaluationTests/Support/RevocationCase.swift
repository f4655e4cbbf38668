import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport

/// A hierarchy with revocation evidence about its leaf.
struct RevocationCase {
    let hierarchy: Hierarchy
    /// The policy's requirements on revocation; nil for a policy without any.
    var requirements: RevocationRequirements? = RevocationRequirements(scope: .leaf)
    var instant = Instant.reference
    var budget = WorkBudget()
    var profile = Profile.server
    /// Certificates in the chain besides the leaf and the intermediate.
    var others: [TestCertificate] = []
    /// Anchors in addition to the hierarchy's root.
    var otherAnchors: [TestCertificate] = []
    /// The blocks of the operator.
    var blocks: [Block] = []
    private(set) var evidence = RevocationEvidence()

    init(_ hierarchy: Hierarchy) {
        self.hierarchy = hierarchy
    }

    /// Creates a hierarchy whose leaf is edited before it is signed.
    init(leaf: TestAuthority.Edit = { _ in }) throws {
        self.init(try Hierarchy(leaf: leaf))
    }

    var issuer: TestAuthority { hierarchy.intermediate }
    var leaf: TestCertificate { hierarchy.leaf }

    /// Adds a CRL of the leaf's issuer.
    mutating func addList(_ edit: TestAuthority.RevocationListEdit = { _ in }) throws {
        add(try issuer.revocationList(edit: edit))
    }

    mutating func add(_ list: TestRevocationList) {
        do {
            evidence.lists += try OpenSSLEvidenceReader().revocationLists(in: list.der, limits: EvidenceLimits())
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Adds an OCSP response of the leaf's issuer about the leaf.
    mutating func addResponse(
        _ status: TestOCSPCertificateStatus = .good,
        responder: TestCertificate? = nil,
        digest: TestDigest = .sha1,
        edit: TestAuthority.OCSPResponseEdit = { _ in }
    ) throws {
        add(try issuer.ocspResponse(for: leaf, status: status, digest: digest, responder: responder, edit: edit))
    }

    mutating func add(_ response: TestOCSPResponse) {
        do {
            evidence.responses.append(
                try OpenSSLEvidenceReader().ocspResponse(in: response.der, limits: EvidenceLimits())
            )
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// Returns the engine's verdict.
    func verdict() throws -> Verdict {
        var engineCase = EngineCase(
            [hierarchy.leaf, hierarchy.intermediate.certificate] + others,
            anchors: [hierarchy.root.certificate] + otherAnchors
        )
        engineCase.evidence = evidence
        engineCase.instant = instant
        engineCase.budget = budget
        engineCase.blocks = blocks
        let (requirements, profile) = (requirements, profile)
        engineCase.edit = {
            $0.profile = profile
            $0.revocation = requirements
        }
        return try engineCase.verdict()
    }

    /// Returns the findings of the revocation rule, as `severity code depth`.
    func reasons() throws -> [String] {
        try verdict().reasons.filter { $0.code.name.contains("revocation") }.map(\.summary)
    }

    /// Returns the message of the first finding of the revocation rule.
    func message() throws -> String? {
        try verdict().reasons.first { $0.code.name.contains("revocation") }?.message
    }
}
