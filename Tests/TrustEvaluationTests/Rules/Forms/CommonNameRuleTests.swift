import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The common name rule` {
    private let rule = CommonNameRule()

    private func findings(_ commonNames: [String], _ names: [TestGeneralName]) throws -> [String]? {
        try Hierarchy(leaf: {
            $0.subject = TestName(commonNames.map { .commonName($0) })
            $0.subjectAlternativeNames = names
        }).ruleCase.findings(of: rule)
    }

    @Test(arguments: [
        ("api.example.com", [TestGeneralName.dns("www.example.com"), .dns("api.example.com")]),
        ("*.example.com", [.dns("*.example.com")]), ("192.0.2.1", [.ip([192, 0, 2, 1])]),
        ("2001:db8::1", [.ip([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1])]),
        // Accepted deviations, which add no other name.
        ("example.com", [.dns("*.example.com")]), ("example.com", [.ip([192, 0, 2, 1])]),
    ])
    func `accepts a copy of an alternative name (Baseline Requirements §7.1.4.3)`(
        commonName: String,
        names: [TestGeneralName]
    ) throws {
        #expect(try findings([commonName], names) == [])
    }

    private static let v6 = TestGeneralName.ip([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [0xA])

    @Test(arguments: [
        ("other.example.com", [TestGeneralName.dns("api.example.com")]), ("API.example.com", [.dns("api.example.com")]),
        ("münchen.example", [.dns("xn--mnchen-3ya.example")]), ("Our Server", [.dns("api.example.com")]),
        ("foo.example.com", [.dns("*.example.com")]), ("2001:DB8::A", [v6]), ("2001:db8:0:0:0:0:0:a", [v6]),
        ("192.0.2.001", [.ip([192, 0, 2, 1])]), ("0xc0.0.2.1", [.ip([192, 0, 2, 1])]),
        ("0xc0000201", [.ip([192, 0, 2, 1])]), ("192.0.2.1", [.dns("api.example.com")]),
        ("192.0.2.2", [.ip([192, 0, 2, 1])]), ("Our Server", [.ip([192, 0, 2, 1])]), ("server", [.ip([192, 0, 2, 1])]),
    ])
    func `rejects other common names`(commonName: String, names: [TestGeneralName]) throws {
        #expect(try findings([commonName], names) == ["error webpki.commonNameNotInSAN 0"])
    }

    @Test func `accepts at most one common name`() throws {
        let names: [TestGeneralName] = [.dns("a.example"), .dns("b.example")]
        #expect(try findings(["a.example", "b.example"], names) == ["error webpki.commonNameNotInSAN 0"])
    }

    @Test func `does not apply without a common name, without alternative names, or to other purposes`() throws {
        #expect(try findings([], [.dns("a.example")]) == nil)
        #expect(try findings(["a.example"], []) == nil)
        var ruleCase = try Hierarchy(leaf: { $0.subject = .commonName("Ann") }).ruleCase
        ruleCase.requirements.purpose = .clientAuth
        #expect(try ruleCase.findings(of: rule) == nil)
    }
}
