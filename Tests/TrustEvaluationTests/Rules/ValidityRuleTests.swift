import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The validity rule` {
    private let hierarchy: Hierarchy

    init() throws {
        hierarchy = try Hierarchy()
    }

    @Test(arguments: [
        (TestInstant.reference.adding(days: -30), []),
        (TestInstant.reference.adding(days: -30, seconds: -1), ["error time.notYetValid 0"]),
        (TestInstant.reference.adding(days: 60), []),
        (TestInstant.reference.adding(days: 60, seconds: 1), ["error time.expired 0"]),
        (TestInstant.reference.adding(days: 3 * 365, seconds: 1), ["error time.expired 0", "error time.expired 1"]),
        (
            TestInstant(year: 2969, month: 1, day: 1),
            ["error time.expired 0", "error time.expired 1", "error time.expired 2"]
        ),
        (
            TestInstant(year: 1969, month: 1, day: 1),
            ["error time.notYetValid 0", "error time.notYetValid 1", "error time.notYetValid 2"]
        ),
    ])
    func `includes both ends of the validity period of every certificate (RFC 5280 §4.1.2.5)`(
        instant: TestInstant,
        expected: [String]
    ) throws {
        var ruleCase = hierarchy.ruleCase
        ruleCase.instant = Instant(instant)
        #expect(try ruleCase.findings(of: ValidityRule()) == expected)
    }

    @Test func `compares years after 2038 and before 1950 in both time types`() throws {
        let long = try Hierarchy(
            root: { $0.notAfter = TestInstant(year: 2969, month: 1, day: 1) },
            intermediate: { $0.notAfter = TestInstant(year: 2049, month: 12, day: 31) },
            leaf: {
                $0.notBefore = TestInstant(year: 1949, month: 12, day: 31)
                $0.notAfter = TestInstant(year: 2050, month: 1, day: 1)
            }
        )
        func findings(_ year: Int, _ month: Int, _ day: Int) throws -> [String]? {
            var ruleCase = long.ruleCase
            ruleCase.instant = Instant(TestInstant(year: year, month: month, day: day))
            return try ruleCase.findings(of: ValidityRule())
        }
        #expect(try findings(2039, 1, 1) == [])
        #expect(try findings(2049, 12, 31) == [])
        #expect(try findings(2050, 1, 1) == ["error time.expired 1"])
        #expect(try findings(2050, 1, 2) == ["error time.expired 0", "error time.expired 1"])
        // Times before 1970 have negative numbers of seconds.
        #expect(try findings(1949, 12, 31) == ["error time.notYetValid 1", "error time.notYetValid 2"])
        #expect(
            try findings(1949, 12, 30) == [
                "error time.notYetValid 0", "error time.notYetValid 1", "error time.notYetValid 2",
            ]
        )
    }

    @Test func `reports both errors for a validity period that ends before it begins`() throws {
        let inverted = try Hierarchy(leaf: {
            $0.notBefore = .reference.adding(days: 1)
            $0.notAfter = .reference.adding(days: -1)
        })
        let findings = try inverted.ruleCase.findings(of: ValidityRule())
        #expect(findings == ["error time.expired 0", "error time.notYetValid 0"])
    }

    @Test func `rejects an expired anchor, as SecTrust does`() throws {
        let old = try Hierarchy(root: { $0.notAfter = .reference.adding(seconds: -1) })
        #expect(try old.ruleCase.findings(of: ValidityRule()) == ["error time.expired 2"])
    }

    @Test func `rejects a malformed time`() throws {
        let broken = try Hierarchy(leaf: { $0.notAfterEncoding = .text("20261301000000Z", generalized: true) })
        #expect(try broken.ruleCase.findings(of: ValidityRule()) == ["error time.malformed 0"])
    }

    @Test func `reports both ends, the time of evaluation and the number of the OpenSSL error`() throws {
        var ruleCase = hierarchy.ruleCase
        ruleCase.instant = Instant(.reference.adding(days: 61))
        let finding = try #require(try ruleCase.full(ValidityRule()).first)
        #expect(finding.code.openSSLNumber == 10)
        #expect(finding.fact("notAfter") == .text("2026-03-02T00:00:00Z"))
        #expect(finding.fact("evaluatedAt") == .text("2026-03-03T00:00:00Z"))
        #expect(
            finding.message
                == "CN=api.example.com expired on 2026-03-02T00:00:00Z, 1 day before the time of evaluation."
        )
    }
}
