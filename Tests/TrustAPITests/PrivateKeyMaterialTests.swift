import Foundation
import Testing
import TrustTestSupport

@Suite struct `Private keys in a binary form` {
    private let requests: InlineRequests
    private let openssl: OpenSSLProgram

    init() throws {
        requests = try InlineRequests()
        openssl = try OpenSSLProgram()
    }

    @Test func `are key material, not a malformed certificate, wherever PKCS 12 is sent`() throws {
        let store = try openssl.pkcs12(requests.api.leaf)
        let base64 = TestPEM.base64(store)
        let inline: [[String: Any]] = [
            ["evaluator": "default", "anchors": [base64]],
            ["evaluator": "default", "intermediates": [base64]],
            ["evaluator": "pinCertificates", "pins": [base64], "requireBackupPin": false],
            ["evaluator": "pinPublicKeys", "pins": [base64], "requireBackupPin": false],
            ["evaluator": "securityPolicy", "sslPinningMode": "publicKey", "pinnedCertificates": [base64]],
            ["evaluator": "default", "anchors": [TestPEM.encode("PKCS12", store)]],
            ["evaluator": "default", "anchors": [TestPEM.encode("CERTIFICATE", store)]],
        ]
        var answers = try inline.map { try requests.evaluate($0) }
        for chain in [base64, [requests.api.leaf.pem, base64], TestPEM.encode("PKCS12", store)] as [Any] {
            answers.append(try requests.evaluate("system", ["chain": chain]))
        }
        for type in ["application/x-pem-file", "application/pem-certificate-chain"] {
            answers.append(
                requests.api.send(
                    "POST",
                    "/v1/evaluations?host=a.example",
                    headers: [("Content-Type", type)],
                    body: store
                )
            )
        }
        for answer in answers {
            #expect(answer.code == "privateKey", "\(answer.text)")
            #expect(answer.text.contains("treat it as exposed"), "\(answer.text)")
        }
    }

    @Test func `of a file in a policy set are told as such`() throws {
        let error = #expect(throws: (any Error).self) {
            try requests.api.write(try openssl.pkcs12(requests.api.leaf), to: "../store.p12")
            try requests.api.write("policies: {p: {evaluator: default, anchors: [../store.p12]}}", to: "own.yaml")
        }
        #expect("\(try #require(error))".contains("a PKCS #12 file was sent where certificates belong"))
    }
}
