import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies

private let one = FakeKey.fingerprint("one")
private let two = FakeKey.fingerprint("two")
private let pins = "[\"\(one.pin)\", \"\(two.hex)\"]"

/// The PEM text of a fake certificate as a double-quoted scalar.
private func quoted(_ name: String) -> String {
    "\"" + FakeCertificate.pem(name).split(separator: "\n").joined(separator: "\\n") + "\""
}

/// The pin requirements of a policy with the given keys.
private func pinRequirements(_ keys: String) throws -> PinRequirements? {
    try standardPolicy(keys)?.pins
}

@Suite struct `Pinning policies` {
    @Test func `pin keys or certificates, with defaults for the other settings`() throws {
        let keys = try #require(try pinRequirements("evaluator: pinPublicKeys\npins: \(pins)"))
        #expect(keys == PinRequirements(.publicKeys, [one, two]))
        #expect(keys.scope == .any && keys.onExpiry == .closed && keys.expires == nil && !keys.waivesBackup)
        let certificates = "evaluator: pinCertificates\npins: [\"\(one.hex)\", \"\(two.hex)\"]"
        #expect(try pinRequirements(certificates) == PinRequirements(.certificates, [one, two]))
        #expect(try standardPolicy(certificates)?.enforcement == .everything)
        #expect(try standardPolicy(certificates)?.validateHost == true)
    }

    @Test(arguments: ["pins", "keys", "publicKeys", "certificates"])
    func `accept pins under exactly one of the key names`(key: String) throws {
        #expect(try pinRequirements("evaluator: pinPublicKeys\n\(key): \(pins)")?.fingerprints == [one, two])
        let other = key == "pins" ? "keys" : "pins"
        let issues = policyIssues("evaluator: pinPublicKeys\n\(key): \(pins)\n\(other): \(pins)")
        #expect(issues.count == 1)
        #expect(issues.first?.contains("have the same meaning: list all pins under one of them") == true)
    }

    @Test func `read the scope, the expiry and its consequence`() throws {
        let text = "evaluator: pinPublicKeys\npins: \(pins)\nexpires: 2027-06-01\nonExpiry: open\nscope: ca"
        let requirements = try #require(try pinRequirements(text))
        #expect(requirements.expires == Instant(year: 2027, month: 6, day: 1))
        #expect(requirements.onExpiry == .open)
        #expect(requirements.scope == .ca)
    }

