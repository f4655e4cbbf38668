import StructuredDocuments
import Testing
import TrustEvaluation

@testable import TrustPolicies

@Suite struct `A name of another library` {
    private static let key = "sha256/\(String(repeating: "A", count: 43))="
    private static let certificate = FakeCertificate.pem("own").split(separator: "\n").joined(separator: "\\n")

    /// The keys that an evaluator requires.
    private static let required = [
        "pinPublicKeys": ["pins: [\"\(key)\"]", "requireBackupPin: false"],
        "pinCertificates": ["certificates: [\"\(certificate)\"]", "requireBackupPin: false"],
        "composite": ["allOf: [{evaluator: default}]"],
    ]

    /// A valid value of each counterpart that is a key without a value.
    private static let values = [
        "anchors": "[\"\(certificate)\"]", "anchorsOnly": "false", "certificates": "[\"\(certificate)\"]",
        "checks": "{time.expired: warning}", "constraints": "{maximumLifetime: 60d}", "expires": "2030-01-01",
        "exceptions":
            "[{codes: [time.expired], chain: ['\(String(repeating: "0", count: 64))'], host: a.example, until: 2030-01-01}]",
        "hosts": "{a.example: deny}", "keys": "[\"\(key)\"]", "otherwise": "deny", "pins": "[\"\(key)\"]",
        "policies": "{p: {evaluator: default}}", "profile": "server", "validateCertificateChain": "true",
        "validateHost": "true",
    ]

    private static let names = LibraryName.table.names

    /// Returns the YAML of a counterpart with a value.
    private func line(_ text: String) throws -> String {
        text.contains(": ") ? text : "\(text): \(try #require(Self.values[text], "add a value of \(text)"))"
    }

    private func policy(_ text: String, of evaluator: String?) throws -> String {
        let line = try line(text)
        if let name = text.wholeMatch(of: /evaluator: (\w+)/)?.1 {
            return ([line] + (Self.required[String(name)] ?? [])).joined(separator: "\n")
        }
        let evaluator = evaluator ?? "default"
        let pins = ["certificates", "keys", "pins"]
        let others = (Self.required[evaluator] ?? []).filter { other in
            !(pins.contains(text) && pins.contains { other.hasPrefix("\($0):") })
        }
        return (["evaluator: \(evaluator)"] + others + [line]).joined(separator: "\n")
    }

    @Test(arguments: names)
    func `has counterparts that are valid in documents`(name: LibraryName) throws {
        #expect(!name.counterparts.isEmpty)
        for counterpart in name.counterparts {
            switch counterpart {
            case .policy(let text, let evaluator): #expect(policyIssues(try policy(text, of: evaluator)) == [])
            case .policySet(let text): #expect(issues(try line(text)) == [])
            // OpenAPITests compares the members of requests and verdicts.
            case .request, .verdict: break
            }
        }
    }

    @Test(arguments: names)
    func `is explained as a key and as an evaluator, unless it is valid there`(name: LibraryName) {
        let counterparts = name.counterparts.map(\.description).joined(separator: " or ")
        let note = name.note.map { ", \($0)" } ?? ""
        let explanation =
            "; \(name.library.rawValue)'s `\(name.name)` is \(counterparts) here\(note) (\(name.library.page).md)"
        let asKey = policyIssues("evaluator: composite\nallOf: [{evaluator: default}]\n\(name.name): x")
        if !PolicyKeyTable.policyKeys.contains(name.name) {
            #expect(asKey == ["3 /\(name.name): unknown key `\(name.name)`\(explanation)"])
        }
        let asEvaluator = policyIssues("evaluator: \(name.name)").first ?? ""
        if !EvaluatorDecoding.all.map(\.name).contains(name.name) {
            #expect(asEvaluator.hasSuffix("found `\(name.name)`\(explanation)"))
        }
    }

    @Test func `occurs once, ignoring case`() {
        let names = Self.names.map { $0.name.lowercased() }
        #expect(names.count == Set(names).count)
    }

    @Test(arguments: [
        (
            "evaluator: default\nperformDefaultEvaluation: {}",
            "2 /performDefaultEvaluation: unknown key `performDefaultEvaluation`; Alamofire's `performDefaultEvaluation` is `evaluator: default` here (Alamofire.md)"
        ),
        (
            "evaluator: .pinCertificates(certificates; validateHost)",
            "1 /evaluator: expected default, revocation, pinCertificates, pinPublicKeys, composite, securityPolicy, disabled or custom, found `.pinCertificates(certificates; validateHost)`; Alamofire's `pinCertificates` is `evaluator: pinCertificates` here (Alamofire.md)"
        ),
        (
            "evaluator: disabledtrustevaluator",
            "1 /evaluator: expected default, revocation, pinCertificates, pinPublicKeys, composite, securityPolicy, disabled or custom, found `disabledtrustevaluator`; Alamofire's `DisabledTrustEvaluator` is `evaluator: disabled` here, which accepts every chain: prefer `anchors` (Alamofire.md)"
        ),
        (
            "evaluator: securityPolicy\nsslPinningMode: AFSSLPinningModePublicKey",
            "2 /sslPinningMode: expected none, certificate or publicKey, found `AFSSLPinningModePublicKey`; AFNetworking's `AFSSLPinningModePublicKey` is `evaluator: pinPublicKeys` or `sslPinningMode: publicKey` of `evaluator: securityPolicy` here (AFNetworking.md)"
        ),
        (
            "evaluator: default\nprofile: SecPolicyCreateBasicX509",
            "2 /profile: expected server, webpki, rfc5280, rfc5280Strict, basicX509, appleSSL or spiffe, found `SecPolicyCreateBasicX509`; SecTrust's `SecPolicyCreateBasicX509` is `profile: basicX509` here (SecTrust.md)"
        ),
        (
            "evaluator: composite\nallOf: [PublicKeysTrustEvaluator]",
            "2 /allOf/0: unknown policy `PublicKeysTrustEvaluator`; Alamofire's `PublicKeysTrustEvaluator` is `evaluator: pinPublicKeys` here (Alamofire.md)"
        ),
        (
            "evaluator: default\nvalidatesDomain: true",
            "2 /validatesDomain: unknown key `validatesDomain`; AFNetworking's `validatesDomainName` is `validateHost` here (AFNetworking.md)"
        ),
        // A similar name of our own is more probable than a similar name of another library.
        (
            "evaluator: default\nvalidateHosts: true",
            "2 /validateHosts: unknown key `validateHosts`; did you mean `validateHost`?"
        ),
    ])
    func `is explained in policies`(keys: String, issue: String) {
        #expect(policyIssues(keys) == [issue])
    }

