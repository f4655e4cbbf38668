import Foundation
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustAPI

/// CRLs in the files of a policy that are as long as fetched ones.
@Suite struct `A long CRL in a file of a policy` {
    private static let document = """
        policies:
          crl:
            evaluator: default
            anchors: [ROOT]
            revocation: {scope: leaf, requirePositiveResponse: true, crls: [issuing.crl]}
          plain: {evaluator: default, anchors: [ROOT]}
        """

    /// A fixture whose policy refers to a CRL of fourteen megabytes, and a certificate that the CRL revokes.
    private func fixture(asPEM: Bool) throws -> (api: APIFixture, revoked: TestCertificate) {
        let api = try APIFixture()
        let revoked = try api.issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf"))
        let list = try api.issuing.revocationList(revoking: [revoked]) { list in
            // A serial number of sixteen bytes, of which four vary, and a UTCTime.
            var entry: [UInt8] =
                [0x30, 0x21, 0x02, 0x10] + [UInt8](repeating: 0x11, count: 16) + [0x17, 0x0D]
                + Array("260101000000Z".utf8)
            list.encodedEntries.reserveCapacity(400_000 * entry.count)
            for number in 0..<400_000 {
                for shift in 0..<4 { entry[8 + shift] = UInt8(truncatingIfNeeded: number >> (8 * shift)) }
                list.encodedEntries += entry
            }
        }
        #expect(list.der.count > 13 << 20)
        try api.write(asPEM ? Array(list.pem.utf8) : list.der, to: "issuing.crl")
        try api.write(Self.document, to: "long.yaml")
        return (api, revoked)
    }

    @Test(arguments: [false, true])
    func `is used within the budget of an evaluation, also repeatedly and by several keys`(asPEM: Bool) throws {
        let (api, revoked) = try fixture(asPEM: asPEM)
        func answer(_ leaf: TestCertificate, and others: [TestCertificate] = []) throws -> Answer {
            try api.evaluate([
                "chain": TestPEM.chain([leaf, api.issuing.certificate] + others), "host": "api.example.com",
                "policy": "long/crl",
            ])
        }
        let namesakes = try (0..<8).map { _ in try TestAuthority.root("API Test Issuing").certificate }
        for _ in 0..<3 {
            let good = try answer(api.leaf, and: namesakes)
            #expect(good.trusted == true, "\(good.text)")
            #expect(good.reasonCodes.contains("notice.revocation"))
            #expect(try answer(revoked).errorCodes == ["revocation.revoked"])
        }
    }
}
