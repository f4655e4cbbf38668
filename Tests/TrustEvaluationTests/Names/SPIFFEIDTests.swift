import Testing

@testable import TrustEvaluation

@Suite struct `A SPIFFE ID` {
    @Test(
        arguments: [
            ("spiffe://corp.example", "corp.example", false), ("spiffe://corp.example/billing", "corp.example", true),
            ("spiffe://corp.example/ns/pay/sa/Billing_2-b.c", "corp.example", true), ("spiffe://a", "a", false),
            ("spiffe://10.0.0.1/a", "10.0.0.1", true), ("spiffe://a_b-c.d9/...", "a_b-c.d9", true),
        ]
    )
    func `has a trust domain and for workloads a path (SPIFFE-ID §2)`(
        text: String,
        trustDomain: String,
        hasPath: Bool
    ) throws {
        let identity = try SPIFFEID(text)
        #expect(identity.trustDomain == trustDomain)
        #expect(identity.hasPath == hasPath)
    }

    @Test(
        arguments: [
            ("", "does not begin with spiffe://"), ("corp.example/a", "does not begin with spiffe://"),
            ("https://corp.example/a", "does not begin with spiffe://"), ("spiffe:a", "does not begin with spiffe://"),
            ("SPIFFE://corp.example/a", "does not begin with spiffe://"), ("spiffe://", "has an empty trust domain"),
            ("spiffe:///a", "has an empty trust domain"), ("spiffe://Corp.example/a", "has a trust domain with"),
            ("spiffe://corp.example:443/a", "has a trust domain with"),
            ("spiffe://user@corp.example/a", "has a trust domain with"),
            ("spiffe://corp%2eexample/a", "has a trust domain with"), ("spiffe://[::1]/a", "has a trust domain with"),
            ("spiffe://corp.example?a", "has a trust domain with"),
            ("spiffe://corp.example#a", "has a trust domain with"), ("spiffe://é/a", "has a trust domain with"),
            ("spiffe://corp.example/", "has an empty path segment"),
            ("spiffe://corp.example/a/", "has an empty path segment"),
            ("spiffe://corp.example//a", "has an empty path segment"),
            ("spiffe://corp.example/./a", "has a dot segment"), ("spiffe://corp.example/a/..", "has a dot segment"),
            ("spiffe://corp.example/%61", "has a path with"), ("spiffe://corp.example/a?b", "has a path with"),
            ("spiffe://corp.example/a#b", "has a path with"), ("spiffe://corp.example/a b", "has a path with"),
            ("spiffe://corp.example/a\u{0}", "has a path with"), ("spiffe://corp.example/é", "has a path with"),
            ("spiffe://corp.example/a:b", "has a path with"),
        ]
    )
    func `has no other form (SPIFFE-ID §2.1, §2.2)`(text: String, reason: String) {
        let defect = #expect(throws: SPIFFEID.Defect.self) { try SPIFFEID(text) }
        #expect(defect?.reason.hasPrefix(reason) == true, "\(defect?.reason ?? "none")")
    }

    @Test func `has at most 2048 octets, and a trust domain of at most 255 (SPIFFE-ID §2.3)`() throws {
        let longest = "spiffe://a/" + String(repeating: "b", count: 2037)
        #expect(try SPIFFEID(longest).hasPath)
        #expect(throws: SPIFFEID.Defect(reason: "is longer than 2048 octets")) { try SPIFFEID(longest + "b") }
        let domain = String(repeating: "a", count: 255)
        #expect(try SPIFFEID("spiffe://\(domain)/b").trustDomain == domain)
        #expect(throws: SPIFFEID.Defect(reason: "has a trust domain of more than 255 octets")) {
            try SPIFFEID("spiffe://\(domain)a/b")
        }
    }

    @Test(
        arguments: [
            ("spiffe://corp.example", true), ("SPIFFE:x", true), ("spiffe", false), ("https://corp.example", false),
            ("spiffex://a", false), ("", false),
        ]
    )
    func `is intended by a URI with its scheme`(uri: String, isIntended: Bool) {
        #expect(SPIFFEID.isIntended(by: uri) == isIntended)
    }
}
