import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

@Suite struct `Patterns of allowed clients` {
    @Test(
        arguments: [
            ("spiffe://corp.example/billing", "spiffe://corp.example/billing", true),
            ("spiffe://corp.example/billing", "SPIFFE://Corp.Example/billing", true),
            ("SPIFFE://Corp.Example/billing", "spiffe://corp.example/billing", true),
            ("spiffe://corp.example/billing", "spiffe://corp.example/Billing", false),
            ("spiffe://corp.example/billing", "spiffe://corp.example/billing/", false),
            ("spiffe://corp.example/billing", "spiffe://corp.example.evil/billing", false),
            ("spiffe://corp.example", "spiffe://corp.example", true),
            ("spiffe://corp.example", "spiffe://corp.example/", false),
            ("spiffe://corp.example/ns/*/sa/pay", "spiffe://corp.example/ns/a/sa/pay", true),
            ("spiffe://corp.example/ns/*/sa/pay", "spiffe://corp.example/ns//sa/pay", false),
            ("spiffe://corp.example/ns/*/sa/pay", "spiffe://corp.example/ns/a/b/sa/pay", false),
            ("spiffe://corp.example/ns/*", "spiffe://corp.example/ns/..", false),
            ("spiffe://corp.example/ns/*", "spiffe://corp.example/ns/%2e%2e", false),
            ("spiffe://corp.example/ns/*", "spiffe://corp.example/ns/a?b", false),
            ("spiffe://corp.example/ns/*", "spiffe://corp.example/ns/a#b", false),
            ("spiffe://corp.example/ns/*", "spiffe://corp.example/ns/a\u{0}b", false),
            ("spiffe://corp.example/ns/*", "spiffe://corp.example/ns/é", false),
            ("spiffe://corp.example/**", "spiffe://corp.example", true),
            ("spiffe://corp.example/**", "spiffe://corp.example/a/b/c", true),
            ("spiffe://corp.example/**", "spiffe://corp.example/a/../c", false),
            ("spiffe://corp.example/**", "spiffe://other.example/a", false),
            ("spiffe://corp.example/**", "spiffe://user@corp.example/a", false),
            ("spiffe://corp.example/**", "spiffe://corp.example:443/a", false),
            ("spiffe://corp.example/a/**/z", "spiffe://corp.example/a/z", true),
            ("spiffe://corp.example/a/**/z", "spiffe://corp.example/a/b/c/z", true),
            ("spiffe://corp.example/a/**/a", "spiffe://corp.example/a", false),
            ("urn:uuid:f81d4fae", "URN:uuid:f81d4fae", true),
            ("urn:uuid:f81d4fae", "urn:uuid:F81d4fae", false),
        ]
    )
    func `match URIs by segments`(pattern: String, uri: String, isMatch: Bool) throws {
        let index = URIPatternIndex([try URIPattern(pattern)])
        #expect((URIParts(uri).map(index.matches) ?? false) == isMatch)
    }

    @Test func `match no URI that is longer than a SPIFFE ID`() throws {
        let index = URIPatternIndex([try URIPattern("spiffe://corp.example/*")])
        let longest = "spiffe://corp.example/" + String(repeating: "a", count: 2026)
        #expect(try index.matches(#require(URIParts(longest))))
        #expect(URIParts(longest + "a") == nil)
    }

    @Test(
        arguments: [
            ("corp.example/billing", "is not a URI such as"), ("spiffe://", "is not a URI such as"),
            ("spiffe:///a", "is not a URI such as"), ("spiffe://a/b?c", "is not a URI such as"),
            ("spiffe://a/b c", "is not a URI such as"), ("spiffe://a/b%20c", "has percent-encoding"),
            ("spiffe://b@a/c", "has user information"), ("spiffe://*.a/c", "has a wildcard outside the path"),
            ("urn:*", "has a wildcard outside the path"), ("spiffe://a/b*", "that is not a whole segment"),
            ("spiffe://a/***", "that is not a whole segment"), ("spiffe://a/**/b/**", "has `**` more than once"),
            ("spiffe://a/", "has an empty segment or a dot segment"),
            ("spiffe://a/../b", "has an empty segment or a dot segment"),
            ("spiffe:a/b", "does not begin with spiffe://"), ("SPIFFE:a", "does not begin with spiffe://"),
            ("spiffe:/a/b", "does not begin with spiffe://"), ("spiffe://a:443/b", "has a trust domain with"),
        ]
    )
    func `reject ambiguous URI patterns`(pattern: String, reason: String) {
        let error = #expect(throws: NamePatternError.self) { try URIPattern(pattern) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "none")")
    }

