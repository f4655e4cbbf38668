import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `AFSecurityPolicy` {
    @Test func `has verdicts that expire with the first of its two paths`() throws {
        let hierarchy = try Hierarchy(root: { $0.notAfter = .reference.adding(days: 3) })
        let engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let pins = PinnedCertificates(certificates: [try hierarchy.intermediate.certificate.read()])
        for (allowsInvalid, days) in [(false, 3), (true, 60)] {
            let evaluator = SecurityPolicyEvaluator(
                .certificate,
                .certificates(pins),
                allowInvalidCertificates: allowsInvalid,
                validatesDomainName: true,
                reproducesLibrary: true,
                anchors: try engineCase.requirements().anchors
            )
            let verdict = try engineCase.verdict(under: evaluator)
            #expect(verdict.outcome == .trusted)
            #expect(verdict.pathDER.count == 2, "the reported path ends in the pin")
            #expect(verdict.validUntil == .reference(days: Int64(days)))
        }
    }
}
