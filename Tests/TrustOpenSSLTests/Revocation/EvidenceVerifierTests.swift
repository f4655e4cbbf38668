import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `The signatures of evidence` {
    private let verifier = OpenSSLEvidenceVerifier()

    @Test(arguments: [
        TestKeyKind.ecdsaP256, .ecdsaP384, .rsa(2048), .ed25519,
    ])
    func `are valid only with the signer's key`(kind: TestKeyKind) throws {
        let authority = try TestAuthority.root("Root", key: .shared(kind, "evidence"))
        let other = try TestAuthority.root("Root", key: .shared(kind, "other evidence"))
        let leaf = try authority.issueLeaf("api.example.com")
        let list = try readLists(authority.revocationList(revoking: [leaf]).der)[0]
        let response = try readResponse(authority.ocspResponse(for: leaf).der)
        let (signer, stranger) = (try read(authority.certificate.der)[0], try read(other.certificate.der)[0])
        #expect(try verifier.isSigned(list, by: signer))
        #expect(try !verifier.isSigned(list, by: stranger))
        #expect(try verifier.isSigned(response, by: signer))
        #expect(try !verifier.isSigned(response, by: stranger))
    }

    @Test func `are valid with RSASSA-PSS, whose parameters specify the digest`() throws {
        let authority = try TestAuthority.root("Root", key: .shared(.rsa(2048), "evidence"))
        let list = try authority.revocationList { $0.signature.algorithm = .rsaPSS(.sha384, saltLength: 48) }
        #expect(try verifier.isSigned(try readLists(list.der)[0], by: try read(authority.certificate.der)[0]))
    }

    @Test func `are invalid after a change of a signed bit`() throws {
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "evidence"))
        let signer = try read(authority.certificate.der)[0]
        let list = try authority.revocationList { $0.revoke(serialNumber: [9]) }
        let damaged = try readLists(
            list.mutated { bytes in
                let serial = try #require(bytes.firstRange(of: [0x02, 0x01, 0x09]))
                bytes[serial.lowerBound + 2] = 8
            }.der
        )[0]
        #expect(damaged.facts.entries?.serialNumbers.first == [8])
        #expect(try !verifier.isSigned(damaged, by: signer))
        let corrupt = try authority.revocationList { $0.signature.isCorrupt = true }
        #expect(try !verifier.isSigned(try readLists(corrupt.der)[0], by: signer))
    }

    @Test func `are invalid for error responses, which have none`() throws {
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "evidence"))
        let refusal = try readResponse(authority.ocspResponse { $0.status = .tryLater }.der)
        #expect(try !verifier.isSigned(refusal, by: try read(authority.certificate.der)[0]))
    }

    @Test(
        arguments: [
            (OID.sha1, TestDigest.sha1), (.sha256, .sha256), (.sha384, .sha384), (.sha512, .sha512),
        ] as [(OID, TestDigest)]
    )
    func `have the digests of names and keys of RFC 6960 §4.1.1`(algorithm: OID, digest: TestDigest) throws {
        let authority = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "evidence"))
        let certificate = try read(authority.certificate.der)[0]
        #expect(
            verifier.digest(ofPublicKeyOf: certificate, algorithm: algorithm)
                == (try digest.hash(authority.key.publicKey))
        )
        #expect(verifier.digest(of: [1, 2], algorithm: algorithm) == (try digest.hash([1, 2])))
        #expect(verifier.digest(of: [1, 2], algorithm: OID(1, 2, 3)) == nil)
    }
}