    @Test(
        arguments: [
            ("ann@example.com", "ann@EXAMPLE.com", true), ("ann@example.com", "Ann@example.com", false),
            ("*@example.com", "bob@example.com", true), ("*@example.com", "bob@sub.example.com", false),
            ("*@example.com", "@example.com", false), ("*@example.com", "a@b@example.com", false),
            ("*@example.com", "bob\u{0}@example.com", false), ("*@example.com", "bob@example.com ", false),
        ]
    )
    func `match mailboxes`(pattern: String, mailbox: String, isMatch: Bool) throws {
        #expect(try MailboxPatternIndex([MailboxPattern(pattern)]).matches(Mailbox(mailbox)) == isMatch)
    }

    @Test(arguments: ["", "example.com", "*", "a*@example.com", "ann@*.example.com", "ann@", "@example.com", "a b@c"])
    func `reject texts that are not mailboxes`(pattern: String) {
        #expect(throws: NamePatternError.self) { try MailboxPattern(pattern) }
    }

    @Test(
        arguments: [
            ("batch.example.com", "Batch.Example.com", true), ("batch.example.com", "batch.example.com.", false),
            ("*.example.com", "a.example.com", true), ("*.example.com", "a.b.example.com", false),
            ("*.example.com", "example.com", false), ("*.example.com", "*.example.com", false),
            ("*.example.com", ".example.com", false), ("**.example.com", "a.b.example.com", true),
            ("**.example.com", "example.com", false), ("**.example.com", "a..example.com", false),
            ("**.example.com", "notexample.com", false), ("**.example.com", "a\u{0}.example.com", false),
        ]
    )
    func `match DNS names as host rules do`(pattern: String, name: String, isMatch: Bool) throws {
        let suffixes = try #require(PSLSuffixes())
        let pattern = try HostPattern(pattern, names: IDN2Names(), suffixes: suffixes)
        #expect(pattern.matches(dnsName: name) == isMatch)
        #expect(HostPatternIndex([pattern]).contains(hostNamed: name) == isMatch)
    }

    @Test(
        arguments: [
            ("api", "API", true), ("api", "api2", false), ("api*", "api", true), ("api*", "API-7", true),
            ("*pay*eu", "x-pay-y-eu", true), ("*pay*eu", "x-pay", false), ("a*a", "a", false), ("a*a", "aa", true),
            ("*a*b*c*d", "xaxbxcxd", true), ("*", "x", true), ("*", "", false), ("*", "a\u{0}b", false),
            ("*", "a\u{202E}b", false), ("*", "a\u{3164}b", false), ("kelvin", "\u{212A}elvin", false),
            ("é*", "éa", true), ("é", "É", false),
        ]
    )
    func `match values with ASCII case folding`(pattern: String, value: String, isMatch: Bool) throws {
        #expect(try TextPattern(pattern).matches(value) == isMatch)
        #expect(try !TextPattern(pattern).matches(value + String(repeating: "x", count: 257)))
    }

    @Test(arguments: ["", "*a*b*c*d*", String(repeating: "a", count: 129)])
    func `reject patterns that cost too much`(pattern: String) {
        #expect(throws: NamePatternError.self) { try TextPattern(pattern) }
    }
}

@Suite struct `The allowed clients rule` {
    private static func clients(_ edit: (inout AllowedClients) throws -> Void) rethrows -> AllowedClients {
        var clients = AllowedClients()
        try edit(&clients)
        return clients
    }

