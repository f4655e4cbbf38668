import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel
import TrustPolicies

@Suite struct `Keys of a policy` {
    @Test func `have the defaults of the profile server`() throws {
        let policy = try #require(try standardPolicy("evaluator: default"))
        #expect(policy.profile == .server)
        #expect(policy.purpose == .serverAuth)
        #expect(policy.anchors.map(\.name) == ["system"])
        #expect(policy.validateHost)
        #expect(policy.maximumIntermediates == nil)
        #expect(policy.minimumRSABits == 2048)
        #expect(policy.minimumSecurityLevel == nil)
        #expect(policy.keyUsage.isEmpty && policy.emails.isEmpty && policy.severities.isEmpty)
        #expect(policy.certificatePolicies == nil && policy.maximumLifetime == nil && policy.constraints == nil)
    }

    @Test func `are all read`() throws {
        let set = try policySet(completeDocument)
        let policy = try #require(set.policy(named: "corporate"))
        let requirements = try #require(policy.evaluator as? PathEvaluator).requirements
        #expect(requirements.profile == .server)
        #expect(requirements.anchors.map(\.name) == ["test/corporate", "system"])
        #expect(requirements.anchors.first?.fakeNames == ["root"])
        #expect(requirements.maximumIntermediates == 2)
        #expect(requirements.minimumRSABits == 3072)
        #expect(requirements.minimumSecurityLevel == 2)
        #expect(requirements.keyUsage == [.digitalSignature, .keyAgreement])
        #expect(requirements.emails == ["ann@example.com"])
        #expect(
            requirements.certificatePolicies
                == CertificatePolicyInputs(
                    initialPolicySet: [OID(2, 23, 140, 1, 2, 1), .anyPolicy],
                    requireExplicitPolicy: true
                )
        )
        #expect(requirements.maximumLifetime == 7_776_000)
        #expect(requirements.constraints?.parts.count == 9)
        #expect(requirements.severities == [.timeExpired: .warning, .cryptoKeyWeak: .ignore])
        #expect(set.description == "Payment hosts")
        #expect(set.policy(named: "open")?.evaluator is DisabledEvaluator)
    }

    @Test func `do not validate the host by default with basicX509 or clientAuth`() throws {
        #expect(try standardPolicy("evaluator: default\nprofile: basicX509")?.validateHost == false)
        #expect(try standardPolicy("evaluator: default\npurpose: clientAuth")?.validateHost == false)
        #expect(try standardPolicy("evaluator: default\npurpose: clientAuth\nvalidateHost: true")?.validateHost == true)
        #expect(try standardPolicy("evaluator: default\nvalidateHost: false")?.validateHost == false)
    }

    @Test(
        arguments: [
            ("serverAuth", .serverAuth), ("any", .any), ("1.3.6.1.5.5.7.3.8", .other(.timeStamping)),
        ] as [(String, KeyPurpose)]
    )
    func `accept purposes by name and by object identifier`(text: String, purpose: KeyPurpose) throws {
        #expect(try standardPolicy("evaluator: default\npurpose: \(text)")?.purpose == purpose)
    }

    @Test func `require neither a host nor one purpose by default with spiffe`() throws {
        let text = "evaluator: default\nprofile: spiffe\nanchors: [\"\(escapedPEM)\"]"
        let requirements = try #require(try standardPolicy(text))
        #expect(requirements.purpose == .any && !requirements.validateHost)
        #expect(requirements.anchors.count == 1)
        let server = try #require(try standardPolicy(text + "\npurpose: serverAuth\nvalidateHost: true"))
        #expect(server.purpose == .serverAuth && server.validateHost)
    }

    @Test func `use only their own anchors by default`() throws {
        let own = "evaluator: default\nanchors: [\"\(escapedPEM)\"]"
        #expect(try standardPolicy(own)?.anchors.map(\.name) == ["test/p"])
        #expect(try standardPolicy(own + "\nanchorsOnly: true")?.anchors.map(\.name) == ["test/p"])
        #expect(try standardPolicy(own + "\nanchorsOnly: false")?.anchors.map(\.name) == ["test/p", "system"])
        #expect(try standardPolicy("evaluator: default\nanchorsOnly: false")?.anchors.map(\.name) == ["system"])
    }

    @Test func `record which of their own anchors are also system roots`() throws {
        let both = "-----BEGIN CERTIFICATE-----\\n\(FakeCertificate.base64("system-root"))\\n-----END CERTIFICATE-----"
        let anchors = try #require(
            try standardPolicy("evaluator: default\nanchors: [\"\(both)\", \"\(escapedPEM)\"]")?.anchors.first
        )
        #expect(!anchors.isSystem)
        #expect(anchors.certificates.filter(anchors.isSystemRoot).map(\.fakeName) == ["system-root"])
        #expect(systemAnchors.isSystem)
        #expect(systemAnchors.certificates.allSatisfy(systemAnchors.isSystemRoot))
    }

    @Test func `accept at least 2048 RSA bits with appleSSL, and validate the host`() throws {
        let requirements = try standardPolicy("evaluator: default\nprofile: appleSSL\nminimumRSABits: 3072")
        #expect(requirements?.minimumRSABits == 3072)
        #expect(requirements?.validateHost == true)
        #expect(requirements?.purpose == .serverAuth)
    }

    private var escapedPEM: String { FakeCertificate.pem("own").split(separator: "\n").joined(separator: "\\n") }

    @Test(arguments: [
        (
            "profile: server",
            "1 : the key `evaluator` is missing: expected default, revocation, pinCertificates, pinPublicKeys, composite, securityPolicy, disabled or custom"
        ),
        (
            "evaluator: default\nvalidateHost: no",
            "2 /validateHost: expected true or false, found `no`"
        ),
        (
            "evaluator: defualt",
            "1 /evaluator: expected default, revocation, pinCertificates, pinPublicKeys, composite, securityPolicy, disabled or custom, found `defualt`; did you mean `default`?"
        ),
        ("evaluator: custom", "1 : the key `script` is missing: expected the path of a Lua file"),
        (
            "evaluator: default\nprofile: Server",
            "2 /profile: expected server, webpki, rfc5280, rfc5280Strict, basicX509, appleSSL or spiffe, found `Server`; did you mean `server`?"
        ),
        ("evaluator: default\nanchor: x", "2 /anchor: unknown key `anchor`; did you mean `anchors`?"),
        (
            "evaluator: default\npurpose: serverauth",
            "2 /purpose: expected serverAuth, clientAuth, emailProtection, codeSigning, any or an object identifier, found `serverauth`; did you mean `serverAuth`?"
        ),
        (
            "evaluator: default\nprofile: spiffe",
            "2 /profile: the profile `spiffe` requires the key `anchors` or `trustDomains`: add the CA certificates of the trust domain"
        ),
        ("evaluator: default\nanchorsOnly: true", "2 /anchorsOnly: `anchorsOnly: true` requires the key `anchors`"),
        (
            "evaluator: default\nanchors: []",
            "2 /anchors: the list of anchors is empty: remove the key to use the system trust store"
        ),
        ("evaluator: default\nanchors:", "2 /anchors: expected a list, found nothing"),
        (
            "evaluator: default\nvalidateCertificateChain: false",
            "2 /validateCertificateChain: the default evaluator always validates the chain: remove the key (`evaluator: disabled` accepts every chain)"
        ),
        (
            "evaluator: default\nprofile: basicX509\nvalidateHost: true",
            "3 /validateHost: the profile `basicX509` does not check the host: remove the key"
        ),
        ("evaluator: default\nmaxChainDepth: 1001", "2 /maxChainDepth: expected a number from 0 to 1000, found 1001"),
        (
            "evaluator: default\nminimumRSABits: 511",
            "2 /minimumRSABits: expected a number from 512 to 16384, found 511"
        ),
        (
            "evaluator: default\nprofile: appleSSL\nminimumRSABits: 2047",
            "3 /minimumRSABits: the profile `appleSSL` requires at least 2048 bits"
        ),
        (
            "evaluator: default\nminimumSecurityLevel: 6",
            "2 /minimumSecurityLevel: expected a number from 0 to 5, found 6"
        ),
        (
            "evaluator: default\nkeyUsage: [crlSign]",
            "2 /keyUsage/0: unknown key usage `crlSign`; did you mean `cRLSign`?"
        ),
        ("evaluator: default\nemails: ['@x']", "2 /emails/0: expected a mailbox such as ann@example.com, found `@x`"),
        (
            "evaluator: default\nemails: ['a b@x']",
            "2 /emails/0: expected a mailbox such as ann@example.com, found `a b@x`"
        ),
        ("evaluator: default\nemails: []", "2 /emails: the list is empty: add an item or omit the key"),
        ("evaluator: default\nkeyUsage: []", "2 /keyUsage: the list is empty: add an item or omit the key"),
        (
            "evaluator: default\nemails: [\(Array(repeating: "a@b", count: 101).joined(separator: ", "))]",
            "2 /emails: the list has 101 items; at most 100 are allowed"
        ),
        (
            "evaluator: default\ncertificatePolicies: {initialPolicySet: []}",
            "2 /certificatePolicies/initialPolicySet: the list is empty: add an item or omit the key"
        ),
        (
            "evaluator: default\ncertificatePolicies: {initialPolicySet: [a]}",
            "2 /certificatePolicies/initialPolicySet/0: expected an object identifier such as 2.23.140.1.2.1, or anyPolicy, found `a`"
        ),
        (
            "evaluator: default\ncertificatePolicies: {requireExplicitPolicies: true}",
            "2 /certificatePolicies/requireExplicitPolicies: unknown key `requireExplicitPolicies`; did you mean `requireExplicitPolicy`?"
        ),
        (
            "evaluator: default\nconstraints: {maximumLifetime: 90}",
            "2 /constraints/maximumLifetime: expected a duration such as 90d, 12h, 45m or 30s, found the number `90` without a unit"
        ),
        (
            "evaluator: default\nconstraints: {minimumLifetime: 90d}",
            "2 /constraints/minimumLifetime: unknown key `minimumLifetime`; did you mean `maximumLifetime`?"
        ),
        (
            "evaluator: default\nconstraints:\n  leaf:\n    key: {minimumBit: 1}",
            "4 /constraints/leaf/key/minimumBit: unknown key `minimumBit`; did you mean `minimumBits`?"
        ),
        (
            "evaluator: default\nconstraints: {}",
            "2 /constraints: the mapping is empty: add a constraint, such as `leaf`"
        ),
        (
            "evaluator: default\nconstraints:\n  leaf:\n    subject: {commonName: 7}",
            "4 /constraints/leaf/subject/commonName: expected a list, found the number 7 (text must be quoted)"
        ),
        ("evaluator: default\nmode: off", "2 /mode: expected enforce or report, found `off`"),
        (
            "evaluator: default\nscript: x",
            "2 /script: the key `script` does not apply to `evaluator: default`; it is a setting of `custom`"
        ),
        (
            "evaluator: default\nchecks: {time.expird: ignore}",
            "2 /checks/time.expird: unknown reason code `time.expird`; did you mean `time.expired`?"
        ),
        (
            "evaluator: default\nchecks: {time.expired: off}",
            "2 /checks/time.expired: expected error, warning or ignore, found `off`"
        ),
        (
            "evaluator: default\nchecks: {ct.insufficent: ignore}",
            "2 /checks/ct.insufficent: unknown reason code `ct.insufficent`; did you mean `ct.insufficient`?"
        ),
        (
            "evaluator: default\nchecks: {revocation.revoked: ignore}",
            "2 /checks/revocation.revoked: `revocation.revoked` is always an error: `checks` cannot accept a revoked certificate"
        ),
        (
            "evaluator: default\nchecks: {pin.keyMismatch: warning}",
            "2 /checks/pin.keyMismatch: `checks` cannot downgrade `pin.keyMismatch`: the pin settings of the policy determine its severity"
        ),
        (
            "evaluator: default\nchecks: {pin.keyMismatched: warning}",
            "2 /checks/pin.keyMismatched: unknown reason code `pin.keyMismatched`; did you mean `pin.keyMismatch`?"
        ),
        (
            "evaluator: default\nchecks: {hazard.keyOnly: error}",
            "2 /checks/hazard.keyOnly: `hazard.keyOnly` has no severity that `checks` can set: remove it"
        ),
        (
            "evaluator: default\nchecks: {notice.anchor: error}",
            "2 /checks/notice.anchor: `notice.anchor` has no severity that `checks` can set: remove it"
        ),
        (
            "evaluator: disabled\nanchors: [x]",
            "2 /anchors: the key `anchors` does not apply to `evaluator: disabled`, which accepts everything"
        ),
        ("evaluator: disabled\nfoo: 1", "2 /foo: unknown key `foo`"),
    ])
    func `are rejected with an issue if invalid`(keys: String, issue: String) {
        #expect(policyIssues(keys) == [issue])
    }

    @Test(
        arguments: ReasonCode.all.filter { code in
            !["notice.", "hazard.", "policy."].contains(where: code.name.hasPrefix)
        }
    )
    func `override the severity only of codes that allow it`(code: ReasonCode) {
        for severity in ["warning", "ignore"] {
            let issues = policyIssues("evaluator: default\nchecks: {\(code.name): \(severity)}")
            #expect(issues.isEmpty == code.mayBeDowngraded)
        }
        #expect(policyIssues("evaluator: default\nchecks: {\(code.name): error}") == [])
    }

    @Test func `are limited to a description with the evaluator disabled`() {
        #expect(policyIssues("evaluator: disabled\ndescription: for now") == [])
    }

    @Test func `report all issues in document order`() {
        let keys = "evaluator: default\nmaxChainDepth: x\nprofil: server\nkeyUsage: [a, keyAgreement, b]\nmode: observe"
        #expect(policyIssues(keys).map { $0.prefix(2) } == ["2 ", "3 ", "4 ", "4 ", "5 "])
    }
}

