import Foundation
import Testing
import TrustTestSupport

@Suite struct `Private keys in binary form` {
    private let requests: InlineRequests
    private let openssl: OpenSSLProgram

    init() throws {
        requests = try InlineRequests()
        openssl = try OpenSSLProgram()
    }

    @Test func `are reported as private keys if PKCS 12 is sent as certificates`() throws {
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

    @Test func `are reported as private keys if they are sent as CRLs or OCSP responses`() throws {
        let store = try openssl.pkcs12(requests.api.leaf)
        let key = try requests.api.leaf.key.privateKeyDER()
        var texts: [String] = []
        for form in [store, key] { texts += [TestPEM.base64(form), TestPEM.encode("X509 CRL", form)] }
        texts += [TestPEM.encode("PKCS12", store), TestPEM.encode("PRIVATE KEY", key)]
        for text in texts {
            for member in ["ocsp", "crls"] {
                let inline: [String: Any] = ["evaluator": "revocation", "revocation": [member: [text]]]
                let answers = [
                    try requests.evaluate("system", [member: text]),
                    try requests.evaluate("system", [member: [text]]), try requests.evaluate(inline),
                ]
                for answer in answers {
                    #expect(answer.code == "privateKey", "\(member) \(text.prefix(40)) \(answer.text)")
                    #expect(answer.text.contains("treat it as exposed"), "\(answer.text)")
                }
            }
        }
    }

    @Test(arguments: ["PRIVATE KEY ", "private key", " Rsa Private Key", "PRIVATE\tKEY", "PRIVATEKEY", "pkcs12"])
    func `are rejected after a certificate, even with a malformed label`(label: String) throws {
        let block = "-----BEGIN \(label)-----\nAAAA\n-----END \(label)-----\n"
        let list = try requests.api.issuing.revocationList().pem
        let answers = [
            try requests.evaluate("system", ["chain": requests.api.chain + block]),
            try requests.evaluate(
                "system",
                ["chain": requests.api.chain + block.replacing("\n-----END", with: "!\n---END")]
            ),
            try requests.evaluate(["evaluator": "default", "anchors": [requests.api.root.certificate.pem + block]]),
            try requests.evaluate("system", ["crls": list + block]),
        ]
        for answer in answers { #expect(answer.code == "privateKey", "\(answer.text)") }
    }

    @Test func `are reported for a file of a policy set`() throws {
        let error = #expect(throws: (any Error).self) {
            try requests.api.write(try openssl.pkcs12(requests.api.leaf), to: "../store.p12")
            try requests.api.write("policies: {p: {evaluator: default, anchors: [../store.p12]}}", to: "own.yaml")
        }
        #expect("\(try #require(error))".contains("a PKCS #12 file was sent where certificates are expected"))
    }
}
