import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies

private let one = FakeKey.fingerprint("one")
private let two = FakeKey.fingerprint("two")
private let pins = "[\"\(one.pin)\", \"\(two.hex)\"]"

/// PEM text of a fake certificate as a double-quoted scalar.
private func quoted(_ name: String) -> String {
    "\"" + FakeCertificate.pem(name).split(separator: "\n").joined(separator: "\\n") + "\""
}

/// What one pinning policy demands of pins.
private func pinRequirements(_ keys: String) throws -> PinRequirements? {
    try standardPolicy(keys)?.pins
}

@Suite struct `Policies that pin` {
    @Test func `have pins of either kind, and defaults for the rest`() throws {
        let keys = try #require(try pinRequirements("evaluator: pinPublicKeys\npins: \(pins)"))
        #expect(keys == PinRequirements(.publicKeys, [one, two]))
        #expect(keys.scope == .any && keys.onExpiry == .closed && keys.expires == nil && !keys.waivesBackup)
        let certificates = "evaluator: pinCertificates\npins: [\"\(one.hex)\", \"\(two.hex)\"]"
        #expect(try pinRequirements(certificates) == PinRequirements(.certificates, [one, two]))
        #expect(try standardPolicy(certificates)?.enforcement == .everything)
        #expect(try standardPolicy(certificates)?.validateHost == true)
    }

    @Test(arguments: ["pins", "keys", "publicKeys", "certificates"])
    func `take keys under each of their names, and one name only`(key: String) throws {
        #expect(try pinRequirements("evaluator: pinPublicKeys\n\(key): \(pins)")?.fingerprints == [one, two])
        let other = key == "pins" ? "keys" : "pins"
        let issues = policyIssues("evaluator: pinPublicKeys\n\(key): \(pins)\n\(other): \(pins)")
        #expect(issues.count == 1)
        #expect(issues.first?.contains("say the same: give all pins under one of them") == true)
    }

    @Test func `read scope, expiry and what follows it`() throws {
        let text = "evaluator: pinPublicKeys\npins: \(pins)\nexpires: 2027-06-01\nonExpiry: open\nscope: ca"
        let requirements = try #require(try pinRequirements(text))
        #expect(requirements.expires == Instant(year: 2027, month: 6, day: 1))
        #expect(requirements.onExpiry == .open)
        #expect(requirements.scope == .ca)
    }

