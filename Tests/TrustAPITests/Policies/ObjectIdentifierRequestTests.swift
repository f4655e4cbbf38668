import Testing
import TrustTestSupport

@Suite struct `A request with an object identifier below 2.25 (X.667 §6.3)` {
    private static let uuid = "2.25.305821105408246119474742976030998643995"
    private static let identifier = TestObjectIdentifier(content: [
        0x69, 0x83, 0xCC, 0x93, 0x80, 0xA8, 0x98, 0xCC, 0xA8, 0xC7, 0xBD, 0xB1, 0xA7, 0x80, 0x80, 0xAA, 0xAE, 0xD7,
        0x8A, 0x1B,
    ])
    private let api: APIFixture
    private let chain: String

    init() throws {
        api = try APIFixture()
        let leaf = try api.issuing.issueLeaf("api.example.com") {
            $0.extendedKeyUsages = [.serverAuthentication, Self.identifier]
            $0.extensions.append(.certificatePolicies([Self.identifier]))
            $0.extensions.append(.raw(Self.identifier, value: DERWriter.null))
        }
        chain = leaf.pem + api.issuing.certificate.pem
    }

    private func answer(_ keys: [String: Any]) throws -> Answer {
        var policy: [String: Any] = ["evaluator": "default", "anchors": [api.root.certificate.pem]]
        policy.merge(keys) { $1 }
        return try api.evaluate(["chain": chain, "host": "api.example.com", "policy": policy])
    }

    @Test func `compares it as a purpose`() throws {
        let same = try answer(["purpose": Self.uuid])
        #expect(same.trusted == true, "\(same.text)")
        let other = try answer(["purpose": Self.uuid + "1"])
        #expect(other.errorCodes == ["usage.extendedKeyUsage"], "\(other.text)")
        #expect(other.text.contains("\"\(Self.uuid)\""), "\(other.text)")
    }

    private static let conditions: [[String: any Sendable]] = [
        ["extendedKeyUsage": ["includes": [uuid]]], ["certificatePolicies": [uuid]],
        ["extensions": ["present": [uuid]]],
    ]

    @Test(arguments: conditions)
    func `compares it in constraints`(condition: [String: any Sendable]) throws {
        let met = try answer(["constraints": ["leaf": condition]])
        #expect(met.trusted == true, "\(met.text)")
        let unmet = try answer(["constraints": ["not": ["leaf": condition]]])
        #expect(unmet.errorCodes == ["policy.constraintViolated"], "\(unmet.text)")
    }

    @Test func `accepts it as a certificate policy`() throws {
        let answer = try answer(["certificatePolicies": ["initialPolicySet": [Self.uuid]]])
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test(arguments: ["2.25.", "2.25.3O5", "3.25.1", "2.25.-1", "2.25.1e9"])
    func `rejects text that is not an object identifier`(text: String) throws {
        let answer = try answer(["purpose": text])
        #expect(answer.code == "invalidPolicy", "\(answer.text)")
    }
}
