import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel

@testable import TrustPolicies

@Suite struct `Policies of requests are bounded with all their members` {
    /// What is wrong with a policy, as `pointer: detail`.
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

    /// Members of a kind that each have so many items under a key.
    private func members(_ counts: [Int], _ member: (Int) -> String) -> String {
        composite(counts.map(member))
    }

    @Test func `certificates and keys, be they anchors or pins`() throws {
        let own = FakeCertificate.base64("own")
        let anchored = { (count: Int) in "{evaluator: default, anchors: \(repeated(own, count))}" }
        let pinning = { (count: Int) in
            "{evaluator: pinPublicKeys, requireBackupPin: false, pins: \(repeated(own, count))}"
        }
        #expect(try refusals(composite([anchored(2), pinning(2)])) == [])
        let some = try refusals(composite([anchored(2), pinning(3)]))
        #expect(some == ["/allOf/1/pins/2: more than 4 certificates and keys are given in all"])
        let nested = try refusals(composite([anchored(3), composite([anchored(2)]), anchored(1)]))
        #expect(
            nested == [
                "/allOf/1/allOf/0/anchors/1: more than 4 certificates are given in all",
                "/allOf/2/anchors/0: more than 4 certificates are given in all",
            ]
        )
    }

    @Test func `certificates that cannot be read count as well, and those after them are not looked at`() throws {
        let items = try refusals("{evaluator: default, anchors: \(repeated("'!'", 1000))}")
        #expect(items.count == 5)
        #expect(items.last == "/anchors/4: more than 4 certificates are given in all")
    }

    @Test func `evaluators, counted before any of them is read`() throws {
        let sixty = Array(repeating: "{evaluator: default}", count: 60)
        #expect(try refusals(composite(sixty + [composite(["{evaluator: disabled}", "{evaluator: default}"])])) == [])
        let more = Array(repeating: "{evaluator: nonsense}", count: 4)
        let nested = try refusals(composite(sixty + [composite(more)]))
        #expect(nested == ["/allOf/60/allOf: the policy comes to 65 evaluators in all; at most 64 are allowed"])
        let flat = try refusals(composite(Array(repeating: "nonsense", count: 5000)))
        #expect(flat == ["/allOf: the policy comes to 5000 evaluators in all; at most 64 are allowed"])
    }

    @Test(arguments: [
        ("pins", "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a", 1000, "pins"),
        ("emails", "a@b", 100, "mailboxes"),
    ])
    func `pins and mailboxes`(key: String, item: String, bound: Int, noun: String) throws {
        let member = { (count: Int) in
            let evaluator = key == "pins" ? "pinPublicKeys, requireBackupPin: false" : "default"
            return "{evaluator: \(evaluator), \(key): \(repeated("'\(item)'", count))}"
        }
        #expect(try refusals(members([bound / 2, bound - bound / 2], member)) == [])
        let refused = try refusals(members([bound / 2, bound - bound / 2 + 1], member))
        let issue = "the policy comes to \(bound + 1) \(noun) in all; at most \(bound) are allowed"
        #expect(refused == ["/allOf/1/\(key): \(issue)"])
    }

    @Test func `certificate policies`() throws {
        let member = { (count: Int) in
            "{evaluator: default, certificatePolicies: {initialPolicySet: \(repeated("2.5.29.32.0", count))}}"
        }
        #expect(try refusals(members([50, 50], member)) == [])
        let issue = "the policy comes to 101 certificate policies in all; at most 100 are allowed"
        #expect(
            try refusals(members([50, 51], member)) == ["/allOf/1/certificatePolicies/initialPolicySet: \(issue)"]
        )
    }

    @Test func `exceptions, and what each of them names`() throws {
        let digest = String(repeating: "5a", count: 32)
        let exception = { (codes: Int, chain: Int) in
            "{codes: \(repeated("time.expired", codes)), chain: \(repeated("'\(digest)'", chain)), host: a.example, until: 2030-01-01}"
        }
        let member = { (count: Int) in "{evaluator: default, exceptions: \(repeated(exception(1, 1), count))}" }
        #expect(try refusals(members([50, 50], member)) == [])
        #expect(
            try refusals(members([50, 51], member)) == [
                "/allOf/1/exceptions: the policy comes to 101 exceptions in all; at most 100 are allowed"
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
    func `evidence of revocation`(key: String, noun: String) throws {
        let item =
            key == "ocsp"
            ? Base64.encode([0x30, 0x60] + [UInt8](repeating: 0x61, count: 96)) : FakeCertificate.base64("x")
        let member = { (count: Int) in "{evaluator: default, revocation: {\(key): \(repeated(item, count))}}" }
        #expect(try refusals(members([32, 32], member)) == [])
        #expect(
            try refusals(members([32, 33], member)) == [
                "/allOf/1/revocation/\(key)/32: more than 64 \(noun) are given in all"
            ]
        )
    }

    @Test func `checks are as many as there are codes`() throws {
        let checks = (0...ReasonCode.all.count).map { "c\($0): error" }.joined(separator: ", ")
        let known = ReasonCode.all.count
        #expect(
            try refusals("{evaluator: default, checks: {\(checks)}}") == [
                "/checks: there are \(known + 1) checks; at most \(known) codes are known"
            ]
        )
    }

    @Test func `identifiers, mailboxes and hosts have a length that none exceeds`() throws {
        let identifier = "1.12" + String(repeating: ".1", count: 62)
        #expect(try refusals("{evaluator: default, purpose: '\(identifier)'}") == [])
        let long = identifier + "1"
        let issue = "an object identifier has at most 128 characters here"
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
                "/emails/0: a mailbox has at most 320 octets"
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

@Suite struct `Policies of documents are bounded more widely` {
    private let exception =
        "{codes: [time.expired], chain: ['\(String(repeating: "5a", count: 32))'], host: a.example, until: 2030-01-01}"

    private func member(_ count: Int) -> String {
        let list = { (item: String) in Array(repeating: item, count: count).joined(separator: ", ") }
        return "{evaluator: default, emails: [\(list("a@b"))], exceptions: [\(list(exception))]}"
    }

    @Test func `each member may have what a policy may have`() {
        let members = [member(100), member(100)].joined(separator: ", ")
        #expect(issues("policies:\n  a: {evaluator: composite, allOf: [\(members)]}\n") == [])
    }

    @Test func `each policy may have thousands of pins`() {
        let digest = "'\(String(repeating: "5a", count: 32))'"
        let policy = { (count: Int) in
            let pins = Array(repeating: digest, count: count).joined(separator: ",")
            return "{evaluator: pinPublicKeys, requireBackupPin: false, pins: [\(pins)]}"
        }
        #expect(issues("policies:\n  a: \(policy(2000))\n  b: \(policy(2000))\n") == [])
    }
}
