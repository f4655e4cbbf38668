import Foundation
import Testing
import TrustTestSupport

/// Tests of verdicts about clients, with certificates whose names come from an attacker.
@Suite struct `A policy with allowed clients` {
    private static let uri = "spiffe://corp.example/ns/pay/sa/billing"
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    private func policy(_ clients: [String: Any], _ keys: [String: Any] = [:]) -> [String: Any] {
        let base: [String: Any] = [
            "evaluator": "default", "purpose": "clientAuth", "anchors": [api.root.certificate.pem],
            "allowedClients": clients,
        ]
        return base.merging(keys) { $1 }
    }

    private func client(_ names: [TestGeneralName]) throws -> TestCertificate {
        try api.root.issueLeaf("client") {
            $0.subjectAlternativeNames = names
            $0.extendedKeyUsages = [.clientAuthentication]
        }
    }

    private func answer(_ leaf: TestCertificate, _ policy: [String: Any]) throws -> Answer {
        try api.evaluate(["chain": leaf.pem, "policy": policy])
    }

    private func principal(_ answer: Answer) -> [String: String]? { answer.object["principal"] as? [String: String] }

    @Test func `names the client in the verdict`() throws {
        let allowed = try answer(
            try client([.uri(Self.uri)]),
            policy(["uris": ["spiffe://corp.example/ns/*/sa/billing"]])
        )
        #expect(allowed.trusted == true, "\(allowed.text)")
        #expect(principal(allowed) == ["kind": "uri", "value": Self.uri])
        let again = try answer(try client([.dns("A.Example.com")]), policy(["dnsNames": ["*.example.com"]]))
        #expect(principal(again) == ["kind": "dnsName", "value": "a.example.com"])
    }

    @Test func `is the only one under which public CAs may issue the certificates of clients without a warning`() throws
    {
        let leaf = try client([.dns("a.example.com")])
        for (keys, isHazard) in [
            (["purpose": "clientAuth", "anchorsOnly": false], true),
            (["purpose": "1.3.6.1.5.5.7.3.2", "anchorsOnly": false], true),
            (["purpose": "clientAuth", "anchorsOnly": true], false),
            (["purpose": "any", "anchorsOnly": false, "validateHost": false], false),
            (
                ["purpose": "clientAuth", "anchorsOnly": false, "allowedClients": ["dnsNames": ["a.example.com"]]],
                false
            ),
            (
                [
                    "purpose": "clientAuth", "anchorsOnly": false,
                    "constraints": ["leaf": ["dnsNames": ["some": ["a.example.com"]]]],
                ], false
            ),
        ] as [([String: Any], Bool)] {
            let base: [String: Any] = ["evaluator": "default", "anchors": [api.root.certificate.pem]]
            let answer = try answer(leaf, base.merging(keys) { $1 })
            #expect(answer.trusted == true, "\(answer.text)")
            #expect(answer.reasonCodes.contains("hazard.publicClients") == isHazard, "\(keys)")
        }
    }

    @Test
    func `warns if pins that limited the clients have expired open, but not while they apply or if they are closed`()
        throws
    {
        let leaf = try client([.dns("a.example.com")])
        for (expiry, isHazard) in [("2020-01-01", true), (nil, false)] as [(String?, Bool)] {
            var policy: [String: Any] = [
                "evaluator": "pinPublicKeys", "purpose": "clientAuth", "anchors": [api.root.certificate.pem],
                "anchorsOnly": false, "keys": [api.root.certificate.pem], "requireBackupPin": false,
            ]
            if let expiry { policy.merge(["expires": expiry, "onExpiry": "open"]) { $1 } }
            let answer = try answer(leaf, policy)
            #expect(answer.trusted == true, "\(answer.text)")
            #expect(answer.reasonCodes.contains("hazard.publicClients") == isHazard)
        }
    }

    /// Returns the otherName with a user principal name, as a UTF8String unless another tag is given.
    private static func user(_ name: String, tag: UInt8 = 0x0C) -> TestGeneralName {
        .other("1.3.6.1.4.1.311.20.2.3", value: DERWriter.element(tag, Array(name.utf8)))
    }