    @Test(arguments: ["pinPublicKeys", "pinCertificates"])
    func `have a backup, or say that they have none`(evaluator: String) throws {
        let alone = "evaluator: \(evaluator)\npins: [\"\(one.hex)\"]"
        #expect(
            policyIssues(alone) == [
                "1 : there is one pin only: add a backup (pin.noBackup), or say `requireBackupPin: false`"
            ]
        )
        #expect(policyIssues(alone + "\nrequireBackupPin: true").count == 1)
        #expect(try pinRequirements(alone + "\nrequireBackupPin: false")?.waivesBackup == true)
        // The same pin twice is one pin.
        #expect(policyIssues("evaluator: \(evaluator)\npins: [\"\(one.hex)\", \"sha256:\(one.hex)\"]").count == 1)
    }

    @Test func `take pinned certificates as anchors beside the system's, unless they name anchors`() throws {
        let text = "evaluator: pinCertificates\ncertificates: [\(quoted("own")), \(quoted("other"))]"
        let anchors = try #require(try standardPolicy(text)?.anchors)
        #expect(anchors.map(\.fakeNames) == [["other", "own"], ["system-root"]])
        #expect(anchors.map(\.name) == ["the pins of test/p", "system"])
        let named = try #require(try standardPolicy(text + "\nanchors: [\(quoted("root"))]")?.anchors)
        #expect(named.map(\.fakeNames) == [["root"]])
        let both = text + "\nanchors: [\(quoted("root"))]\nanchorsOnly: false"
        #expect(try standardPolicy(both)?.anchors.map(\.fakeNames) == [["root"], ["system-root"]])
        // Keys are no anchors.
        let keys = "evaluator: pinPublicKeys\ncertificates: [\(quoted("own")), \(quoted("other"))]"
        #expect(try standardPolicy(keys)?.anchors.map(\.name) == ["system"])
    }

    @Test func `may do without a valid chain, and are warned of it`() throws {
        let text = "evaluator: pinPublicKeys\npins: \(pins)\nvalidateCertificateChain: false\nvalidateHost: false"
        let requirements = try #require(try standardPolicy(text))
        #expect(requirements.enforcement == .hostAndPins)
        #expect(!requirements.validateHost)
        let set = try policySet("policies: {p: {\(text.split(separator: "\n").joined(separator: ", "))}}")
        #expect(set.warnings.map(\.code) == [.hazardHostIgnored, .hazardKeyOnly])
        let validating = text.replacing("Chain: false", with: "Chain: true")
        #expect(try standardPolicy(validating)?.enforcement == .everything)
    }

    @Test(arguments: [
        ("evaluator: pinPublicKeys", "1 : the key `pins` is missing: expected a list of pins"),
        ("evaluator: pinCertificates", "1 : the key `certificates` is missing: expected a list of pins"),
        ("evaluator: pinPublicKeys\npins: []", "2 /pins: the list of pins is empty: nothing could match"),
        ("evaluator: pinPublicKeys\npins: x", "2 /pins: expected a list, found text"),
        (
            "evaluator: pinCertificates\npins: [\"\(one.hex)\", \"\(two.pin)\"]\nrequireBackupPin: false",
            "2 /pins/1: names a key, not a certificate: use `pinPublicKeys`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nonExpiry: open",
            "3 /onExpiry: `onExpiry` needs the key `expires`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nexpires: 2027-06-01\nonExpiry: open\nvalidateCertificateChain: false",
            "4 /onExpiry: without `validateCertificateChain` nothing would be asked of a chain once the pins have expired: say `closed`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nvalidateCertificateChain: false\nrevocation: {requirePositiveResponse: true}",
            "4 /revocation: without `validateCertificateChain` no answer is demanded: leave `requirePositiveResponse` out"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nexpires: tomorrow",
            "3 /expires: expected a time such as 2026-11-20T00:00:00Z or a day such as 2026-11-20, found `tomorrow`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nscope: leafs",
            "3 /scope: expected any, leaf or ca, found `leafs`; did you mean `leaf`?"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nallOf: []",
            "3 /allOf: the key `allOf` has no meaning with `evaluator: pinPublicKeys`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nanchorsOnly: true",
            "3 /anchorsOnly: `anchorsOnly: true` needs the key `anchors`"
        ),
    ])
    func `are refused with what is wrong`(keys: String, issue: String) {
        #expect(policyIssues(keys) == [issue])
    }

    @Test func `may only report`() throws {
        let text = "policies: {p: {evaluator: pinPublicKeys, pins: \(pins), mode: report}}"
        #expect(try policySet(text).policy(named: "p")?.mode == .report)
        #expect(
            policyIssues("evaluator: default\nmode: reports")
                == ["2 /mode: expected enforce or report, found `reports`; did you mean `report`?"]
        )
    }
}

@Suite struct `Exceptions in a policy` {
    private func exceptions(_ item: String, evaluator: String = "default") throws -> [TrustException]? {
        try policySet("policies: {p: {evaluator: \(evaluator), exceptions: [\(item)]}}").policy(named: "p")?.exceptions
    }

    private func issues(_ item: String, keys: String = "evaluator: default") -> [String] {
        policyIssues(keys + "\nexceptions: [\(item)]")
    }

    private let chain = "[\"\(one.hex)\", \"sha256:\(two.hex)\"]"

