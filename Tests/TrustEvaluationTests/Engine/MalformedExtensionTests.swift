import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The consequences of a malformed extension` {
    /// A SEQUENCE with the BOOLEAN 1, which is neither TRUE nor FALSE in DER (X.690 section 11.1).
    private static let constraints = TestExtension.raw("2.5.29.19", critical: true, value: [0x30, 3, 1, 1, 1])

    @Test func `are not reasons, but the certificate is still rejected`() throws {
        let hierarchy = try Hierarchy(intermediate: { $0.extensions.set(Self.constraints) })
        var engineCase = EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate])
        let verdict = try engineCase.verdict()
        #expect(verdict.summaries == ["error extension.invalid 1"])
        engineCase.edit = { $0.severities = [.extensionInvalid: .ignore] }
        #expect(try engineCase.verdict().action == .deny)
    }

    @Test func `are reasons for other certificates`() throws {
        let hierarchy = try Hierarchy(
            root: { $0.extensions.remove(.basicConstraints) },
            intermediate: { $0.extensions.set(Self.constraints) }
        )
        let verdict = try EngineCase(hierarchy.path, anchors: [hierarchy.root.certificate]).verdict()
        #expect(verdict.errorCodes == ["extension.invalid", "constraint.notCA"])
        #expect(verdict.reasons.map(\.depth).prefix(2) == [1, 2])
    }
}