    @Test func `is explained in policy sets`() {
        #expect(
            issues("otherwise: cancelAuthenticationChallenge\nkTSKPinnedDomains: {}") == [
                "1 /otherwise: there is no policy `cancelAuthenticationChallenge` in this set; SecTrust's `cancelAuthenticationChallenge` is `otherwise: deny` of the policy set here (SecTrust.md)",
                "2 /kTSKPinnedDomains: unknown key `kTSKPinnedDomains`; TrustKit's `kTSKPinnedDomains` is `hosts` of the policy set here (TrustKit.md)",
            ]
        )
    }

    @Test func `is explained in inline policies`() throws {
        let policy = DocumentNode(
            .mapping([
                .init(key: "evaluator", value: DocumentNode(.string("default"))),
                .init(key: "validatesDomainName", value: DocumentNode(.bool(false))),
                .init(key: "SecTrustSetVerifyDate", value: DocumentNode(.null)),
            ])
        )
        let error = #expect(throws: DocumentError.self) {
            try InlinePolicy.decode(
                policy,
                pointerPrefix: "/policy",
                ports: fakePorts,
                systemAnchors: systemAnchors,
                limits: CertificateLimits()
            )
        }
        let details = error?.issues.map(\.detail) ?? []
        #expect(details.count == 2)
        #expect(
            details.first?.hasSuffix("; AFNetworking's `validatesDomainName` is `validateHost` here (AFNetworking.md)")
                == true
        )
        #expect(
            details.last
                == "unknown key `SecTrustSetVerifyDate`; SecTrust's `SecTrustSetVerifyDate` is `at` of the request here (SecTrust.md)"
        )
    }

    @Test(arguments: ["", ".", "(", "..", "()", String(repeating: "(", count: 256), String(repeating: ".", count: 256)])
    func `is not recognized in punctuation`(text: String) {
        #expect(LibraryName.table.hint(for: text) == nil)
        #expect(LibraryName.table.hint(forNamesLike: text) == nil)
    }
}

@Suite struct `A key of another evaluator` {
    @Test(arguments: [
        (
            "evaluator: default\npins: [x]",
            "2 /pins: the key `pins` does not apply to `evaluator: default`; it is a setting of `pinCertificates` and `pinPublicKeys`"
        ),
        (
            "evaluator: securityPolicy\nvalidateHost: true",
            "2 /validateHost: the key `validateHost` is not a setting of that library's evaluator; it is a setting of `default`, `revocation`, `pinCertificates`, `pinPublicKeys` and `custom`"
        ),
        (
            "evaluator: default\nvalidatesDomainName: true",
            "2 /validatesDomainName: the key `validatesDomainName` does not apply to `evaluator: default`; it is a setting of `securityPolicy`; AFNetworking's `validatesDomainName` is `validateHost` here (AFNetworking.md)"
        ),
        (
            "evaluator: revocation\ncompatibility: alamofire4\nperformDefaultValidation: true",
            "3 /performDefaultValidation: the key `performDefaultValidation` is not a setting of that library's evaluator; it is a setting of `revocation` with `compatibility: alamofire5`, `pinCertificates` with `compatibility: alamofire5` and `pinPublicKeys` with `compatibility: alamofire5`"
        ),
        (
            "evaluator: default\ncompatibility: alamofire5\nconstraints: {}",
            "3 /constraints: the key `constraints` is not a setting of that library's evaluator; it is a setting of `default` without `compatibility`, `revocation` without `compatibility`, `pinCertificates` without `compatibility`, `pinPublicKeys` without `compatibility` and `custom`"
        ),
    ])
    func `is reported with the evaluators that have it`(keys: String, issue: String) {
        #expect(policyIssues(keys) == [issue])
    }

    /// The keys that every policy has.
    private static let common: Set = ["evaluator", "description", "mode", "reportChains", "shadow", "exceptions"]

    @Test(arguments: PolicyKeyTable.policyKeys)
    func `has an evaluator, unless every policy has the key`(key: String) {
        #expect(EvaluatorSettings.owners(of: key).isEmpty == Self.common.contains(key))
    }
}
