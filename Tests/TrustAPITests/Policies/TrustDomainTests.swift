import Foundation
import Testing
import TrustTestSupport

/// CAs of one SPIFFE trust domain that issue identities of another, over HTTP and from documents.
@Suite struct `The SPIFFE trust domains of anchors` {
    private let api: APIFixture
    private let foo: TestAuthority
    private let bar: TestAuthority

    init() throws {
        api = try APIFixture()
        // The default name of the roots of many meshes, without a SPIFFE ID.
        foo = try TestAuthority.root("cluster.local")
        bar = try TestAuthority.root("cluster.local")
    }

    private var both: [String] { [foo.certificate.pem, bar.certificate.pem] }

    private func workload(_ uris: String..., by issuer: TestAuthority) throws -> String {
        try issuer.issueLeaf("workload") {
            $0.subjectAlternativeNames = uris.map { .uri($0) }
            $0.extendedKeyUsages = [.clientAuthentication, .serverAuthentication]
        }.pem
    }

    /// Returns the policies with the given keys: the profile `spiffe`, and another profile with patterns of SPIFFE IDs.
    private func policies(_ keys: [String: Any]) -> [[String: Any]] {
        let clients = ["uris": ["spiffe://foo.example/**", "spiffe://bar.example/**"]]
        let policies: [[String: Any]] = [
            ["evaluator": "default", "profile": "spiffe", "allowedClients": clients],
            ["evaluator": "default", "purpose": "clientAuth", "allowedClients": clients],
        ]
        return policies.map { $0.merging(keys) { $1 } }
    }

    @Test func `bind the identities that an anchor may issue`() throws {
        let domains = ["foo.example": [foo.certificate.pem], "bar.example": [bar.certificate.pem]]
        for policy in policies(["trustDomains": domains]) {
            for (issuer, own, other) in [(foo, "foo", "bar"), (bar, "bar", "foo")] {
                let uri = "spiffe://\(own).example/billing"
                let allowed = try api.evaluate(["chain": try workload(uri, by: issuer), "policy": policy])
                #expect(allowed.trusted == true, "\(allowed.text)")
                #expect((allowed.object["principal"] as? [String: String])?["value"] == uri)
                let foreign = try workload("spiffe://\(other).example/admin", by: issuer)
                let denied = try api.evaluate(["chain": foreign, "policy": policy])
                #expect(denied.trusted == false)
                #expect(denied.errorCodes == ["policy.trustDomainMismatch"], "\(denied.text)")
                #expect(denied.object["principal"] == nil)
            }
        }
    }

    @Test func `are compared byte by byte, for each SPIFFE ID and each issuer`() throws {
        let policy = policies(["trustDomain": "foo.example", "anchors": [foo.certificate.pem]])[1]
        func codes(_ chain: String) throws -> [String] {
            try api.evaluate(["chain": chain, "policy": policy]).errorCodes
        }
        #expect(try codes(workload("spiffe://foo.example/a", by: foo)) == [])
        for uri in ["SPIFFE://foo.example/a", "spiffe://FOO.example/a", "spiffe://foo.example:443/a"] {
            #expect(try codes(workload("spiffe://foo.example/a", uri, by: foo)) == ["policy.trustDomainMismatch"])
        }
        let second = try workload("spiffe://foo.example/a", "spiffe://bar.example/b", by: foo)
        #expect(try codes(second) == ["policy.trustDomainMismatch"])
        let foreign = try foo.issueAuthority("Issuing") { $0.subjectAlternativeNames = [.uri("spiffe://bar.example")] }
        let below = try workload("spiffe://foo.example/a", by: foreign) + foreign.certificate.pem
        #expect(try codes(below) == ["policy.trustDomainMismatch"])
    }

