import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Conditions on attributes` {
    private func condition(_ patterns: [String], _ type: OID = .commonName) throws -> AttributeCondition {
        AttributeCondition(.subject, type, patterns: try patterns.map { try TextPattern($0) }, texts: patterns)
    }

    private func facts(_ attributes: [TestAttribute]) throws -> CertificateFacts {
        try Hierarchy(leaf: { $0.subject = TestName(attributes) }).leaf.read().facts
    }

    @Test(
        arguments: [
            (["api.*"], ["API.example.com"], .met), (["api.*"], ["www.example.com"], .unmet),
            (["api.*"], [], .unmet), (["api.*", "www.*"], ["www.example.com"], .met),
            // A second value must match as well, and a partial match is not a certain mismatch.
            (["api.*"], ["api.a", "api.b"], .met), (["api.*"], ["api.a", "admin"], .uncertain),
            (["api.*"], ["admin", "api.a"], .uncertain), (["api.*"], ["admin", "root"], .unmet),
            // Software that compares names ignores this white space.
            (["admin"], ["admin "], .uncertain), (["a b"], ["a  b"], .uncertain), (["a b"], ["a\u{A0}b"], .uncertain),
            (["a b"], ["a c"], .unmet), (["admin"], ["ad\u{200B}min"], .uncertain), (["admin"], ["a\u{0}"], .uncertain),
            (["*"], [""], .uncertain), (["kelvin"], ["\u{212A}elvin"], .unmet),
        ] as [([String], [String], ConstraintMatch)]
    )
    func `compare all values of the type`(patterns: [String], values: [String], expected: ConstraintMatch) throws {
        let attributes = values.map { TestAttribute.commonName($0) } + [.organization("api.other")]
        #expect(try condition(patterns).match(facts(attributes)) == expected)
        // The values can be in one relative distinguished name.
        if values.count > 1 {
            let name = TestName(relativeNames: [values.map { TestAttribute.commonName($0) }])
            let leaf = try Hierarchy(leaf: { $0.subject = name }).leaf.read().facts
            #expect(try condition(patterns).match(leaf) == expected)
        }
    }

    @Test(arguments: [
        TestAttribute(.commonName, "admin@", as: .printable),
        TestAttribute(.commonName, der: [0x0C, 0x02, 0xC3, 0x28]),
        TestAttribute(.commonName, der: [0x02, 0x01, 0x01]),
        TestAttribute(.commonName, String(repeating: "a", count: 257)),
    ])
    func `are uncertain about values that are not text`(attribute: TestAttribute) throws {
        #expect(try condition(["*"]).match(facts([attribute])) == .uncertain)
        #expect(try condition(["x"]).match(facts([attribute])) == .uncertain)
        #expect(try condition(["*"]).match(facts([.commonName("a"), attribute])) == .uncertain)
    }

    @Test func `compare values of all string types`() throws {
        for type in [TestStringType.utf8, .printable, .teletex, .bmp] {
            #expect(try condition(["api"]).match(facts([.commonName("api", as: type)])) == .met)
        }
    }

    @Test func `are uncertain about names of more than 1024 octets`() throws {
        let fillers = (0..<10).map { TestAttribute.organizationalUnit("\($0)" + String(repeating: "a", count: 100)) }
        let facts = try facts(fillers + [.commonName("api")])
        let condition = try condition(["api"])
        #expect(condition.match(facts) == .uncertain)
        #expect(condition.found(in: facts) == "api (the name is too long to be compared)")
        #expect(condition.cost(of: facts) == 10)
    }

    @Test func `compare the issuer's name`() throws {
        let facts = try Hierarchy().leaf.read().facts
        let condition = AttributeCondition(
            .issuer,
            .commonName,
            patterns: [try TextPattern("issuing")],
            texts: ["issuing"]
        )
        #expect(condition.match(facts) == .met)
        #expect(condition.found(in: facts) == "Issuing")
    }

    @Test func `list a few values without control characters`() throws {
        let condition = try condition(["x"])
        #expect(condition.found(in: try facts([.organization("x")])) == "none")
        #expect(condition.found(in: try facts([.commonName("a\nb\u{202E}")])) == #""a\nb\u{202E}""#)
        #expect(condition.found(in: try facts([.commonName("a, b"), .commonName("none")])) == #""a, b", "none""#)
        let many = try facts((0..<20).map { TestAttribute.commonName("\($0)") })
        #expect(condition.found(in: many) == "0, 1, 2, 3, 4, …")
        #expect(try self.condition((0..<20).map { "p\($0)" }).expected == "p0, p1, p2, p3, p4 and 15 more")
    }

    @Test func `have a bounded cost`() throws {
        // Each position of the value is compared with nearly the whole pattern.
        let pattern = "*" + String(repeating: "a", count: 125) + "b*"
        let patterns = Array(repeating: pattern, count: 1000)
        let costly = try condition(patterns)
        let facts = try facts([.commonName(String(repeating: "a", count: 250))])
        #expect(costly.match(facts) == .unmet)
        #expect(costly.cost(of: facts) > WorkBudget().nameComparisons)
        #expect(try condition(["api.*"]).cost(of: facts) < 3000)
    }
}
