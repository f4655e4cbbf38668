import Testing
import TrustTestSupport

@Suite struct `A CA that excludes the otherNames of a type` {
    private static let type: TestObjectIdentifier = "1.3.6.1.4.1.311.20.2.3"
    private static let value = DERWriter.element(0xA0, DERWriter.element(0x0C, Array("ann@example.com".utf8)))

    /// The errors about a leaf with one otherName of the type, which is encoded with the octets given.
    private func errors(type: [UInt8]) throws -> [String] {
        let api = try APIFixture()
        let issuing = try api.root.issueAuthority("Constrained", key: .shared(.ecdsaP256, "constrained")) {
            $0.extensions.append(.nameConstraints(excluded: [.other(Self.type, value: DERWriter.null)]))
        }
        let leaf = try issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "api leaf")) {
            $0.subjectAlternativeNames = [
                .dns("api.example.com"), .verbatim(DERWriter.element(0xA0, type + Self.value)),
            ]
        }
        let chain = leaf.pem + issuing.certificate.pem
        let policy: [String: Any] = ["evaluator": "default", "profile": "rfc5280"]
        return try api.evaluate(["chain": chain, "host": "api.example.com", "policy": policy]).errorCodes
    }

    @Test func `is not evaded by another encoding of the length of the type`() throws {
        #expect(try errors(type: Self.type.der) == ["constraint.name"])
        let long = [0x06, 0x81, UInt8(Self.type.content.count)] + Self.type.content
        #expect(try errors(type: long).contains("extension.invalid"))
        // Another type is not excluded.
        #expect(try errors(type: TestObjectIdentifier("1.3.6.1.4.1.311.20.2.4").der) == [])
    }
}
