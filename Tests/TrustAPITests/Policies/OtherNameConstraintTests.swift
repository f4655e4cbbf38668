import Testing
import TrustTestSupport

@Suite struct `An exclusion of otherNames by type` {
    private static let type: TestObjectIdentifier = "1.3.6.1.4.1.311.20.2.3"
    private static let value = DERWriter.element(0xA0, DERWriter.element(0x0C, Array("ann@example.com".utf8)))

    /// Returns the errors for a leaf with one otherName, whose type is encoded with the given octets.
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

    @Test func `applies to other encodings of the type's length`() throws {
        #expect(try errors(type: Self.type.der) == ["constraint.name"])
        let long = [0x06, 0x81, UInt8(Self.type.content.count)] + Self.type.content
        #expect(try errors(type: long).contains("extension.invalid"))
        // Other types are not excluded.
        #expect(try errors(type: TestObjectIdentifier("1.3.6.1.4.1.311.20.2.4").der) == [])
    }
}
