import Testing
import TrustTestSupport

/// Expectations for every public chain, real or generated.
enum PublicChainExpectations {
    private static let late = "2060-01-01T00:00:00Z"

    static func check(_ example: ConformanceCase, _ api: APIFixture) throws {
        let good = try api.evaluate(example.request())
        #expect(good.trusted == true, "\(example.id): \(good.reasonCodes)")
        let otherHost = try api.evaluate(example.request(host: "wrong.invalid"))
        #expect(otherHost.reasonCodes.first == "host.mismatch", "\(example.id)")
        let expired = try api.evaluate(example.request(at: late))
        #expect(expired.reasonCodes.contains("time.expired"), "\(example.id)")
        let both = try api.evaluate(example.request(host: "wrong.invalid", at: late))
        #expect(Set(both.reasonCodes).isSuperset(of: ["time.expired", "host.mismatch"]), "\(example.id)")
        let alone = try api.evaluate(example.request(chain: [example.leaf]))
        #expect(alone.reasonCodes.contains("chain.issuerNotFound"), "\(example.id)")
        let stranger = try TestAuthority.root("Stranger Root").certificate.pem
        let foreign = try api.evaluate(example.request(anchors: [stranger]))
        let untrusted = ["chain.issuerNotFound", "chain.untrustedRoot"]
        #expect(foreign.reasonCodes.contains { untrusted.contains($0) }, "\(example.id): \(foreign.reasonCodes)")
        for answer in [otherHost, expired, both, alone, foreign] { #expect(answer.trusted == false) }
    }
}

/// Tests with generated chains of the same structure as two common ones, whose certificates cannot be distributed.
@Suite struct `Chains with the structure of public chains` {
    let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    /// An ECDSA leaf, an ECDSA P-384 intermediate, and an ECDSA root that is cross-signed by an RSA root.
    ///
    /// This is the chain of letsencrypt.org. The trust anchor is the RSA root, which older clients have.
    @Test func `are trusted with an ECDSA root cross-signed by an RSA root (Let's Encrypt)`() throws {
        let old = try TestAuthority.root("Shape Root X1", key: TestKey.shared(.rsa(4096), "x1"))
        let new = try TestAuthority.root("Shape Root X2", key: TestKey.shared(.ecdsaP384, "x2")) {
            $0.signature.digest = .sha384
        }
        let cross = try new.crossSigned(by: old)
        let issuing = try new.issueAuthority("Shape E7", key: TestKey.shared(.ecdsaP384, "e7")) {
            $0.pathLength = 0
            $0.signature.digest = .sha384
            $0.extendedKeyUsages = [.serverAuthentication, .clientAuthentication]
            $0.extensions.append(.certificatePolicies(["2.23.140.1.2.1"]))
        }
        let leaf = try issuing.issueLeaf("www.letsencrypt.example", key: TestKey.shared(.ecdsaP256, "le leaf")) {
            $0.signature.digest = .sha384
            $0.extensions.append(.certificatePolicies(["2.23.140.1.2.1"]))
            $0.extensions.append(
                .authorityInformationAccess(ocsp: [], issuers: ["http://e7.i.lencr.example/"])
            )
        }
        let crossed = ConformanceCase(
            id: "shape::letsencrypt",
            leaf: leaf,
            intermediates: [issuing.certificate, cross],
            anchor: old.certificate,
            host: "www.letsencrypt.example"
        )
        try PublicChainExpectations.check(crossed, api)
        let direct = ConformanceCase(
            id: "shape::letsencrypt-direct",
            leaf: leaf,
            intermediates: [issuing.certificate, cross],
            anchor: new.certificate,
            host: "www.letsencrypt.example"
        )
        let answer = try api.evaluate(direct.request())
        #expect((answer.object["path"] as? [Any])?.count == 3)
    }

    /// An RSA leaf with many names, an RSA intermediate, and two cross-signed roots, as in the chain of aws.amazon.com.
    @Test func `are trusted with a wildcard leaf and two cross-signed RSA roots (Amazon)`() throws {
        let oldest = try TestAuthority.root("Shape Class 2", key: TestKey.shared(.rsa(2048), "class2"))
        let services = try TestAuthority.root("Shape Services G2", key: TestKey.shared(.rsa(2048), "g2"))
        let root = try TestAuthority.root("Shape Root CA 1", key: TestKey.shared(.rsa(2048), "ca1"))
        let issuing = try root.issueAuthority("Shape RSA 2048 M01", key: TestKey.shared(.rsa(2048), "m01")) {
            $0.pathLength = 0
        }
        let leaf = try issuing.issueLeaf("*.aws.example.com", key: TestKey.shared(.rsa(2048), "aws leaf")) {
            $0.subjectAlternativeNames = [.dns("aws.example.com"), .dns("*.aws.example.com"), .dns("docs.example.com")]
        }
        let sent = [issuing.certificate, try root.crossSigned(by: services), try services.crossSigned(by: oldest)]
        for (anchor, host) in [
            (oldest, "eu.aws.example.com"), (services, "aws.example.com"), (root, "docs.example.com"),
        ] {
            let example = ConformanceCase(
                id: "shape::amazon",
                leaf: leaf,
                intermediates: sent,
                anchor: anchor.certificate,
                host: host
            )
            try PublicChainExpectations.check(example, api)
        }
    }
}