    private static func principal(_ clients: AllowedClients, leaf: TestAuthority.Edit) throws -> Principal? {
        let facts = try Hierarchy(leaf: leaf).leaf.read().facts
        return clients.principal(of: facts)
    }

    @Test func `does not apply without the key`() throws {
        #expect(try Hierarchy().ruleCase.findings(of: AllowedClientsRule()) == nil)
    }

    @Test func `denies a leaf without an allowed name`() throws {
        var ruleCase = try Hierarchy().ruleCase
        ruleCase.requirements.allowedClients = try Self.clients { $0.uris = [try URIPattern("spiffe://a/b")] }
        #expect(try ruleCase.findings(of: AllowedClientsRule()) == ["error policy.clientNotAllowed 0"])
        ruleCase.requirements.allowedClients = AllowedClients()
        #expect(try ruleCase.findings(of: AllowedClientsRule()) == ["error policy.clientNotAllowed 0"])
    }

    @Test func `prefers URIs, then DNS names, mailboxes and the subject`() throws {
        var clients = try Self.clients {
            $0.uris = [try URIPattern("spiffe://a.example/*")]
            $0.dnsNames = [.labelsBefore("example.com")]
            $0.emails = [try MailboxPattern("*@example.com")]
            let name = DirectoryNamePattern.Attribute(type: .commonName, values: [try TextPattern("api.*")])
            $0.directoryNames = [DirectoryNamePattern([name])]
        }
        let leaf: TestAuthority.Edit = {
            $0.subjectAlternativeNames = [
                .email("ann@Example.com"), .dns("API.example.com"), .uri("spiffe://a.example/b"),
            ]
        }
        #expect(try Self.principal(clients, leaf: leaf) == Principal(.uri, "spiffe://a.example/b"))
        clients.uris = []
        #expect(try Self.principal(clients, leaf: leaf) == Principal(.dnsName, "api.example.com"))
        clients.dnsNames = []
        #expect(try Self.principal(clients, leaf: leaf) == Principal(.email, "ann@example.com"))
        clients.emails = []
        #expect(try Self.principal(clients, leaf: leaf) == Principal(.directoryName, "CN=api.example.com"))
        clients.directoryNames = []
        #expect(try Self.principal(clients, leaf: leaf) == nil)
    }

    @Test func `matches a type of attribute only with the given number of attributes`() throws {
        let one = DirectoryNamePattern.Attribute(type: .commonName, values: [try TextPattern("admin")])
        let two = DirectoryNamePattern.Attribute(
            type: .commonName,
            values: [try TextPattern("user"), try TextPattern("admin")]
        )
        let single: TestAuthority.Edit = { $0.subject = TestName([.commonName("admin")]) }
        let double: TestAuthority.Edit = { $0.subject = TestName([.commonName("user"), .commonName("admin")]) }
        let swapped: TestAuthority.Edit = { $0.subject = TestName([.commonName("admin"), .commonName("user")]) }
        for (attribute, leaf, isMatch) in [
            (one, single, true), (one, double, false), (one, swapped, false), (two, single, false), (two, double, true),
            (two, swapped, false),
        ] {
            let clients = Self.clients { $0.directoryNames = [DirectoryNamePattern([attribute])] }
            #expect(try (Self.principal(clients, leaf: leaf) != nil) == isMatch)
        }
    }

    @Test func `compares the first hundred names`() throws {
        let clients = try Self.clients { $0.uris = [try URIPattern("spiffe://a.example/admin")] }
        let fillers = (0..<99).map { TestGeneralName.uri("spiffe://a.example/\($0)") }
        let admin = TestGeneralName.uri("spiffe://a.example/admin")
        #expect(try Self.principal(clients) { $0.subjectAlternativeNames = fillers + [admin] } != nil)
        #expect(try Self.principal(clients) { $0.subjectAlternativeNames = fillers + [.uri("a:b"), admin] } == nil)
    }
}
