import Testing
import TrustModel
import TrustTestSupport

@testable import TrustIdentities
@testable import TrustOpenSSL

@Suite struct `Requested signatures` {
    private let root: TestAuthority
    private let nonce = [UInt8](0..<16)

    init() throws { root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root")) }

    private func identity(_ kind: TestKeyKind = .ecdsaP256, digests: Bool = false) throws -> ClientIdentity {
        let leaf = try root.issueLeaf("client.example", key: .shared(kind, "signing"))
        return try TrustIdentitiesTests.identity([leaf], digests: digests)
    }

    private func challenge(
        namespace: String = "billing",
        audience: String = "https://x",
        nonce: [UInt8]? = nil
    ) -> SignatureRequest {
        .challenge(namespace: namespace, audience: audience, nonce: nonce ?? self.nonce, time: .reference())
    }

    @Test(arguments: [32, 48])
    func `of TLS 1.3 have the layout of RFC 8446 section 4.4.3`(length: Int) throws {
        let hash = [UInt8](repeating: 0xAB, count: length)
        let expected = [UInt8](repeating: 0x20, count: 64) + Array("TLS 1.3, client CertificateVerify\0".utf8) + hash
        let kinds: [(TestKeyKind, SigningAlgorithm)] = [
            (.rsa(2048), .rsaPSSWithSHA256), (.ecdsaP256, .ecdsaWithSHA256), (.ecdsaP384, .ecdsaWithSHA384),
            (.ecdsaP521, .ecdsaWithSHA512), (.ed25519, .ed25519),
        ]
        for (kind, algorithm) in kinds {
            let identity = try identity(kind)
            let result = try identity.sign(.tls13CertificateVerify(transcriptHash: hash), with: algorithm)
            #expect(result.signed == expected)
            #expect(identity.key.verifies(result.signature, of: expected, with: algorithm))
        }
    }

    @Test func `of TLS 1.3 require its algorithms and hash lengths`() throws {
        let (rsa, curve) = (try identity(.rsa(2048)), try identity())
        let request = SignatureRequest.tls13CertificateVerify(transcriptHash: [UInt8](repeating: 1, count: 32))
        #expect(throws: SignatureRequestError.algorithmNotInTLS13(.rsaPKCS1WithSHA256, .rsa)) {
            try rsa.sign(request, with: .rsaPKCS1WithSHA256)
        }
        #expect(throws: SignatureRequestError.algorithmNotInTLS13(.ecdsaWithSHA384, .ecdsaP256)) {
            try curve.sign(request, with: .ecdsaWithSHA384)
        }
        for length in [0, 31, 33, 47, 64] {
            let request = SignatureRequest.tls13CertificateVerify(transcriptHash: [UInt8](repeating: 1, count: length))
            #expect(
                throws: SignatureRequestError.invalid("the transcript hash has \(length) bytes instead of 32 or 48")
            ) { try curve.sign(request, with: .ecdsaWithSHA256) }
        }
    }

    @Test func `of challenges begin with their version and have the length of each part`() throws {
        let identity = try identity()
        let result = try identity.sign(challenge(), with: .ecdsaWithSHA256)
        let expected =
            Array("anchord-challenge-v1\0".utf8) + [0, 0, 0, 7] + Array("billing".utf8) + [0, 0, 0, 9]
            + Array("https://x".utf8) + [0, 0, 0, 16] + nonce + [0, 0, 0, 20] + Array("2026-01-01T00:00:00Z".utf8)
        #expect(result.signed == expected)
        #expect(identity.key.verifies(result.signature, of: expected, with: .ecdsaWithSHA256))
        #expect(throws: SignatureRequestError.signing(.unsuitableAlgorithm(.ed25519, .ecdsaP256))) {
            try identity.sign(challenge(), with: .ed25519)
        }
    }

    @Test func `of challenges have bounds`() throws {
        let identity = try identity()
        func isAccepted(_ request: SignatureRequest) -> Bool {
            do throws(SignatureRequestError) {
                _ = try identity.sign(request, with: .ecdsaWithSHA256)
                return true
            } catch {
                if case .invalid = error { return false }
                Issue.record("\(error)")
                return false
            }
        }
        let long = String(repeating: "a", count: 65)
        for namespace in ["a", "a.b-c", String(long.dropLast())] {
            #expect(isAccepted(challenge(namespace: namespace)))
        }
        for namespace in ["", "A", "a_b", "a b", "é", long] { #expect(!isAccepted(challenge(namespace: namespace))) }
        #expect(isAccepted(challenge(audience: String(repeating: "a", count: 1024))))
        for audience in ["", String(repeating: "a", count: 1025)] {
            #expect(!isAccepted(challenge(audience: audience)))
        }
        for (length, expected) in [(15, false), (16, true), (256, true), (257, false)] {
            #expect(isAccepted(challenge(nonce: [UInt8](repeating: 0, count: length))) == expected)
        }
    }

    @Test func `of digests and messages require the configuration`() throws {
        let (closed, open) = (try identity(), try identity(digests: true))
        let digest = try TestDigest.sha256.hash(nonce)
        for request in [SignatureRequest.digest(digest), .message(nonce)] {
            #expect(throws: SignatureRequestError.digestsNotAllowed) {
                try closed.sign(request, with: .ecdsaWithSHA256)
            }
            let result = try open.sign(request, with: .ecdsaWithSHA256)
            #expect(result.signed == nil)
            #expect(open.key.verifies(result.signature, of: nonce, with: .ecdsaWithSHA256))
        }
        #expect(throws: SignatureRequestError.signing(.digestLength(found: 16, expected: 32))) {
            try open.sign(.digest(nonce), with: .ecdsaWithSHA256)
        }
        let large = [UInt8](repeating: 0, count: 65537)
        #expect(throws: SignatureRequestError.invalid("the message has 65537 bytes, more than 65536")) {
            try open.sign(.message(large), with: .ecdsaWithSHA256)
        }
        #expect(try open.sign(.message(Array(large.dropLast())), with: .ecdsaWithSHA256).signature.isEmpty == false)
    }

    @Test func `are refused for signed parts of certificates, CRLs, requests and OCSP responses`() throws {
        let open = try identity(digests: true)
        let openssl = try OpenSSLProgram()
        let output = try openssl.file("request.der", "")
        let request = try openssl.run([
            "req", "-new", "-subj", "/CN=client", "-outform", "DER", "-out", output,
            "-key", openssl.file("key.pem", root.key.privateKeyPEM()),
        ])
        #expect(request.status == 0, "\(request.text)")
        let response = DERWriter.sequence(
            DERWriter.explicit(1, root.name.der),
            DERWriter.element(0x18, Array("20260101000000Z".utf8)),
            DERWriter.sequence()
        )
        let forms: [([UInt8], String)] = [
            (signedPart(of: root.certificate.der), "a certificate"),
            (signedPart(of: try root.revocationList().der), "a CRL"),
            (signedPart(of: try Self.bytes(of: output)), "a certification request"),
            (response, "an OCSP response"),
        ]
        for (content, form) in forms {
            // A truncated structure, one with trailing bytes, and one of indefinite length are recognized too.
            let indefinite =
                [0x30, 0x80] + content.dropFirst(content[1] == 0x82 ? 4 : content[1] == 0x81 ? 3 : 2) + [0, 0]
            for message in [content, Array(content.dropLast(1)), content + [0], indefinite] {
                #expect(throws: SignatureRequestError.forbiddenContent("the signed part of \(form)")) {
                    try open.sign(.message(message), with: .ecdsaWithSHA256)
                }
            }
        }
        for message in [[], [0x30], [0x30, 0x03, 0x02, 0x01, 0x05], Array("0123".utf8), [0x30, 0x84, 0xFF]] as [[UInt8]]
        {
            #expect(try open.sign(.message(message), with: .ecdsaWithSHA256).signature.isEmpty == false)
        }
    }

    /// Returns the first element inside the outermost one.
    private func signedPart(of der: [UInt8]) -> [UInt8] {
        func header(_ bytes: ArraySlice<UInt8>) -> (header: Int, content: Int) {
            let first = Int(bytes[bytes.startIndex + 1])
            guard first > 0x80 else { return (2, first) }
            let octets = bytes.dropFirst(2).prefix(first & 0x7F)
            return (2 + octets.count, octets.reduce(0) { $0 << 8 | Int($1) })
        }
        let inner = der.dropFirst(header(der[...]).header)
        let (length, content) = header(inner)
        return Array(inner.prefix(length + content))
    }

    private static func bytes(of path: String) throws -> [UInt8] {
        let bytes = try IdentityFiles.local.certificates(path, 1 << 20)
        #expect(!bytes.isEmpty)
        return bytes
    }
}
