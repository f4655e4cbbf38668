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

    @Test(arguments: [-9, -1, 0, 1, 9])
    func `rejects a validity period that ends before it begins as malformed, at any time`(days: Int64) throws {
        let inverted = try Hierarchy(leaf: {
            $0.notBefore = .reference.adding(seconds: 1)
            $0.notAfter = .reference
        })
        var ruleCase = inverted.ruleCase
        ruleCase.instant = Instant(.reference.adding(days: days))
        let findings = try ruleCase.full(ValidityRule())
        // To wait would not help. A renewal does if the end has passed.
        #expect(findings.map(\.summary) == ["error time.malformed 0"] + (days > 0 ? ["error time.expired 0"] : []))
        #expect(
            findings.first?.message
                == "The validity period of CN=api.example.com ends before it begins: notAfter is 2026-01-01T00:00:00Z, and "
                + "notBefore is 2026-01-01T00:00:01Z."
        )
    }

    @Test func `accepts a validity period of one second`() throws {
        let brief = try Hierarchy(leaf: { ($0.notBefore, $0.notAfter) = (.reference, .reference) })
        #expect(try brief.ruleCase.findings(of: ValidityRule()) == [])
    }

    @Test func `rejects an expired anchor, as SecTrust does`() throws {
        let old = try Hierarchy(root: { $0.notAfter = .reference.adding(seconds: -1) })
        #expect(try old.ruleCase.findings(of: ValidityRule()) == ["error time.expired 2"])
    }

    @Test(arguments: [
        ("20261301000000Z", true, "has the month 13"), ("20260001000000Z", true, "has the month 0"),
        ("20260230000000Z", true, "has the day 30, which its month does not have"),
        ("20260100000000Z", true, "has the day 0"), ("260101240000Z", false, "has the hour 24"),
        ("260101006000Z", false, "has the minute 60"), ("260101000060Z", false, "has the second 60"),
        ("2601010000Z", false, "has no seconds"), ("202601010000Z", true, "has no seconds"),
        ("260101000000+0100", false, "is not in UTC, which requires a Z at the end"),
        ("260101000000", false, "is not in UTC, which requires a Z at the end"),
        ("20260101000000.5Z", true, "has a fraction of a second"),
        ("20260101000000,5Z", true, "has a fraction of a second"),
        ("2601010000000Z", false, "has 13 digits instead of 12"), ("Z", true, "has 0 digits instead of 14"),
        ("2601x1000000Z", false, "has a character that is not a digit"),
        ("", false, "is not in UTC, which requires a Z at the end"),
    ])
    func `says which time is malformed and why`(text: String, generalized: Bool, defect: String) throws {
        let encoding = TestTimeEncoding.text(text, generalized: generalized)
        let hierarchy = try Hierarchy(leaf: {
            $0.notBeforeEncoding = encoding
            $0.notAfterEncoding = encoding
        })
        #expect(
            try hierarchy.ruleCase.full(ValidityRule()).map(\.message)
                == ["notBefore", "notAfter"].map {
                    "The time \($0) of CN=api.example.com is malformed (RFC 5280 section 4.1.2.5): \"\(text)\" \(defect)."
                }
        )
    }

    @Test func `shows no control characters of a malformed time, and only its beginning`() throws {
        let text = "\u{1B}\"\n" + String(repeating: "1", count: 100)
        let hierarchy = try Hierarchy(leaf: { $0.notAfterEncoding = .text(text) })
        let finding = try #require(try hierarchy.ruleCase.full(ValidityRule()).first)
        #expect(finding.message.contains(": \"???" + String(repeating: "1", count: 29) + "…\" "))
    }

    @Test func `rejects a malformed time`() throws {
        let broken = try Hierarchy(leaf: { $0.notAfterEncoding = .text("20261301000000Z", generalized: true) })
        #expect(try broken.ruleCase.findings(of: ValidityRule()) == ["error time.malformed 0"])
    }

    @Test func `reports both ends, the time of evaluation and the number of the OpenSSL error`() throws {
        var ruleCase = hierarchy.ruleCase
        ruleCase.instant = Instant(.reference.adding(days: 61))
        let finding = try #require(try ruleCase.full(ValidityRule()).first)
        #expect(finding.code.openSSL?.number == 10)
        #expect(finding.fact("notAfter") == .text("2026-03-02T00:00:00Z"))
        #expect(finding.fact("evaluatedAt") == .text("2026-03-03T00:00:00Z"))
        #expect(
            finding.message
                == "CN=api.example.com expired on 2026-03-02T00:00:00Z, 1 day before the time of evaluation."
        )
    }
}