    @Test(arguments: ["pinPublicKeys", "pinCertificates"])
    func `require a backup pin or its waiver`(evaluator: String) throws {
        let alone = "evaluator: \(evaluator)\npins: [\"\(one.hex)\"]"
        #expect(
            policyIssues(alone) == [
                "1 : the policy has only one pin (pin.noBackup): add a backup pin, or set `requireBackupPin: false`"
            ]
        )
        #expect(policyIssues(alone + "\nrequireBackupPin: true").count == 1)
        #expect(try pinRequirements(alone + "\nrequireBackupPin: false")?.waivesBackup == true)
        // Duplicates of a pin are one pin.
        #expect(policyIssues("evaluator: \(evaluator)\npins: [\"\(one.hex)\", \"sha256:\(one.hex)\"]").count == 1)
    }

    @Test func `trust pinned certificates in addition to the system trust store unless they have anchors`() throws {
        let text = "evaluator: pinCertificates\ncertificates: [\(quoted("own")), \(quoted("other"))]"
        let anchors = try #require(try standardPolicy(text)?.anchors)
        #expect(anchors.map(\.fakeNames) == [["other", "own"], ["system-root"]])
        #expect(anchors.map(\.name) == ["the pins of test/p", "system"])
        let named = try #require(try standardPolicy(text + "\nanchors: [\(quoted("root"))]")?.anchors)
        #expect(named.map(\.fakeNames) == [["root"]])
        let both = text + "\nanchors: [\(quoted("root"))]\nanchorsOnly: false"
        #expect(try standardPolicy(both)?.anchors.map(\.fakeNames) == [["root"], ["system-root"]])
        // Pinned keys are not trust anchors.
        let keys = "evaluator: pinPublicKeys\ncertificates: [\(quoted("own")), \(quoted("other"))]"
        #expect(try standardPolicy(keys)?.anchors.map(\.name) == ["system"])
    }

    @Test func `can skip chain validation, with a warning`() throws {
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
        (
            "evaluator: pinPublicKeys\npins: []",
            "2 /pins: the list of pins is empty, so no chain could match: add at least one pin"
        ),
        ("evaluator: pinPublicKeys\npins: x", "2 /pins: expected a list, found text"),
        (
            "evaluator: pinCertificates\npins: [\"\(one.hex)\", \"\(two.pin)\"]\nrequireBackupPin: false",
            "2 /pins/1: `\(two.pin)` is a digest in base64; if it is of a certificate, write `sha256:\(two.hex)`; the digest of a "
                + "public key needs `evaluator: pinPublicKeys`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nonExpiry: open",
            "3 /onExpiry: `onExpiry` requires the key `expires`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nexpires: 2027-06-01\nonExpiry: open\nvalidateCertificateChain: false",
            "4 /onExpiry: with `validateCertificateChain: false`, chains would not be checked after the pins expire: "
                + "use `closed`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nvalidateCertificateChain: false\nrevocation: {requirePositiveResponse: true}",
            "4 /revocation: `requirePositiveResponse` has no effect with `validateCertificateChain: false`: remove it"
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
            "3 /allOf: the key `allOf` does not apply to `evaluator: pinPublicKeys`; it is a setting of `composite`"
        ),
        (
            "evaluator: pinPublicKeys\npins: \(pins)\nanchorsOnly: true",
            "3 /anchorsOnly: `anchorsOnly: true` requires the key `anchors`"
        ),
    ])
    func `are rejected with an issue`(keys: String, issue: String) {
        #expect(policyIssues(keys) == [issue])
    }

    @Test func `can have the mode report`() throws {
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

    @Test func `read the codes, the chain, the host and the end`() throws {
        let item = "{codes: [time.expired, pin.keyMismatch], chain: \(chain), host: BÜCHER.example, until: 2026-12-31}"
        #expect(
            try exceptions(item) == [
                TrustException(
                    codes: [.timeExpired, .pinKeyMismatch],
                    chain: [one, two],
                    host: .dns("xn--bcher-kva.example"),
                    // A day ends with its last second.
                    until: try #require(Instant(year: 2026, month: 12, day: 31)).adding(seconds: 86399)
                )
            ]
        )
        let address = "{codes: [time.expired], chain: \(chain), host: \"2001:db8::1\", until: 2026-12-31T23:59:59Z}"
        #expect(try exceptions(address)?.first?.host?.description == "2001:db8::1")
    }

    @Test func `require a host only if the policy validates the host`() throws {
        let item = "{codes: [time.expired], chain: \(chain), until: 2026-12-31}"
        #expect(
            issues(item) == ["2 /exceptions: each exception must name a host because the policy validates the host"]
        )
        #expect(issues(item, keys: "evaluator: default\nvalidateHost: false").isEmpty)
        #expect(issues(item, keys: "evaluator: default\nprofile: basicX509").isEmpty)
    }

    @Test(arguments: [
        ("codes: [time.expire]", "/codes/0: unknown reason code `time.expire`; did you mean `time.expired`?"),
        (
            "codes: [chain.signatureInvalid]",
            "/codes/0: an exception cannot accept `chain.signatureInvalid`: only codes with the result `recoverableTrustFailure` are allowed"
        ),
        (
            "codes: [revocation.revoked]",
            "/codes/0: an exception cannot accept `revocation.revoked`: only codes with the result `recoverableTrustFailure` are allowed"
        ),
        (
            "codes: [policy.guardRefused]",
            "/codes/0: an exception cannot accept `policy.guardRefused`: exceptions accept only errors found in a path"
        ),
        (
            "codes: [notice.pin]",
            "/codes/0: an exception cannot accept `notice.pin`: exceptions accept only errors found in a path"
        ),
        ("codes: []", "/codes: the list is empty: add an item or omit the key"),
        ("chain: []", "/chain: the list is empty: add an item or omit the key"),
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
    func `are rejected with an issue`(member: String, issue: String) {
        var members = [
            "codes": "codes: [time.expired]", "chain": "chain: \(chain)", "host": "host: a.example",
            "until": "until: 2026-12-31",
        ]
        members[String(member.prefix { $0 != ":" })] = member
        let item = "{" + members.values.joined(separator: ", ") + "}"
        // An invalid host is also reported as missing.
        #expect(issues(item).first == "2 /exceptions/0" + issue)
    }

    @Test(arguments: ["codes", "chain", "until"]) func `require codes, chain and end`(key: String) {
        let members = ["codes": "[time.expired]", "chain": chain, "until": "2026-12-31", "host": "a.example"]
        let item = members.filter { $0.key != key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        #expect(issues("{\(item)}").first?.contains("the key `\(key)` is missing") == true)
    }

    @Test func `are limited to a hundred`() {
        let item = "{codes: [time.expired], chain: \(chain), host: a.example, until: 2026-12-31}"
        func many(_ count: Int) -> String { Array(repeating: item, count: count).joined(separator: ", ") }
        #expect(issues(many(100)).isEmpty)
        #expect(issues(many(101)) == ["2 /exceptions: the list has 101 items; at most 100 are allowed"])
    }
}
