import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `The host name rule` {
    @Test(arguments: [
        ("api.example.com", "api.example.com", true),
        ("API.Example.COM", "api.example.com", true),
        ("api.example.com", "example.com", false),
        ("example.com", "api.example.com", false),
        ("*.example.com", "api.example.com", true),
        ("*.EXAMPLE.com", "api.example.com", true),
        ("*.example.com", "example.com", false),
        ("*.example.com", "a.api.example.com", false),
        ("*.example.com", "xn--bcher-kva.example.com", true),
        ("*.com", "example.com", false),
        ("*", "localhost", false),
        ("*.", "localhost", false),
        ("a*.example.com", "api.example.com", false),
        ("*i.example.com", "api.example.com", false),
        ("api.*.com", "api.example.com", false),
        ("*.*.example.com", "a.api.example.com", false),
        ("**.example.com", "api.example.com", false),
        ("api.example.com.", "api.example.com", false),
        (".example.com", "api.example.com", false),
        ("api.example.com\0", "api.example.com", false),
        ("api.example.com\0.evil.example", "api.example.com", false),
        ("localhost", "localhost", true),
        ("", "api.example.com", false),
        ("127.0.0.1", "api.example.com", false),
    ])
    func `compares a name with dNSName entries (RFC 9525 §6.3)`(pattern: String, host: String, matches: Bool) throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("other.example"), .dns(pattern)] })
        var ruleCase = hierarchy.ruleCase
        ruleCase.host = .name(.dns(host))
        #expect(try ruleCase.findings(of: HostNameRule()) == (matches ? [] : ["error host.mismatch 0"]))
    }

    @Test(arguments: [
        ("*.co.uk", "example.co.uk", false), ("example.co.uk", "example.co.uk", true),
        ("*.example.co.uk", "www.example.co.uk", true), ("*.CO.UK", "example.co.uk", false),
        ("*.github.io", "someone.github.io", true), ("*.xn--55qx5d.cn", "example.xn--55qx5d.cn", false),
        ("*.internal.corp", "www.internal.corp", true),
    ])
    func `rejects a wildcard directly below a public suffix of a registry, but not of a company`(
        pattern: String,
        host: String,
        matches: Bool
    ) throws {
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns(pattern)] }).ruleCase
        ruleCase.host = .name(.dns(host))
        #expect(try ruleCase.findings(of: HostNameRule()) == (matches ? [] : ["error host.mismatch 0"]))
    }

    @Test(arguments: [
        (TestGeneralName.ip([192, 0, 2, 1]), "192.0.2.1", true),
        (.ip([192, 0, 2, 2]), "192.0.2.1", false),
        (.dns("192.0.2.1"), "192.0.2.1", false),
        (.dns("*.0.2.1"), "192.0.2.1", false),
        (.ip([UInt8](repeating: 0, count: 15) + [1]), "::1", true),
        (.ip([UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 1]), "192.0.2.1", false),
        (.ip([192, 0, 2, 1, 255, 255, 255, 255]), "192.0.2.1", false),
        (.ip([]), "192.0.2.1", false),
    ])
    func `compares an address only with iPAddress entries (RFC 9525 §6.4)`(
        name: TestGeneralName,
        host: String,
        matches: Bool
    ) throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [name] })
        var ruleCase = hierarchy.ruleCase
        ruleCase.host = .name(.ip(try #require(IPAddress(host))))
        #expect(try ruleCase.findings(of: HostNameRule()) == (matches ? [] : ["error host.ipMismatch 0"]))
    }

    @Test func `ignores the common name (RFC 9525 §2)`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [] })
        let finding = try #require(try hierarchy.ruleCase.full(HostNameRule()).first)
        #expect(finding.summary == "error host.noSAN 0")
        #expect(finding.fact("commonNames") == .list(["api.example.com"]))
    }

    @Test(arguments: [
        ("10.0.0.1", [10, 0, 0, 1]), ("2001:DB8::1", [0x20, 1, 0xD, 0xB8] + Array(repeating: 0, count: 11) + [1]),
    ])
    func `reports an address in a dNSName entry and the required type of entry`(
        text: String,
        octets: [UInt8]
    ) throws {
        let address = try #require(IPAddress(text))
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("db.example"), .dns(text)] })
        var ruleCase = hierarchy.ruleCase
        ruleCase.host = .name(.ip(address))
        let finding = try #require(try ruleCase.full(HostNameRule()).first)
        #expect(finding.summary == "error host.ipMismatch 0")
        #expect(
            finding.message
                == "CN=api.example.com contains \(address) as a DNS name. DNS names are not compared with addresses: "
                + "an iPAddress entry is required."
        )
        #expect(finding.remedy == SpecialRemedy.addressAsDNSName.text)
        #expect(finding.fact("dnsName") == .text(text))
        // Following the remedy makes the chain trusted.
        ruleCase.path[0] = try hierarchy.intermediate.issueLeaf("api.example.com") {
            $0.subjectAlternativeNames = [.ip(octets)]
        }
        #expect(try ruleCase.full(HostNameRule()).isEmpty)
    }

    @Test(
        arguments: [
            ("*.local", "app.local", "needs at least two labels after it"),
            ("*.LAN", "app.lan", "needs at least two labels after it"),
            ("*.svc", "db.svc", "needs at least two labels after it"),
            ("*", "localhost", "needs at least two labels after it"),
            ("*", "api.example.com", "needs at least two labels after it"),
            ("f*.example.com", "foo.example.com", "must be a whole label"),
            ("*o.example.com", "foo.example.com", "must be a whole label"),
            ("f*o.example.com", "foo.example.com", "must be a whole label"),
            ("foo*oo.local", "fooo.local", nil), ("f*o*.local", "foo.local", nil),
            ("f*.local", "foo.local", "must be a whole label"),
            ("a.*.example.com", "a.b.example.com", "must be the leftmost label"),
            ("*.*.example.com", "a.b.example.com", "must be the leftmost label"),
            ("a.*", "a.b", "must be the leftmost label"),
            ("*.example.com", "a.b.example.com", nil), ("*.example.com", "example.com", nil),
            ("*.other.local", "app.local", nil), ("g*.example.com", "foo.example.com", nil),
        ] as [(String, String, String?)]
    )
    func `explains a wildcard that matches the host but is not accepted (RFC 9525 §6.3)`(
        name: String,
        host: String,
        defect: String?
    ) throws {
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("other.example"), .dns(name)] })
            .ruleCase
        ruleCase.host = .name(.dns(host))
        let finding = try #require(try ruleCase.full(HostNameRule()).first)
        #expect(finding.summary == "error host.mismatch 0")
        guard let defect else {
            #expect(finding.message.contains("only valid for"))
            #expect(finding.specialRemedy == nil)
            return
        }
        #expect(
            finding.message.hasPrefix(
                "The requested host is \(host), and the certificate has the wildcard \"\(name)\", which is not accepted: a "
                    + "wildcard \(defect)"
            )
        )
        #expect(finding.specialRemedy == .forbiddenWildcard)
        #expect(finding.fact("wildcard") == .text(name))
    }

    @Test(arguments: [("foo.example.com.", true), ("*.Example.com.", true), ("bar.example.com.", false), (".", false)])
    func `explains a name with a dot at its end (RFC 5280 §4.2.1.6)`(name: String, isMeant: Bool) throws {
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("other.example"), .dns(name)] })
            .ruleCase
        ruleCase.host = .name(.dns("foo.example.com"))
        let finding = try #require(try ruleCase.full(HostNameRule()).first)
        #expect(finding.summary == "error host.mismatch 0")
        #expect(
            finding.message.contains("\"\(name)\", which is not accepted: a name in a certificate has no dot")
                == isMeant
        )
        #expect(finding.fact("dnsName") == (isMeant ? .text(name) : nil))
    }

    @Test func `accepts a host although another name is a wildcard that is not accepted`() throws {
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("*.local"), .dns("app.local")] })
            .ruleCase
        ruleCase.host = .name(.dns("app.local"))
        #expect(try ruleCase.full(HostNameRule()).isEmpty)
    }

    @Test func `names the forbidden wildcard and the public suffix`() throws {
        let names: [TestGeneralName] = [.dns("shop.example.com"), .dns("*.CO.UK")]
        var ruleCase = try Hierarchy(leaf: { $0.subjectAlternativeNames = names }).ruleCase
        ruleCase.host = .name(.dns("example.co.uk"))
        let finding = try #require(try ruleCase.full(HostNameRule()).first)
        #expect(
            finding.message
                == "CN=api.example.com matches example.co.uk only by the wildcard *.CO.UK, which is not accepted: co.uk is a "
                + "public suffix."
        )
        #expect(finding.remedy == SpecialRemedy.forbiddenWildcard.text)
        #expect(finding.fact("wildcard") == .text("*.CO.UK"))
        #expect(finding.fact("publicSuffix") == .text("co.uk"))
    }

    @Test(arguments: [
        (HostName.dns("api.example.com"), "host.mismatch"), (.ip(.v4([10, 0, 0, 1])), "host.ipMismatch"),
    ])
    func `reports where a subject alternative name is malformed, not that it is missing`(
        host: HostName,
        code: String
    ) throws {
        let names: [TestGeneralName] = [.dns("api.example.com"), .verbatim([0x82, 2, 0xC3, 0xBC])]
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = names })
        var ruleCase = hierarchy.ruleCase
        ruleCase.host = .name(host)
        let finding = try #require(try ruleCase.full(HostNameRule()).first)
        let byte = try #require(hierarchy.leaf.der.firstRange(of: [0x82, 2, 0xC3, 0xBC])).lowerBound + 2
        #expect(finding.summary == "error \(code) 0")
        #expect(
            finding.message
                == "The subject alternative name of CN=api.example.com cannot be compared with \(host): it is malformed at "
                + "byte \(byte), an alternative name contains a non-ASCII character."
        )
        #expect(finding.fact("byte") == .number(byte))
        #expect(finding.remedy == SpecialRemedy.malformedSubjectAltName.text)
    }

    @Test func `shows an empty name in quotation marks`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("")] })
        let finding = try #require(try hierarchy.ruleCase.full(HostNameRule()).first)
        #expect(finding.message == "The requested host is api.example.com, but the certificate is only valid for \"\".")
    }

    @Test func `does not compare names of other types with the host`() throws {
        let names: [TestGeneralName] = [.email("api.example.com"), .uri("https://api.example.com"), .directory(.empty)]
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = names })
        let finding = try #require(try hierarchy.ruleCase.full(HostNameRule()).first)
        #expect(finding.summary == "error host.mismatch 0")
        #expect(
            finding.message == "The requested host is api.example.com, but the certificate is not valid for any host."
        )
    }

    @Test func `rejects a wildcard directly below a company's public suffix under webpki only`() throws {
        let hierarchy = try Hierarchy(leaf: { $0.subjectAlternativeNames = [.dns("*.github.io")] })
        for profile in Profile.allCases where profile.demands.checksHost {
            var ruleCase = hierarchy.ruleCase
            ruleCase.requirements.profile = profile
            ruleCase.host = .name(.dns("anybody.github.io"))
            let expected = profile == .webpki ? ["error host.mismatch 0"] : []
            #expect(try ruleCase.findings(of: HostNameRule()) == expected)
        }
    }

    @Test func `rejects an invalid host`() throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.host = .invalid(text: "https://x", HostNameError("has a colon"))
        #expect(try ruleCase.findings(of: HostNameRule()) == ["error host.invalid"])
    }

    @Test func `rejects a request without a host if the policy validates hosts`() throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.host = .none
        #expect(try ruleCase.findings(of: HostNameRule()) == ["error host.invalid"])
    }

    @Test func `does not apply if the policy does not validate hosts, and warns if the request has one`() throws {
        var ruleCase = try Hierarchy().ruleCase
        for requirements in [
            PathRequirements(profile: .basicX509, anchors: []), PathRequirements(purpose: .clientAuth, anchors: []),
        ] {
            ruleCase.requirements = requirements
            ruleCase.host = .none
            #expect(try ruleCase.findings(of: HostNameRule()) == nil)
            ruleCase.host = .name(.dns("other.example"))
            #expect(try ruleCase.findings(of: HostNameRule()) == ["warning hazard.hostIgnored"])
        }
    }
}
