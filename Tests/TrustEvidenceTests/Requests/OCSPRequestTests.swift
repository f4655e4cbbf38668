import Foundation
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@Suite struct `An OCSP request` {
    private let gathering: GatheringCase

    init() throws {
        gathering = try GatheringCase()
    }

    private func request(_ digest: OCSPRequest.Digest, nonce: [UInt8]? = nil) throws -> OCSPRequest {
        try #require(
            OCSPRequest(
                about: try gathering.leaf.read(),
                issuedBy: try gathering.issuing.certificate.read(),
                digest,
                OpenSSLEvidenceVerifier(),
                nonce: nonce
            )
        )
    }

    @Test(arguments: [OCSPRequest.Digest.sha256, .sha1])
    func `is read by openssl with the digests and the serial number (RFC 6960 §4.1.1)`(
        digest: OCSPRequest.Digest
    ) throws {
        let openSSL = try OpenSSLProgram()
        let path = try openSSL.file("request.der", try request(digest).der)
        let text = try openSSL.run(["ocsp", "-reqin", path, "-req_text"]).text
        let leaf = try gathering.leaf.read()
        let (verifier, algorithm) = (OpenSSLEvidenceVerifier(), digest == .sha256 ? OID.sha256 : .sha1)
        let name = try #require(verifier.digest(of: leaf.facts.issuer.der, algorithm: algorithm))
        #expect(text.contains("Hash Algorithm: \(digest)"), "\(text)")
        #expect(text.contains("Issuer Name Hash: \(Hexadecimal.encode(name).uppercased())"), "\(text)")
        #expect(text.contains("Serial Number: \(Hexadecimal.encode(leaf.facts.serialNumber).uppercased())"), "\(text)")
        #expect(!text.contains("Nonce"))
    }

    @Test func `has a nonce of 32 bytes on demand (RFC 9654 §2.1)`() throws {
        let openSSL = try OpenSSLProgram()
        let nonce = [UInt8](repeating: 0xA5, count: OCSPRequest.nonceLength)
        let path = try openSSL.file("request.der", try request(.sha256, nonce: nonce).der)
        let text = try openSSL.run(["ocsp", "-reqin", path, "-req_text"]).text
        #expect(text.contains("OCSP Nonce:"), "\(text)")
        #expect(text.contains(String(repeating: "A5", count: 32)), "\(text)")
    }

    @Test func `is a GET if its URL has less than 256 bytes, else a POST (RFC 5019 §5)`() throws {
        let request = try request(.sha256)
        let prefix = request.httpRequest(to: "http://o", maximumBytes: 1).url.utf8.count - "http://o".utf8.count
        for (length, isGet) in [(255, true), (256, false)] {
            let responder = "http://" + String(repeating: "o", count: length - prefix - 7)
            let sent = request.httpRequest(to: responder, maximumBytes: 9)
            #expect((sent.body == nil) == isGet)
            #expect(sent.url.utf8.count == (isGet ? 255 : responder.utf8.count))
            #expect(sent.body == (isGet ? nil : request.der))
            #expect(sent.maximumBytes == 9)
        }
        #expect(request.httpRequest(to: "http://o/?a=b", maximumBytes: 1).body == request.der)
    }

    @Test func `in a URL is escaped base64 of the same bytes`() throws {
        let request = try request(.sha1)
        for responder in ["http://ocsp.example", "http://ocsp.example/"] {
            let url = request.httpRequest(to: responder, maximumBytes: 1).url
            let text = url.dropFirst("http://ocsp.example/".count)
            #expect(!text.contains { "+/=".contains($0) })
            let base64 = text.replacing("%2B", with: "+").replacing("%2F", with: "/").replacing("%3D", with: "=")
            #expect(try Base64.decode(ArraySlice(base64.utf8)) == request.der)
        }
    }

    @Test func `is answered by openssl's responder`() throws {
        let openSSL = try OpenSSLProgram()
        let serialNumber = Hexadecimal.encode(try gathering.leaf.read().facts.serialNumber).uppercased()
        let issuer = try openSSL.file("issuer.pem", gathering.issuing.certificate.pem)
        let arguments = [
            "ocsp", "-index", try openSSL.file("index.txt", "V\t400101000000Z\t\t\(serialNumber)\tunknown\t/CN=x\n"),
            "-CA", issuer, "-rsigner", issuer,
            "-rkey", try openSSL.file("key.pem", try gathering.issuing.key.privateKeyPEM()),
            "-ndays", "2",
        ]
        for digest in [OCSPRequest.Digest.sha256, .sha1] {
            let path = try openSSL.file("request.der", try request(digest).der)
            let output = try openSSL.file("response.der", [])
            let outcome = try openSSL.run(arguments + ["-reqin", path, "-respout", output])
            #expect(outcome.status == 0, "\(outcome.text)")
            let response = try OpenSSLEvidenceReader().ocspResponse(
                in: Array(try Data(contentsOf: URL(filePath: output))),
                limits: EvidenceLimits()
            )
            let single = try #require(response.answer?.facts.responses.first)
            #expect(single.status == .good)
            #expect(single.certificateID.hashAlgorithm == (digest == .sha256 ? .sha256 : .sha1))
        }
    }
}