    @Test func `names the user of a smart card, without regard to the case of ASCII letters`() throws {
        let names = ["ann@corp.example", "*@ops.corp.example"]
        for (name, principal) in [
            ("Ann@CORP.example", "ann@corp.example"), ("bob@ops.corp.example", "bob@ops.corp.example"),
        ] {
            let answer = try answer(client([Self.user(name)]), policy(["userPrincipalNames": names]))
            #expect(answer.trusted == true, "\(answer.text)")
            #expect(self.principal(answer) == ["kind": "userPrincipalName", "value": principal])
        }
        let others: [TestGeneralName] = [
            Self.user("eve@corp.example"), Self.user("ann@corp.example\u{0}"), Self.user("ann@evil@corp.example"),
            Self.user("@ops.corp.example"), Self.user(" bob@ops.corp.example"), Self.user("bob@x.ops.corp.example"),
            Self.user("ann@corp.example", tag: 0x16), Self.user("ann\u{202E}@corp.example"), Self.user(""),
            Self.user(String(repeating: "x", count: 2000) + "@ops.corp.example"), .email("ann@corp.example"),
            .other("1.3.6.1.4.1.311.20.2.2", value: DERWriter.element(0x0C, Array("ann@corp.example".utf8))),
        ]
        for other in others {
            let answer = try answer(client([other]), policy(["userPrincipalNames": names]))
            #expect(answer.errorCodes == ["policy.clientNotAllowed"], "\(other) \(answer.text)")
        }
        for pattern in ["corp.example", "*", "a*@corp.example", "ann@*", "ann @corp.example", ""] {
            let refused = try answer(client([]), policy(["userPrincipalNames": [pattern]]))
            #expect(refused.status == 400, "\(pattern)")
        }
    }

    @Test func `accepts listed attributes among others, in any order`() throws {
        func codes(_ units: [String], _ pattern: [String: Any]) throws -> [String] {
            let leaf = try api.root.issueLeaf("client") {
                $0.subject = TestName([.organization("Example")] + units.map { .organizationalUnit($0) })
                $0.extendedKeyUsages = [.clientAuthentication]
            }
            return try answer(leaf, policy(["directoryNames": [pattern]])).errorCodes
        }
        let denied = ["policy.clientNotAllowed"]
        let admins: [String: Any] = ["organizationName": "Example", "includes": ["organizationalUnitName": "admins"]]
        #expect(try codes(["admins"], admins) == [])
        #expect(try codes(["users", "Admins", "eu"], admins) == [])
        #expect(try codes(["users", "eu"], admins) == denied)
        #expect(try codes([], admins) == denied)
        #expect(try codes(["admins2"], admins) == denied)
        let both: [String: Any] = ["includes": ["organizationalUnitName": ["admins", "eu-*"]]]
        #expect(try codes(["x", "eu-west", "admins"], both) == [])
        #expect(try codes(["admins"], both) == denied)
        // Without `includes`, an attribute must be the only one of its type.
        #expect(try codes(["users", "admins"], ["organizationalUnitName": "admins"]) == denied)
        let empty = try answer(client([]), policy(["directoryNames": [["includes": [String: Any]()]]]))
        #expect(empty.status == 400 && empty.text.contains("the mapping is empty"))
    }

    @Test func `denies other clients, and lists their names`() throws {
        let denied = try answer(try client([.uri(Self.uri)]), policy(["uris": ["spiffe://corp.example/ns/*/sa/other"]]))
        #expect(denied.trusted == false)
        #expect(denied.errorCodes == ["policy.clientNotAllowed"])
        #expect(denied.object["result"] as? String == "deny")
        #expect(denied.object["principal"] == nil)
        let facts = try #require((denied.object["reasons"] as? [[String: Any]])?.first?["facts"] as? [String: Any])
        #expect(facts["uris"] as? [String] == [Self.uri])
    }

    @Test func `names no client unless the chain is trusted, even in report mode`() throws {
        let listed = try answer(
            try client([.uri(Self.uri)]),
            policy(["uris": ["spiffe://corp.example/none"]], ["mode": "report"])
        )
        #expect(listed.object["verdict"] as? String == "untrusted" && listed.object["action"] as? String == "allow")
        #expect(listed.object["principal"] == nil)
        let stranger = try TestAuthority.root("Stranger").issueLeaf("client") {
            $0.subjectAlternativeNames = [.uri(Self.uri)]
        }
        for mode in ["enforce", "report"] {
            let answer = try answer(stranger, policy(["uris": ["spiffe://corp.example/**"]], ["mode": mode]))
            #expect(answer.object["verdict"] as? String == "untrusted")
            #expect(answer.object["action"] as? String == "deny")
            #expect(answer.object["principal"] == nil)
        }
    }

