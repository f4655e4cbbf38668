import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// One path for one rule: a real path with signatures verified by OpenSSL, and editable requirements.
struct RuleCase {
    var path: [TestCertificate]
    /// Whether the last certificate of the path is an anchor; otherwise `end` is the end of the path.
    var isAnchored = true
    var end = CandidatePath.End.issuerNotFound
    /// The origin of the anchor.
    var owner = AnchorSet.Owner.policy(systemRoots: nil)
    var host = RequestedHost.name(.dns("api.example.com"))
    var instant = Instant.reference
    var requirements = PathRequirements(anchors: [])
    /// Replaces OpenSSL's results.
    var signatures: PathSignatures?

    /// Creates a case for a path, leaf first.
    init(_ path: [TestCertificate]) {
        self.path = path
    }

    /// The context that the engine would create.
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
            time: Moment(EvaluationTime(instant)),
            publicSuffixes: try #require(PSLSuffixes())
        )
    }

    /// Returns the rule's findings, as `severity code depth`; nil if the rule does not apply.
    func findings(of rule: some Rule) throws -> [String]? {
        guard case .applied(let findings, _) = rule.evaluate(try context()) else { return nil }
        expectCodes(of: findings, declaredBy: rule)
        return findings.map(\.summary)
    }

    /// Returns the findings; empty if the rule does not apply.
    func full(_ rule: some Rule) throws -> [Finding] {
        guard case .applied(let findings, _) = rule.evaluate(try context()) else { return [] }
        expectCodes(of: findings, declaredBy: rule)
        return findings
    }

    private func expectCodes(of findings: [Finding], declaredBy rule: some Rule) {
        let codes = type(of: rule).codes
        #expect(
            codes.isEmpty || findings.allSatisfy { codes.contains($0.code) },
            "\(type(of: rule).name) declares its codes"
        )
    }
}

extension Finding {
    /// Severity, code and depth in one line, such as `error time.expired 0`.
    var summary: String {
        "\(severity) \(code.name)" + (depth.map { " \($0)" } ?? "")
    }

    /// Returns a fact by its name.
    func fact(_ name: String) -> Fact.Value? {
        facts.first { $0.name == name }?.value
    }
}
