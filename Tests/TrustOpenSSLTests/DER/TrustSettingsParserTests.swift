import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `Trust settings after a certificate` {
    private let root: TestCertificate

    init() throws {
        root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root")).certificate
    }

    private func settings(_ trailer: [UInt8]) throws -> TrustSettings? {
        try read(TestPEM.encode("TRUSTED CERTIFICATE", root.der + trailer))[0].trustSettings
    }

    @Test func `include the trusted and the rejected uses`() throws {
        let both = TestTrustedCertificate(
            root,
            trusted: [.serverAuthentication],
            rejected: [.clientAuthentication],
            alias: "mine"
        )
        let settings = try #require(try read(both.pem)[0].trustSettings)
        #expect(settings.trusted == [.serverAuth])
        #expect(settings.rejected == [.clientAuth])
        let nothing = try #require(try read(TestTrustedCertificate(root, trusted: []).pem)[0].trustSettings)
        #expect(nothing.trusted == [])
        #expect(nothing.digest != settings.digest)
    }

    @Test func `are nil if they restrict nothing`() throws {
        #expect(try settings([]) == nil)
        #expect(try settings([0x30, 0x00]) == nil)
        #expect(try read(TestTrustedCertificate(root, rejected: [], alias: "mine").pem)[0].trustSettings == nil)
    }

    @Test func `may have a key identifier and other fields`() throws {
        let fields = DERWriter.element(0x04, [1, 2, 3]) + DERWriter.element(0xA1, DERWriter.sequence(DERWriter.null))
        #expect(try settings(DERWriter.sequence(fields)) == nil)
    }

    @Test(
        arguments: [
            ([0x05, 0x00], "has tag 0x05 instead of 0x30"), ([0x30, 0x00, 0x00], "1 byte follows"),
            ([0x30, 0x02, 0x02, 0x00], "2 bytes follow the known fields"),
            ([0x30, 0x04, 0x30, 0x02, 0x05, 0x00], "a trusted use"),
            ([0x30, 0x04, 0xA0, 0x02, 0x06, 0x00], "a rejected use"),
            ([0x30, 0x05], "has a length of 5 bytes"),
        ] as [([UInt8], String)]
    ) func `are an error if malformed`(trailer: [UInt8], reason: String) throws {
        let found = try #require(refusal(TestPEM.encode("TRUSTED CERTIFICATE", root.der + trailer)))
        #expect(found.hasPrefix("malformedCertificate 0 "), "\(found)")
        #expect(found.contains(reason) && found.contains("the trust settings (X509_CERT_AUX)"), "\(found)")
    }

    @Test func `have at most a hundred uses of each type`() throws {
        let uses = Array(repeating: TestObjectIdentifier.serverAuthentication, count: 101)
        #expect(try read(TestTrustedCertificate(root, trusted: Array(uses.dropLast())).pem)[0].trustSettings != nil)
        for block in [TestTrustedCertificate(root, trusted: uses), TestTrustedCertificate(root, rejected: uses)] {
            let found = try #require(refusal(Array(block.pem.utf8)))
            #expect(found.contains("there are more than 100 "), "\(found)")
        }
    }

    @Test func `are included in the size of a certificate`() throws {
        let uses = Array(repeating: TestObjectIdentifier.serverAuthentication, count: 100)
        let block = TestTrustedCertificate(root, trusted: uses)
        let limits = CertificateLimits(count: 1, bytesEach: root.der.count + 10)
        #expect(refusal(Array(block.pem.utf8), limits: limits)?.hasPrefix("certificateTooLarge 0 ") == true)
    }

    @Test func `are not kept in the certificate cache`() throws {
        let reader = OpenSSLCertificateReader(cache: CertificateCache(entries: 10))
        let rejected = Array(TestTrustedCertificate(root, rejected: [.serverAuthentication]).pem.utf8)
        for _ in 0..<2 {
            #expect(try reader.certificates(in: rejected, limits: CertificateLimits())[0].trustSettings != nil)
            #expect(try reader.certificates(in: root.der, limits: CertificateLimits())[0].trustSettings == nil)
        }
    }
}