    @Test func `names the client of the member that accepts`() throws {
        let leaf = try client([.uri(Self.uri), .dns("a.example.com")])
        let dns = policy(["dnsNames": ["*.example.com"]])
        let uri = policy(["uris": [Self.uri]])
        let other = policy(["uris": ["spiffe://other.example/**"]])
        func composite(_ rule: String, _ members: [[String: Any]]) throws -> Answer {
            try answer(leaf, ["evaluator": "composite", rule: members])
        }
        #expect(principal(try composite("anyOf", [other, dns, uri])) == ["kind": "dnsName", "value": "a.example.com"])
        #expect(principal(try composite("allOf", [uri, dns])) == ["kind": "uri", "value": Self.uri])
        let denied = try composite("allOf", [uri, other])
        #expect(denied.trusted == false && denied.object["principal"] == nil)
    }

    @Test func `keeps the principal in cached and text responses`() throws {
        let (leaf, policy) = (try client([.uri(Self.uri)]), policy(["uris": [Self.uri]]))
        let first = try answer(leaf, policy)
        #expect(principal(first) == principal(try answer(leaf, policy)))
        let text = api.post(
            "/v1/evaluations",
            try APIFixture.json(["chain": leaf.pem, "policy": policy]),
            headers: [("Accept", "text/plain")]
        )
        #expect(text.text.contains("\nprincipal: uri \(Self.uri)\n"), "\(text.text)")
    }

    @Test(
        arguments: [
            (#"{"uris": []}"#, "/policy/allowedClients/uris", "the list is empty: add an item or omit the key"),
            (#"{"uris": ["x"]}"#, "/policy/allowedClients/uris/0", "the pattern `x` is not a URI such as"),
            (#"{"dnsNames": ["*.com"]}"#, "/policy/allowedClients/dnsNames/0", "before the public suffix `com`"),
            (#"{"dnsNames": ["10.0.0.1"]}"#, "/policy/allowedClients/dnsNames/0", "found the IP address `10.0.0.1`"),
            (#"{"emails": ["ann"]}"#, "/policy/allowedClients/emails/0", "the pattern `ann` is not a mailbox"),
            (#"{"directoryNames": [{}]}"#, "/policy/allowedClients/directoryNames/0", "the pattern has no attributes"),
            (
                #"{"directoryNames": [{"comonName": "a"}]}"#, "/policy/allowedClients/directoryNames/0/comonName",
                "unknown key `comonName`; did you mean `commonName`?"
            ),
            (
                #"{"directoryNames": [{"commonName": []}]}"#, "/policy/allowedClients/directoryNames/0/commonName",
                "the list is empty: add an item or omit the key"
            ),
            (#"{"uri": ["spiffe://a/b"]}"#, "/policy/allowedClients/uri", "unknown key `uri`; did you mean `uris`?"),
            (#"{}"#, "/policy/allowedClients", "the mapping is empty, so no client would be allowed"),
            (#"[]"#, "/policy/allowedClients", "expected a mapping, found a list"),
        ]
    )
    func `is rejected with the place of each defect`(clients: String, pointer: String, detail: String) throws {
        let clients = try JSONSerialization.jsonObject(with: Data(clients.utf8))
        let refused = try answer(
            try client([]),
            ["evaluator": "default", "purpose": "clientAuth", "allowedClients": clients]
        )
        #expect(refused.status == 400)
        let errors = try #require(refused.object["errors"] as? [[String: String]])
        #expect(errors.count == 1 && errors[0]["pointer"] == pointer, "\(errors)")
        #expect(errors[0]["detail"]?.contains(detail) == true, "\(errors)")
    }

    @Test func `cannot accept chains that are not validated`() throws {
        let keys: [String: Any] = [
            "evaluator": "pinPublicKeys", "validateCertificateChain": false, "requireBackupPin": false,
            "pins": ["sha256/" + TestPEM.base64(try api.root.certificate.keyPin())], "validateHost": false,
        ]
        let refused = try answer(try client([]), policy(["uris": [Self.uri]], keys))
        #expect(refused.status == 400)
        #expect(refused.text.contains("anyone could send a certificate with an allowed name"), "\(refused.text)")
    }
}
