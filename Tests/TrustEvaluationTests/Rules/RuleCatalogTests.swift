import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation
@testable import TrustOpenSSL

@Suite struct `The rule catalog` {
    @Test func `has rules with unique names in camelCase`() throws {
        let names = RuleCatalog.rules.map { type(of: $0).name }
        #expect(Set(names).count == names.count)
        for name in names { #expect(try /[a-z][A-Za-z0-9]*/.wholeMatch(in: name) != nil) }
    }

    @Test func `has rules with deterministic results`() throws {
        let context = try Hierarchy(
            root: { $0.notAfter = .reference.adding(days: -1) },
            leaf: {
                $0.subjectAlternativeNames = [.dns("other.example")]
                $0.extendedKeyUsages = [.codeSigning]
                $0.signature.isCorrupt = true
            }
        ).ruleCase.context()
        for rule in RuleCatalog.rules {
            #expect(rule.evaluate(context) == rule.evaluate(context), "\(type(of: rule).name)")
        }
        #expect(PathEvaluation(context).findings == PathEvaluation(context).findings)
        #expect(PathEvaluation(context).checks == PathEvaluation(context).checks)
    }

    @Test func `has a full sentence in each finding and an explanation in each check`() throws {
        var ruleCase = try Hierarchy(
            intermediate: { $0.extensions.remove(.basicConstraints) },
            leaf: {
                $0.subjectAlternativeNames = []
                $0.extendedKeyUsages = [.codeSigning]
                $0.signature.isCorrupt = true
            }
        ).ruleCase
        ruleCase.instant = Instant(.reference.adding(days: 100))
        let evaluated = PathEvaluation(try ruleCase.context())
        #expect(evaluated.findings.count >= 5)
        for finding in evaluated.findings { #expect(finding.message.hasSuffix(".") && finding.message.count > 10) }
        for check in evaluated.checks { #expect(!check.why.isEmpty, "\(check.name)") }
    }
}
