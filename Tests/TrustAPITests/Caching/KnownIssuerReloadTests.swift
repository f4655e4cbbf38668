import MicrohttpdServer
import Testing
import TrustModel
import TrustPolicies
import TrustTestSupport

/// Requests under policies that remember issuers, while the policies and the system trust store change.
@Suite struct `Known issuers across reloads` {
    private let api: APIFixture
    private let other: TestAuthority
    private let leaves: [TestCertificate]

    init() throws {
        api = try APIFixture(
            documents: ["sets.yaml": Self.document(), "fixed.yaml": Self.fixed],
            floors: "fixed",
            anchorConstraints: Self.constraints("2030-01-01")
        )
        other = try TestAuthority.root("API Test Root", key: .shared(.ecdsaP256, "other api root"))
        let issuing = api.issuing
        leaves = [
            api.leaf,
            try issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "known leaf")),
            try issuing.issueLeaf("other.example.com", key: .shared(.ecdsaP256, "known other")),
            try issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "known old")) {
                $0.notAfter = TestInstant(year: 2026, month: 1, day: 1)
            },
        ]
    }

    /// A set without references to other sets; it does not change.
    private static let fixed = """
        hosts: {floor.example.com: floor}
        otherwise: performDefaultHandling
        policies: {floor: {evaluator: default, profile: rfc5280}}
        """

    /// Returns a set with a policy of each kind, and further keys of some of them.
    private static func document(_ keys: String = "", exceptions: String = "") -> String {
        """
        policies:
          default: {evaluator: default\(keys)\(exceptions)}
          own: {evaluator: default, anchors: [ROOT]\(keys)}
          strict: {evaluator: default, profile: rfc5280Strict\(keys)}
          revocation: {evaluator: revocation\(keys)}
          pins: {evaluator: pinPublicKeys, certificates: [ROOT], requireBackupPin: false}
          reporting: {evaluator: default, mode: report\(keys)}
          composite: {evaluator: composite, allOf: [own, {evaluator: default}]}
          any: {evaluator: composite, anyOf: [strict, default]}
        """
    }

    private static let policies = [
        "default", "own", "strict", "revocation", "pins", "reporting", "composite", "any",
    ].map { "sets/\($0)" }

    private static func constraints(_ until: String) -> String {
        "anchorConstraints: [{anchor: \"KEY\", anyOf: [{until: \(until)}]}]"
    }

    /// Asks all policies, and the built-in one, about all leaves.
    private func ask(_ comparison: inout KnownIssuerComparison, _ step: String) throws {
        for policy in Self.policies + ["system"] {
            for (index, leaf) in leaves.enumerated() {
                for host in index == 0 ? ["api.example.com", "floor.example.com"] : ["api.example.com"] {
                    let request: [String: Any] = [
                        "chain": leaf.pem + api.issuing.certificate.pem, "host": host, "policy": policy,
                    ]
                    try comparison.checkNamed(request, "\(step): \(policy), leaf \(index), \(host)")
                }
            }
        }
    }

    @Test func `change no verdict, whichever file was changed`() throws {
        var comparison = KnownIssuerComparison(api)
        let chain = try [api.leaf, api.issuing.certificate, api.root.certificate].map {
            Hexadecimal.encode(try $0.fingerprint())
        }
        let exception =
            ", exceptions: [{codes: [host.mismatch], chain: [\"\(chain.joined(separator: "\", \""))\"], "
            + "host: floor.example.com, until: 2026-06-01T00:00:00Z}]"
        let steps: [(String, () throws -> Void)] = [
            ("at first", {}),
            ("unchanged", { _ = api.store.reload() }),
            ("other purpose", { try api.write(Self.document(", purpose: clientAuth"), to: "sets.yaml") }),
            ("no intermediates", { try api.write(Self.document(", maxChainDepth: 0"), to: "sets.yaml") }),
            ("exception", { try api.write(Self.document(exceptions: exception), to: "sets.yaml") }),
            ("constraints", { _ = try api.writeConstraints(Self.constraints("2025-01-01")) }),
            ("no constraints", { _ = try api.writeConstraints(Self.constraints("2031-01-01")) }),
            ("other anchor", { try api.writeSystemAnchors(other.certificate.pem) }),
            ("both anchors", { try api.writeSystemAnchors(other.certificate.pem + api.root.certificate.pem) }),
            ("intermediate", { try api.writeSystemAnchors(api.issuing.certificate.pem) }),
            ("as before", { try api.writeSystemAnchors(api.root.certificate.pem) }),
        ]
        for (name, change) in steps {
            try change()
            try ask(&comparison, name)
        }
        #expect(comparison.known > comparison.asked / 4, "\(comparison.known) of \(comparison.asked)")
    }

    @Test func `are those of a policy, and named policies have the verdicts of inline ones`() throws {
        let root = api.root.certificate.pem
        let inline: [[String: Any]] = [
            ["evaluator": "default", "anchors": [root]],
            ["evaluator": "default", "anchors": [root], "profile": "webpki"],
            ["evaluator": "default", "anchors": [root, other.certificate.pem], "purpose": "clientAuth"],
            ["evaluator": "revocation", "anchors": [root], "revocation": ["requirePositiveResponse": true]],
            ["evaluator": "default", "anchors": [root], "intermediates": [api.issuing.certificate.pem]],
        ]
        for (index, policy) in inline.enumerated() {
            let set = try APIFixture.json(["policies": ["p": policy]])
            try api.write(set, to: "inline\(index).json")
        }
        for round in 0..<3 {
            for (index, policy) in inline.enumerated() {
                for leaf in leaves {
                    let chain = leaf.pem + (index == 4 ? "" : api.issuing.certificate.pem)
                    let named = try answer(chain, "inline\(index)/p")
                    let expected = try answer(chain, policy)
                    #expect(named == expected, "policy \(index) in round \(round): \(named)\n\(expected)")
                }
            }
        }
    }

    /// Returns the response without its identifier and without the name of the policy.
    private func answer(_ chain: String, _ policy: Any) throws -> String {
        let answer = try api.evaluate(["chain": chain, "host": "api.example.com", "policy": policy])
        var object = answer.object
        (object["id"], object["policy"]) = (nil, nil)
        #expect(answer.status == 200)
        let text = "\(answer.response.headers["Cache-Control"] ?? "") " + (try APIFixture.json(object))
        // Messages and facts about anchors name the policy.
        return text.replacing(#/inline[0-9]\\/p/#, with: "inline policy")
    }
}
