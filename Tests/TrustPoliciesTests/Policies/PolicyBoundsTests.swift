import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel

@testable import TrustPolicies

@Suite struct `Bounds of inline policies with all members` {
    /// The issues of a policy, as `pointer: detail`.
    private func refusals(_ policy: String, limits: CertificateLimits = CertificateLimits(count: 4)) throws -> [String]
    {
        let node = try YAMLDocument.parse(Array(policy.utf8))
        do {
            _ = try InlinePolicy.decode(
                node,
                pointerPrefix: "",
                ports: fakePorts,
                systemAnchors: systemAnchors,
                limits: limits
            )
            return []
        } catch {
            return error.issues.map { "\($0.pointer): \($0.detail)" }
        }
    }

    private func composite(_ members: [String]) -> String {
        "{evaluator: composite, allOf: [\(members.joined(separator: ", "))]}"
    }

    private func repeated(_ item: String, _ count: Int) -> String {
        "[" + Array(repeating: item, count: count).joined(separator: ", ") + "]"
    }

    /// Members of one kind, each with the given number of items under a key.
    private func members(_ counts: [Int], _ member: (Int) -> String) -> String {
        composite(counts.map(member))
    }

    @Test func `apply to certificates and keys, as anchors or pins`() throws {
        let own = FakeCertificate.base64("own")
        let anchored = { (count: Int) in "{evaluator: default, anchors: \(repeated(own, count))}" }
        let pinning = { (count: Int) in
            "{evaluator: pinPublicKeys, requireBackupPin: false, pins: \(repeated(own, count))}"
        }
        #expect(try refusals(composite([anchored(2), pinning(2)])) == [])
        let some = try refusals(composite([anchored(2), pinning(3)]))
        #expect(some == ["/allOf/1/pins/2: the policy has more than 4 certificates and keys"])
        let nested = try refusals(composite([anchored(3), composite([anchored(2)]), anchored(1)]))
        #expect(
            nested == [
                "/allOf/1/allOf/0/anchors/1: the policy has more than 4 certificates",
                "/allOf/2/anchors/0: the policy has more than 4 certificates",
            ]
        )
    }

    @Test func `apply to unreadable certificates, and later certificates are not parsed`() throws {
        let items = try refusals("{evaluator: default, anchors: \(repeated("'!'", 1000))}")
        #expect(items.count == 5)
        #expect(items.last == "/anchors/4: the policy has more than 4 certificates")
    }

    @Test func `apply to evaluators before any member is decoded`() throws {
        let sixty = Array(repeating: "{evaluator: default}", count: 60)
        #expect(try refusals(composite(sixty + [composite(["{evaluator: disabled}", "{evaluator: default}"])])) == [])
        let more = Array(repeating: "{evaluator: nonsense}", count: 4)
        let nested = try refusals(composite(sixty + [composite(more)]))
        #expect(nested == ["/allOf/60/allOf: the policy has 65 evaluators in total; at most 64 are allowed"])
        let flat = try refusals(composite(Array(repeating: "nonsense", count: 5000)))
        #expect(flat == ["/allOf: the policy has 5000 evaluators in total; at most 64 are allowed"])
    }

    @Test(arguments: [
        ("pins", "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", 1000, "pins"),
        ("emails", "a@b", 100, "mailboxes"),
    ])
    func `apply to pins and mailboxes`(key: String, item: String, bound: Int, noun: String) throws {
        let member = { (count: Int) in
            let evaluator = key == "pins" ? "pinPublicKeys, requireBackupPin: false" : "default"
            return "{evaluator: \(evaluator), \(key): \(repeated("'\(item)'", count))}"
        }
        #expect(try refusals(members([bound / 2, bound - bound / 2], member)) == [])
        let refused = try refusals(members([bound / 2, bound - bound / 2 + 1], member))
        let issue = "the policy has \(bound + 1) \(noun) in total; at most \(bound) are allowed"
        #expect(refused == ["/allOf/1/\(key): \(issue)"])
    }

    @Test func `apply to certificate policies`() throws {
        let member = { (count: Int) in
            "{evaluator: default, certificatePolicies: {initialPolicySet: \(repeated("2.5.29.32.0", count))}}"
        }
        #expect(try refusals(members([50, 50], member)) == [])
        let issue = "the policy has 101 certificate policies in total; at most 100 are allowed"
        #expect(
            try refusals(members([50, 51], member)) == ["/allOf/1/certificatePolicies/initialPolicySet: \(issue)"]
        )
    }

    @Test func `apply to patterns of clients`() throws {
        let member = { (count: Int) in
            "{evaluator: default, allowedClients: {emails: \(repeated("'*@example.com'", count))}}"
        }
        #expect(try refusals(members([50, 50], member)) == [])
        let issue = "the policy has 101 patterns of clients in total; at most 100 are allowed"
        #expect(try refusals(members([50, 51], member)) == ["/allOf/1/allowedClients/emails: \(issue)"])
    }

    @Test func `apply to constraints and matchers, before they are decoded`() throws {
        let member = { (count: Int) in
            "{evaluator: default, constraints: {anyOf: \(repeated("{leaf: {key: {minimumBits: 1}}}", count))}}"
        }
        // Each member has an object of constraints, and each alternative has an object and a matcher.
        #expect(try refusals(members([24, 25], member)) == [])
        let issue = "the policy has 101 constraints and matchers in total; at most 100 are allowed"
        let refused = try refusals(members([24, 26], member))
        #expect(refused == [24, 25].map { "/allOf/1/constraints/anyOf/\($0)/leaf: \(issue)" })
        let many = try refusals("{evaluator: default, constraints: {allOf: \(repeated("nonsense", 5000))}}")
        #expect(many == ["/constraints/allOf: the list has 5000 items; at most 1000 are allowed"])
    }

    @Test func `apply to values of constraints`() throws {
        let member = { (count: Int) in
            "{evaluator: default, constraints: {leaf: {serialNumbers: \(repeated("'0a'", count))}}}"
        }
        #expect(try refusals(members([500, 500], member)) == [])
        let issue = "the policy has 1001 values of constraints in total; at most 1000 are allowed"
        #expect(try refusals(members([500, 501], member)) == ["/allOf/1/constraints/leaf/serialNumbers: \(issue)"])
        let subjects = { (count: Int) in
            "{evaluator: default, constraints: {leaf: {serialNumbers: \(repeated("'0a'", count)), subject: {title: a}}}}"
        }
        #expect(try refusals(subjects(999)) == [])
        #expect(try refusals(subjects(1000)).count == 1)
    }

    @Test func `apply to exceptions and to their codes and chains`() throws {
        let digest = String(repeating: "5a", count: 32)
        let exception = { (codes: Int, chain: Int) in
            "{codes: \(repeated("time.expired", codes)), chain: \(repeated("'\(digest)'", chain)), host: a.example, until: 2030-01-01}"
        }
        let member = { (count: Int) in "{evaluator: default, exceptions: \(repeated(exception(1, 1), count))}" }
        #expect(try refusals(members([50, 50], member)) == [])
        #expect(
            try refusals(members([50, 51], member)) == [
                "/allOf/1/exceptions: the policy has 101 exceptions in total; at most 100 are allowed"
            ]
        )
        let known = ReasonCode.all.count
        #expect(try refusals("{evaluator: default, exceptions: [\(exception(known, 100))]}") == [])
        #expect(
            try refusals("{evaluator: default, exceptions: [\(exception(known + 1, 1))]}") == [
                "/exceptions/0/codes: the list has \(known + 1) items; at most \(known) are allowed"
            ]
        )
        #expect(
            try refusals("{evaluator: default, exceptions: [\(exception(1, 101))]}") == [
                "/exceptions/0/chain: the list has 101 items; at most 100 are allowed"
            ]
        )
    }

    @Test(arguments: [("crls", "CRLs"), ("ocsp", "OCSP responses")])
    func `apply to revocation evidence`(key: String, noun: String) throws {
        let item =
            key == "ocsp"
            ? Base64.encode([0x30, 0x60] + [UInt8](repeating: 0x61, count: 96)) : FakeCertificate.base64("x")
        let member = { (count: Int) in "{evaluator: default, revocation: {\(key): \(repeated(item, count))}}" }
        #expect(try refusals(members([32, 32], member)) == [])
        #expect(
            try refusals(members([32, 33], member)) == [
                "/allOf/1/revocation/\(key)/32: the policy has more than 64 \(noun)"
            ]
        )
    }

    @Test func `limit checks to the number of reason codes`() throws {
        let checks = (0...ReasonCode.all.count).map { "c\($0): error" }.joined(separator: ", ")
        let known = ReasonCode.all.count
        #expect(
            try refusals("{evaluator: default, checks: {\(checks)}}") == [
                "/checks: the mapping has \(known + 1) entries, but there are only \(known) reason codes"
            ]
        )
    }

    @Test func `limit the length of identifiers, mailboxes and hosts`() throws {
        let identifier = "1.12" + String(repeating: ".1", count: 62)
        #expect(try refusals("{evaluator: default, purpose: '\(identifier)'}") == [])
        let long = identifier + "1"
        let issue = "the object identifier is longer than 128 characters"
        #expect(try refusals("{evaluator: default, purpose: '\(long)'}") == ["/purpose: \(issue)"])
        #expect(
            try refusals("{evaluator: default, certificatePolicies: {initialPolicySet: ['\(long)']}}") == [
                "/certificatePolicies/initialPolicySet/0: \(issue)"
            ]
        )
        let mailbox = "a@" + String(repeating: "b", count: 318)
        #expect(try refusals("{evaluator: default, emails: ['\(mailbox)']}") == [])
        #expect(
            try refusals("{evaluator: default, emails: ['\(mailbox)b']}") == [
                "/emails/0: the mailbox is longer than 320 octets"
            ]
        )
        let host = String(repeating: "ü", count: 513)
        let exception =
            "{codes: [time.expired], chain: ['\(String(repeating: "5a", count: 32))'], host: \(host), until: 2030-01-01}"
        #expect(
            try refusals("{evaluator: default, exceptions: [\(exception)]}").first?.hasSuffix(
                "…` is longer than a DNS name can be"
            ) == true
        )
    }
}

