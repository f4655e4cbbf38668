import Testing
import TrustTestSupport

/// Tests with alternative spellings of an address that clients accept.
@Suite struct `An alternative spelling of an IPv4 address` {
    private static let spellings = [
        "192.0.2.7", "0xc0000207", "0XC0.0.2.7", "3221225991", "192.0.519", "192.0.2.7.", "::ffff:192.0.2.7",
        "[::ffff:c000:207]", "１９２.0.2.7",
    ]
    private let api: APIFixture

    init() throws {
        api = try APIFixture(documents: [
            "set.yaml": """
            hosts: {192.0.2.7: deny}
            otherwise: any
            policies:
              any: {evaluator: disabled}
              inner: {evaluator: default, anchors: [ROOT]}
            """
        ])
    }

    private func evaluate(_ host: String, policy: String, chain: String? = nil) throws -> Answer {
        try api.evaluate(["chain": chain ?? api.chain, "host": host, "policy": policy])
    }

    @Test(arguments: spellings) func `matches the host rule of the address`(host: String) throws {
        let answer = try evaluate(host, policy: "set")
        #expect(answer.trusted == false)
        #expect(answer.reasonCodes == ["policy.noMatch"])
    }

    @Test(arguments: ["192.0.2.07", "0300.0.2.7", "192.0.2.7.example.0x7f", "256.0.2.7", "1.2.3.4.5"])
    func `is an invalid host if it is ambiguous or not an address`(host: String) throws {
        let answer = try evaluate(host, policy: "set")
        #expect(answer.trusted == false)
        #expect(answer.reasonCodes == ["host.invalid"])
    }

    @Test(arguments: spellings) func `matches only an iPAddress of four octets`(host: String) throws {
        for (names, isMatch) in [
            ([TestGeneralName.ip([192, 0, 2, 7])], true),
            ([.ip([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 7])], false),
            ([.dns("0xc0000207"), .dns("192.0.2.7"), .dns("3221225991"), .dns("192.0.519")], false),
        ] {
            let leaf = try api.issuing.issueLeaf("api.example.com") { $0.subjectAlternativeNames = names }
            let answer = try evaluate(host, policy: "set/inner", chain: leaf.pem + api.issuing.certificate.pem)
            #expect(answer.trusted == isMatch, "\(names)")
            #expect(answer.errorCodes == (isMatch ? [] : ["host.ipMismatch"]))
        }
    }
}