    @Test func `name codes, chain, host and end`() throws {
        let item = "{codes: [time.expired, pin.keyMismatch], chain: \(chain), host: BÜCHER.example, until: 2026-12-31}"
        #expect(
            try exceptions(item) == [
                TrustException(
                    codes: [.timeExpired, .pinKeyMismatch],
                    chain: [one, two],
                    host: .dns("xn--bcher-kva.example"),
                    until: try #require(Instant(year: 2026, month: 12, day: 31))
                )
            ]
        )
        let address = "{codes: [time.expired], chain: \(chain), host: \"2001:db8::1\", until: 2026-12-31T23:59:59Z}"
        #expect(try exceptions(address)?.first?.host?.description == "2001:db8::1")
    }

    @Test func `need a host where the policy validates one, and only there`() throws {
        let item = "{codes: [time.expired], chain: \(chain), until: 2026-12-31}"
        #expect(
            issues(item) == ["2 /exceptions: each exception must name a host, since the policy validates the host"]
        )
        #expect(issues(item, keys: "evaluator: default\nvalidateHost: false").isEmpty)
        #expect(issues(item, keys: "evaluator: default\nprofile: basicX509").isEmpty)
    }

    @Test(arguments: [
        ("codes: [time.expire]", "/codes/0: unknown reason code `time.expire`; did you mean `time.expired`?"),
        (
            "codes: [chain.signatureInvalid]",
            "/codes/0: no exception accepts `chain.signatureInvalid`: a person cannot make it right"
        ),
        (
            "codes: [revocation.revoked]",
            "/codes/0: no exception accepts `revocation.revoked`: a person cannot make it right"
        ),
        ("codes: [policy.guardRefused]", "/codes/0: no exception accepts `policy.guardRefused`, which refuses nothing"),
        ("codes: [notice.pin]", "/codes/0: no exception accepts `notice.pin`, which refuses nothing"),
        ("codes: []", "/codes: the list is empty: leave the key out"),
        ("chain: []", "/chain: the list is empty: leave the key out"),
        (
            "chain: [\"\(one.pin)\"]",
            "/chain/0: expected the SHA-256 of a certificate, 64 hexadecimal digits, found `\(one.pin)`"
        ),
        ("chain: [ab]", "/chain/0: expected the SHA-256 of a certificate, 64 hexadecimal digits, found `ab`"),
        ("host: \"*.example.com\"", "/host: the host `*.example.com` has a wildcard, which only certificates may have"),
        (
            "until: soon",
            "/until: expected a time such as 2026-11-20T00:00:00Z or a day such as 2026-11-20, found `soon`"
        ),
        ("depth: \"0\"", "/depth: unknown key `depth`"),
    ])
    func `are refused with what is wrong`(member: String, issue: String) {
        var members = [
            "codes": "codes: [time.expired]", "chain": "chain: \(chain)", "host": "host: a.example",
            "until": "until: 2026-12-31",
        ]
        members[String(member.prefix { $0 != ":" })] = member
        let item = "{" + members.values.joined(separator: ", ") + "}"
        // A host that cannot be read is none, which is told besides.
        #expect(issues(item).first == "2 /exceptions/0" + issue)
    }

    @Test(arguments: ["codes", "chain", "until"]) func `need all that makes them narrow`(key: String) {
        let members = ["codes": "[time.expired]", "chain": chain, "until": "2026-12-31", "host": "a.example"]
        let item = members.filter { $0.key != key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        #expect(issues("{\(item)}").first?.contains("the key `\(key)` is missing") == true)
    }

    @Test func `are a hundred at most`() {
        let item = "{codes: [time.expired], chain: \(chain), host: a.example, until: 2026-12-31}"
        func many(_ count: Int) -> String { Array(repeating: item, count: count).joined(separator: ", ") }
        #expect(issues(many(100)).isEmpty)
        #expect(issues(many(101)) == ["2 /exceptions: the list has 101 items; at most 100 are allowed"])
    }
}