@Suite struct `Bounds of policies in documents` {
    private let exception =
        "{codes: [time.expired], chain: ['\(String(repeating: "5a", count: 32))'], host: a.example, until: 2030-01-01}"

    private func member(_ count: Int) -> String {
        let list = { (item: String) in Array(repeating: item, count: count).joined(separator: ", ") }
        return "{evaluator: default, emails: [\(list("a@b"))], exceptions: [\(list(exception))]}"
    }

    @Test func `apply to each member separately`() {
        let members = [member(100), member(100)].joined(separator: ", ")
        #expect(issues("policies:\n  a: {evaluator: composite, allOf: [\(members)]}\n") == [])
    }

    @Test func `allow a thousand constraints and matchers in each policy`() {
        let policy = { (count: Int) in
            let alternatives = Array(repeating: "{leaf: {key: {minimumBits: 1}}}", count: count).joined(separator: ", ")
            return "{evaluator: default, constraints: {anyOf: [\(alternatives)]}}"
        }
        #expect(issues("policies:\n  a: \(policy(499))\n  b: \(policy(499))\n") == [])
        let issue = "the policy has 1001 constraints and matchers in total; at most 1000 are allowed"
        #expect(issues("policies:\n  a: \(policy(500))\n") == ["2 /policies/a/constraints/anyOf/499/leaf: \(issue)"])
    }