    @Test func `are required of each of several anchors`() throws {
        for policy in policies(["anchors": both]) {
            let answer = try api.evaluate(["chain": api.chain, "policy": policy])
            #expect(answer.status == 400 && answer.code == "invalidPolicy")
            #expect(answer.pointers == ["/policy/anchors"])
            #expect(answer.text.contains("2 of 2 trust anchors belong to no trust domain"))
        }
        let one = try api.evaluate([
            "chain": api.chain,
            "policy": policies(["anchors": both, "trustDomains": ["foo.example": [foo.certificate.pem]]])[0],
        ])
        #expect(one.pointers == ["/policy/trustDomains"] && one.text.contains("1 of 2 trust anchors"))
        let system = try api.evaluate([
            "chain": api.chain, "policy": policies(["anchors": both, "anchorsOnly": false])[1],
        ])
        #expect(system.status == 400 && system.text.contains("use only `anchors`"))
        // All anchors belong to one trust domain, or have SPIFFE IDs of their own.
        let common = policies(["anchors": both, "trustDomain": "foo.example"])[0]
        let own = try ["foo", "bar"].map { name in
            try TestAuthority.root(name) { $0.subjectAlternativeNames = [.uri("spiffe://\(name).example")] }
        }
        let identified = policies(["anchors": own.map(\.certificate.pem)])[0]
        for (policy, issuer) in [(common, bar), (identified, own[0])] {
            let chain = try workload("spiffe://foo.example/a", by: issuer)
            #expect(try api.evaluate(["chain": chain, "policy": policy]).trusted == true)
        }
        let crossed = try workload("spiffe://foo.example/a", by: own[1])
        #expect(
            try api.evaluate(["chain": crossed, "policy": identified]).errorCodes == ["policy.trustDomainMismatch"]
        )
    }

    @Test func `are a hazard of a single anchor that has none`() throws {
        for policy in policies(["anchors": [foo.certificate.pem]]) {
            let answer = try api.evaluate(["chain": try workload("spiffe://bar.example/a", by: foo), "policy": policy])
            #expect(answer.trusted == true)
            #expect(answer.reasonCodes.contains("hazard.trustDomainUnbound"))
        }
    }

    @Test func `limit every member of a composite`() throws {
        let member = policies(["trustDomain": "foo.example", "anchors": [foo.certificate.pem]])[1]
        for rule in ["allOf", "anyOf"] {
            let policy: [String: Any] = ["evaluator": "composite", rule: [member, member]]
            let chain = try workload("spiffe://bar.example/a", by: foo)
            #expect(try api.evaluate(["chain": chain, "policy": policy]).trusted == false)
        }
    }

    @Test func `do not share a CA, whether by one certificate or by two for the same key`() throws {
        let key = try TestKey.shared(.ecdsaP256, "shared CA")
        let (first, second) = (try TestAuthority.root("First", key: key), try TestAuthority.root("Second", key: key))
        for other in [first, second] {
            let domains = ["foo.example": [first.certificate.pem], "bar.example": [other.certificate.pem]]
            for policy in policies(["trustDomains": domains]) {
                let answer = try api.evaluate(["chain": api.chain, "policy": policy])
                #expect(answer.status == 400 && answer.pointers == ["/policy/trustDomains"])
                #expect(answer.text.contains("belongs to two trust domains"), "\(answer.text)")
            }
        }
        let once = ["foo.example": [first.certificate.pem, second.certificate.pem]]
        let chain = try workload("spiffe://foo.example/a", by: second)
        #expect(try api.evaluate(["chain": chain, "policy": policies(["trustDomains": once])[0]]).trusted == true)
    }

    @Test func `do not share a CA whose certificates have the SPIFFE IDs of two trust domains`() throws {
        let key = try TestKey.shared(.ecdsaP256, "shared CA")
        let (first, second) = try (
            TestAuthority.root("First", key: key) { $0.subjectAlternativeNames = [.uri("spiffe://foo.example")] },
            TestAuthority.root("Second", key: key) { $0.subjectAlternativeNames = [.uri("spiffe://bar.example")] }
        )
        let plain = try TestAuthority.root("Plain", key: key)
        let (own, listed) = (first.certificate.pem, ["bar.example": [plain.certificate.pem]])
        let rows: [([String: Any], String)] = [
            (["anchors": [own, second.certificate.pem]], "/policy/anchors"),
            (["anchors": [own], "trustDomains": listed], "/policy/trustDomains"),
            (["trustDomains": listed.merging(["foo.example": [own]]) { $1 }], "/policy/trustDomains"),
        ]
        for (keys, place) in rows {
            for policy in policies(keys) {
                let answer = try api.evaluate(["chain": api.chain, "policy": policy])
                #expect(answer.status == 400 && answer.pointers == [place], "\(answer.text)")
                #expect(answer.text.contains("two trust domains, bar.example and foo.example"), "\(answer.text)")
            }
        }
        // Without SPIFFE IDs of two trust domains, several certificates of one CA are permitted.
        let once: [String: Any] = ["anchors": [own, plain.certificate.pem], "trustDomain": "foo.example"]
        let chain = try workload("spiffe://foo.example/a", by: plain)
        #expect(try api.evaluate(["chain": chain, "policy": policies(once)[0]]).trusted == true)
    }

    @Test func `are names of trust domains, given once, of anchors that agree`() throws {
        let pem = foo.certificate.pem
        let own = try TestAuthority.root("own") { $0.subjectAlternativeNames = [.uri("spiffe://own.example")] }
        let rows: [([String: Any], String)] = [
            (["trustDomain": "spiffe://foo.example", "anchors": [pem]], "remove `spiffe://`"),
            (["trustDomain": "Foo.example", "anchors": [pem]], "lower-case letters"),
            (["trustDomain": "foo.example/a", "anchors": [pem]], "has a path"),
            (["trustDomain": "", "anchors": [pem]], "trustDomain"),
            (["trustDomains": ["foo:1": [pem]]], "lower-case letters"),
            (["trustDomains": [String: Any]()], "at least one trust domain"),
            (["trustDomains": ["foo.example": [String]()]], "the list is empty"),
            (["trustDomain": "foo.example", "trustDomains": ["foo.example": [pem]]], "keep one of them"),
            (["trustDomain": "foo.example", "anchors": [own.certificate.pem]], "trust domain own.example"),
        ]
        for (keys, expected) in rows {
            let answer = try api.evaluate(["chain": api.chain, "policy": policies(keys)[1]])
            #expect(answer.status == 400, "\(keys)")
            #expect(answer.text.contains(expected), "\(answer.text)")
        }
        let pinned: [String: Any] = [
            "evaluator": "pinPublicKeys", "pins": [String(repeating: "5a", count: 32)], "requireBackupPin": false,
            "validateCertificateChain": false, "trustDomain": "foo.example", "anchors": [pem],
        ]
        let ineffective = try api.evaluate(["chain": api.chain, "policy": pinned])
        #expect(ineffective.status == 400 && ineffective.text.contains("has no effect"))
    }
}
