import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// One path under one rule: a real path, its signatures verified by OpenSSL, with requirements that a test can change.
struct RuleCase {
    var path: [TestCertificate]
    /// Whether the last certificate of the path is an anchor; otherwise `end` says how the path ends.
    var isAnchored = true
    var end = CandidatePath.End.issuerNotFound
    /// Who chose the anchor.
    var owner = AnchorSet.Owner.policy(besides: nil)
    var host = RequestedHost.name(.dns("api.example.com"))
    var instant = Instant.reference
    var requirements = PathRequirements(anchors: [])
    /// Takes the place of OpenSSL's results.
    var signatures: PathSignatures?

    /// A path, leaf first.
    init(_ path: [TestCertificate]) {
        self.path = path
    }

    /// The context as the engine would make it.
    func context() throws -> PathContext {
        let certificates = try path.map { try $0.read() }
        let anchors = AnchorSet(name: "test", certificates: certificates.suffix(1), owner: owner)
        let candidate = CandidatePath(certificates: certificates, end: isAnchored ? .anchor(anchors) : end)
        let verifier = try #require(OpenSSLSignatureVerifier())
        let defects = try zip(candidate.certificates, candidate.issuers).map { certificate, issuer in
            try verifier.isSigned(certificate, by: issuer) ? nil : verifier.defect(of: certificate, signedBy: issuer)
        }
        return PathContext(
            path: candidate,
            signatures: signatures ?? PathSignatures(defects),
            requirements: requirements,
            host: host,
            instant: instant,
            publicSuffixes: try #require(PSLSuffixes())
        )
    }

    /// What the rule finds, as `severity code depth`; nil where it does not apply.
    func findings(of rule: some Rule) throws -> [String]? {
        guard case .applied(let findings, _) = rule.evaluate(try context()) else { return nil }
        return findings.map(\.summary)
    }

    /// The findings themselves; empty where the rule does not apply.
    func full(_ rule: some Rule) throws -> [Finding] {
        guard case .applied(let findings, _) = rule.evaluate(try context()) else { return [] }
        return findings
    }
}

extension Finding {
    /// Severity, code and depth in one line, such as `error time.expired 0`.
    var summary: String {
        "\(severity) \(code.name)" + (depth.map { " \($0)" } ?? "")
    }

    /// A fact by its name.
    func fact(_ name: String) -> Fact.Value? {
        facts.first { $0.name == name }?.value
    }
}
