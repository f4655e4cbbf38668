import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `A system anchor` {
    private func anchor(_ der: [UInt8]) throws -> Certificate {
        let found = OpenSSLCertificateReader.ofSystemAnchors.readableCertificates(in: der, limits: CertificateLimits())
        #expect(found.failures == [])
        return try #require(found.certificates.first)
    }

    private func judge(_ path: [Certificate]) throws -> LibraryJudgement {
        let set = AnchorSet(name: "test", certificates: path.suffix(1), owner: .system)
        return try #require(OpenSSLPathValidator()).validate(
            CandidatePath(certificates: path, end: .anchor(set)),
            at: Instant(secondsSince1970: TestInstant.reference.secondsSince1970)
        )
    }

    @Test func `is decoded once, when a path ends in it, and ends paths as any other anchor does`() throws {
        let root = try TestAuthority.root("Root")
        let anchor = try anchor(root.certificate.der)
        #expect(anchor.handle is DeferredHandle)
        let leaf = try read(try root.issueLeaf("api.example.com").der)[0]
        let judgement = try judge([leaf, anchor])
        #expect(judgement.failure == nil)
        #expect(judgement.violations.isEmpty)
        let decoded = try #require(anchor.x509)
        #expect(anchor.x509 === decoded)
    }

    @Test func `ends no path where OpenSSL cannot decode it`() throws {
        let root = try TestAuthority.root("Root")
        let leaf = try read(try root.issueLeaf("api.example.com").der)[0]
        let certificate = try read(root.certificate.der)[0]
        let anchor = Certificate(der: [0x30, 0], facts: certificate.facts, handle: DeferredHandle([0x30, 0]))
        let validator = try #require(OpenSSLPathValidator())
        #expect(throws: LibraryFailure.self) { try validator.isSigned(leaf, by: anchor) }
        #expect(try judge([leaf, anchor]).failure != nil)
    }
}