@Suite struct `Inline policies` {
    private func decode(
        _ json: String,
        limits: CertificateLimits = CertificateLimits()
    ) throws(DocumentError) -> TrustPolicy {
        try InlinePolicy.decode(
            try YAMLDocument.parse(Array(json.utf8)),
            pointerPrefix: "/policy",
            ports: fakePorts,
            systemAnchors: systemAnchors,
            limits: limits
        )
    }

    private func refusals(_ json: String, limits: CertificateLimits = CertificateLimits()) -> [String] {
        do {
            _ = try decode(json, limits: limits)
            return []
        } catch {
            return error.issues.map { "\($0.pointer): \($0.detail)" }
        }
    }

    @Test func `accept certificates as base64 DER`() throws {
        let policy = try decode("{\"evaluator\": \"default\", \"anchors\": [\"\(FakeCertificate.base64("own"))\"]}")
        #expect(policy.identity == .inline)
        let requirements = try #require(policy.evaluator as? PathEvaluator).requirements
        #expect(requirements.anchors.map(\.name) == ["inline policy"])
        #expect(requirements.anchors.first?.fakeNames == ["own"])
    }

    @Test func `cannot read files`() {
        #expect(
            refusals("{\"evaluator\": \"default\", \"anchors\": [\"/etc/ssl/cert.pem\"]}") == [
                "/policy/anchors/0: the text is neither PEM nor base64 DER (file names are allowed only in policy sets): it has "
                    + "the form of a file name; give the contents of the file"
            ]
        )
    }

    @Test func `apply the limits of the request to all certificates together`() {
        let anchors = ["a", "b", "c"].map { "\"\(FakeCertificate.base64($0))\"" }.joined(separator: ", ")
        let json = "{\"evaluator\": \"default\", \"anchors\": [\(anchors)]}"
        #expect(refusals(json, limits: CertificateLimits(count: 3)) == [])
        #expect(
            refusals(json, limits: CertificateLimits(count: 2)) == [
                "/policy/anchors/2: the policy has more than 2 certificates"
            ]
        )
    }

    @Test func `report pointers into the request`() {
        #expect(refusals("[]") == ["/policy: expected a mapping, found a list"])
        #expect(
            refusals("{\"evaluator\": \"custom\", \"script\": \"x.lua\"}") == [
                "/policy/script: scripts are allowed only in policy sets, not in requests"
            ]
        )
    }
}