    @Test(arguments: [("serialNumbers", "'0a'", 10_000), ("signatureAlgorithms", "ed25519", 1000)])
    func `allow thousands of digests and serial numbers, and a thousand other values, in a list of constraints`(
        key: String,
        value: String,
        maximum: Int
    ) {
        let policy = { (count: Int) in
            let values = Array(repeating: value, count: count).joined(separator: ", ")
            return
                "policies:\n  a: {evaluator: default, constraints: {every: {\(key): [\(values)]}, some: {\(key): [\(values)]}}}"
        }
        #expect(issues(policy(maximum)) == [])
        let issue = "the list has \(maximum + 1) items; at most \(maximum) are allowed"
        #expect(
            issues(policy(maximum + 1)) == [
                "2 /policies/a/constraints/every/\(key): \(issue)", "2 /policies/a/constraints/some/\(key): \(issue)",
            ]
        )
    }

    @Test func `allow thousands of pins per policy`() {
        let digest = "'\(String(repeating: "5a", count: 32))'"
        let policy = { (count: Int) in
            let pins = Array(repeating: digest, count: count).joined(separator: ",")
            return "{evaluator: pinPublicKeys, requireBackupPin: false, pins: [\(pins)]}"
        }
        #expect(issues("policies:\n  a: \(policy(2000))\n  b: \(policy(2000))\n") == [])
    }
}
