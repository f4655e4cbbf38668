import Foundation
import Synchronization
import Testing
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustService
import TrustTestSupport

@Suite struct `The path of a verdict` {
    private func read(_ certificate: TestCertificate) throws -> Certificate {
        let bytes = certificate.der
        return try #require(
            try OpenSSLCertificateReader().certificates(in: bytes, limits: CertificateLimits()).first
        )
    }

    private func elements(_ path: [PathElement]) throws -> [NSDictionary] {
        var decision = EvaluatorDecision.accepted(.implicitTrust, reasons: [])
        decision.path = path
        let verdict = Verdict(
            decision,
            policy: .inline,
            evaluatedAt: APIFixture.now,
            reuse: VerdictReuse(stableUntil: APIFixture.now)
        )
        let bytes = VerdictEncoder.json(verdict, id: DecisionID(milliseconds: 0), nonce: nil).bytes
        let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        return try #require(object?["path"] as? [NSDictionary])
    }

    @Test func `describes an issuer as a leaf, except for depth and origin, and keeps its description`() throws {
        let root = try TestAuthority.root("A \"root\"")
        let (leaf, issuer) = (try read(root.issueLeaf("a.example.com")), try read(root.certificate))
        let path = [
            PathElement(certificate: leaf, origin: .request), PathElement(certificate: issuer, origin: .anchor),
        ]
        let first = try elements(path)[1]
        #expect(leaf.facts.encodedMembers.load() == nil)
        #expect(issuer.facts.encodedMembers.load() != nil)
        #expect(try elements(path)[1] == first)
        let alone = try elements([PathElement(certificate: issuer, origin: .request)])[0]
        #expect(first["subject"] as? String == "CN=A \\\"root\\\"")
        #expect(first["depth"] as? Int == 1 && first["origin"] as? String == "anchor")
        for name in ["subject", "issuer", "serialNumber", "sha256", "spkiSha256", "notBefore", "notAfter"] {
            #expect(first[name] as? String != nil && first[name] as? String == alone[name] as? String)
        }
        let deeper = try elements([path[0], PathElement(certificate: issuer, origin: .request), path[1]])
        #expect(deeper[1]["depth"] as? Int == 1 && deeper[1]["origin"] as? String == "request")
        #expect(deeper[2]["depth"] as? Int == 2 && deeper[2]["origin"] as? String == "anchor")
    }

    @Test func `keeps no description that is longer than the certificate`() throws {
        let root = try TestAuthority.root(String(repeating: "\u{7F}", count: 60))
        let issuer = try read(root.certificate)
        let element = PathElement(certificate: issuer, origin: .anchor)
        let first = try elements([element, element])
        #expect((first[1]["subject"] as? String)?.utf8.count == 3 + 3 * 60)
        #expect(issuer.facts.encodedMembers.load() == nil)
        #expect(try elements([element, element]) == first)
    }
}
