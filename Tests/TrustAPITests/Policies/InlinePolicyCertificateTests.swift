import Testing
import TrustTestSupport

@Suite struct `Certificates of an inline policy` {
    private let requests: InlineRequests

    init() throws {
        requests = try InlineRequests()
    }

    private var root: TestCertificate { requests.api.root.certificate }

    /// The root with an empty serial number.
    private var broken: String {
        get throws { try requests.api.root.reissued { $0.serialNumber = [] }.certificate.pem }
    }

    private func answer(_ anchors: [String], _ members: [String: Any] = [:]) throws -> Answer {
        try requests.evaluate(["evaluator": "default", "anchors": anchors].merging(members) { $1 })
    }

    @Test func `are parsed like those of a chain`() throws {
        #expect(try answer([root.pem, TestPEM.base64(root.der)]).trusted == true)
    }

    @Test func `are reported with the byte offset if they are malformed`() throws {
        let refused = try answer([root.pem, try broken])
        #expect(refused.status == 422)
        #expect(refused.code == "malformedCertificate")
        #expect(refused.pointers == ["/policy/anchors/1"])
        #expect(refused.text.contains("certificate 0, byte "))
    }

    @Test func `have the problem code of their error`() throws {
        let large = TestPEM.encode("CERTIFICATE", [UInt8](repeating: 0x30, count: 70000))
        let cases = [
            (large, "certificateTooLarge"), (String(repeating: root.pem, count: 65), "tooManyCertificates"),
            (try root.key.privateKeyPEM(), "privateKey"), ("ca/root.pem", "malformedPEM"),
            ("-----BEGIN CERTIFICATE-----\n", "malformedPEM"), (TestPEM.base64([0x05, 0x00]), "noCertificate"),
        ]
        for (text, code) in cases {
            let refused = try answer([text])
            #expect(refused.status == 422)
            #expect(refused.code == code, "\(refused.text.prefix(300))")
            #expect(refused.pointers == ["/policy/anchors/0"])
        }
        let many = try answer([String(repeating: root.pem, count: 64), root.pem])
        #expect(many.code == "tooManyCertificates")
        #expect(many.pointers == ["/policy/anchors/1"])
        #expect((many.object["detail"] as? String)?.hasSuffix(" (limits.certificates).") == true, "\(many.text)")
    }

    @Test func `have the code of the first error and the pointers of all`() throws {
        let refused = try answer(["ca/root.pem", try broken])
        #expect(refused.code == "malformedPEM")
        #expect(refused.pointers == ["/policy/anchors/0", "/policy/anchors/1"])
    }

    @Test func `are reported as invalidPolicy if the policy has other errors`() throws {
        let refused = try answer([try broken], ["profile": "sever"])
        #expect(refused.status == 400)
        #expect(refused.code == "invalidPolicy")
        #expect(Set(refused.pointers) == ["/policy/anchors/0", "/policy/profile"])
    }

    @Test func `are reported if they are malformed pins`() throws {
        for evaluator in ["pinCertificates", "pinPublicKeys"] {
            let refused = try requests.evaluate(["evaluator": evaluator, "certificates": [root.pem, try broken]])
            #expect(refused.status == 422)
            #expect(refused.code == "malformedCertificate")
            #expect(refused.pointers == ["/policy/certificates/1"])
        }
        let key = TestPEM.encode("PUBLIC KEY", [0x30, 0x00])
        let refused = try requests.evaluate(requests.pinning([try requests.pins[0], key]))
        #expect(refused.code == "malformedCertificate")
        #expect(refused.text.contains("public key 0"))
    }

    @Test func `are reported in members of a composite`() throws {
        let member: [String: Any] = ["evaluator": "default", "anchors": [try broken]]
        let refused = try requests.evaluate(["evaluator": "composite", "anyOf": [["evaluator": "default"], member]])
        #expect(refused.status == 422)
        #expect(refused.pointers == ["/policy/anyOf/1/anchors/0"])
    }

    @Test func `do not include digests and evidence, whose errors are invalidPolicy`() throws {
        let digest = try requests.evaluate(requests.pinning([try requests.pins[0], "sha256/AAAA"]))
        #expect(digest.status == 400)
        #expect(digest.code == "invalidPolicy")
        let evidence = try requests.evaluate(["evaluator": "revocation", "revocation": ["crls": ["nothing"]]])
        #expect(evidence.code == "invalidPolicy")
    }
}
