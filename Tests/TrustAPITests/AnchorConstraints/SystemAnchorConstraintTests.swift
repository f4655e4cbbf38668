import Foundation
import Testing
import TrustModel
import TrustPolicies
import TrustTestSupport

@testable import TrustAPI

/// Documents with constraints on system anchors.
@Suite struct `Constraints on system anchors` {
    private static let distrust = """
        description: Test data
        anchorConstraints:
          - {anchor: "KEY", anyOf: [{leafNotBeforeUntil: 2024-11-30}], source: Test program, asOf: 2026-10-01}
        """
    private static let documents = [
        "sets.yaml": """
        policies:
          default: {evaluator: default}
          both: {evaluator: default, anchors: [ROOT], anchorsOnly: false}
          own: {evaluator: default, anchors: [ROOT]}
          constrained: {evaluator: default, anchors: [ROOT], anchorConstraints: [{anchor: ROOT, anyOf: [{until: 2030-01-01}]}]}
          revocation: {evaluator: revocation}
          pinCertificates: {evaluator: pinCertificates, certificates: [ROOT], requireBackupPin: false}
          pinPublicKeys: {evaluator: pinPublicKeys, certificates: [ROOT], requireBackupPin: false}
          composite: {evaluator: composite, allOf: [own, {evaluator: default}]}
          securityPolicy: {evaluator: securityPolicy}
          afnetworking: {evaluator: securityPolicy, compatibility: afnetworking, validatesDomainName: false}
          pinned: {evaluator: securityPolicy, sslPinningMode: certificate, pinnedCertificates: [ROOT], allowInvalidCertificates: true}
          alamofire4: {evaluator: default, compatibility: alamofire4}
          alamofire4Pins: {evaluator: pinCertificates, compatibility: alamofire4, certificates: [ROOT]}
          alamofire5: {evaluator: pinPublicKeys, compatibility: alamofire5, certificates: [ROOT]}
          keyOnly: {evaluator: pinPublicKeys, certificates: [ROOT], validateCertificateChain: false, requireBackupPin: false}
          disabled: {evaluator: disabled}
        """
    ]
    private static let bound = [
        "default", "both", "revocation", "pinCertificates", "pinPublicKeys", "composite", "securityPolicy",
        "afnetworking",
        "alamofire4", "alamofire5",
    ]
    private static let free = ["own", "constrained", "pinned", "alamofire4Pins", "keyOnly", "disabled"]
    private let api: APIFixture

    init() throws {
        api = try APIFixture(
            documents: Self.documents,
            caches: CacheSizes(verdicts: 10, certificates: 10, signatures: 10),
            anchorConstraints: Self.distrust
        )
    }

    private func answer(_ policy: Any?) throws -> Answer {
        var members: [String: Any] = ["chain": api.chain, "host": "api.example.com"]
        members["policy"] = policy
        return try api.evaluate(members)
    }

    @Test(arguments: bound) func `bind every policy that uses the system trust store`(policy: String) throws {
        let answer = try answer("sets/\(policy)")
        #expect(answer.trusted == false && answer.errorCodes == ["chain.anchorConstrained"], "\(answer.text)")
    }

    @Test(arguments: free) func `do not bind policies with only their own anchors, or without a path`(
        policy: String
    ) throws {
        let answer = try answer("sets/\(policy)")
        #expect(answer.trusted == true, "\(answer.text)")
    }

    @Test func `bind the built-in set and inline policies`() throws {
        #expect(try answer(nil).errorCodes == ["chain.anchorConstrained"])
        #expect(try answer(["evaluator": "default"]).errorCodes == ["chain.anchorConstrained"])
        let pem = api.root.certificate.pem
        let both: [String: Any] = ["evaluator": "default", "anchors": [pem], "anchorsOnly": false]
        #expect(try answer(both).errorCodes == ["chain.anchorConstrained"])
        #expect(try answer(["evaluator": "default", "anchors": [pem]]).trusted == true)
    }

    @Test func `bind the policies of floors`() throws {
        let floors = [
            "house.yaml": "otherwise: system\npolicies: {system: {evaluator: default}}",
            "own.yaml": "otherwise: own\npolicies: {own: {evaluator: default, anchors: [ROOT]}}",
        ]
        let api = try APIFixture(documents: floors, like: self.api, floors: "house", anchorConstraints: Self.distrust)
        let answer = try api.evaluate(["chain": api.chain, "host": "api.example.com", "policy": "own"])
        #expect(answer.trusted == false && answer.errorCodes == ["chain.anchorConstrained"], "\(answer.text)")
    }

    @Test func `a reload applies a changed document, changes revisions and drops cached answers`() throws {
        #expect(try answer("sets/default").trusted == false)
        let (before, set) = (
            api.store.snapshot.revision, try #require(api.store.snapshot.policySet(named: "system")).revision
        )
        guard
            case .loaded = try api.writeConstraints(
                "anchorConstraints: [{anchor: \"KEY\", anyOf: [{until: 2030-01-01}]}]"
            )
        else {
            Issue.record("the reload failed")
            return
        }
        #expect(try answer("sets/default").trusted == true)
        #expect(api.store.snapshot.revision != before)
        #expect(api.store.snapshot.policySet(named: "system")?.revision != set)
        guard case .loaded(_, let changed) = api.store.reload() else { return }
        #expect(changed.isEmpty)
    }

    @Test(
        arguments: [
            ("anchorConstraint: []", "unknown key `anchorConstraint`; did you mean `anchorConstraints`?"),
            ("anchorConstraints: []", "the list is empty"),
            ("anchorConstraints: [{anchor: missing.pem, anyOf: []}]", "missing.pem does not exist"),
            ("anchorConstraints: [", "constraints.yaml:2: invalid YAML"),
            ("", "expected a mapping"),
        ]
    )
    func `an invalid document keeps the previous constraints`(document: String, problem: String) throws {
        guard case .failed(let error) = try api.writeConstraints(document) else {
            Issue.record("the document was loaded")
            return
        }
        #expect(error.description.contains(problem), "\(error.description)")
        #expect(error.problems.allSatisfy { $0.file.hasSuffix("/constraints.yaml") })
        #expect(try answer("sets/default").errorCodes == ["chain.anchorConstrained"])
        #expect(api.store.status.lastReloadError?.contains(problem) == true)
    }

    @Test func `the status, the warnings and the metrics show anchors to which a policy does not apply them`() throws {
        let status = api.send("GET", "/v1/status")
        let unapplied = try #require(status.object["unappliedAnchorConstraints"] as? [[String: Any]])
        #expect(unapplied.compactMap { $0["policy"] as? String } == ["sets/own"])
        #expect(unapplied.first?["spkiSha256"] as? String == api.rootKey)
        #expect(unapplied.first?["source"] as? String == "Test program")
        #expect(unapplied.first?["asOf"] as? String == "2026-10-01")
        #expect((status.object["systemAnchors"] as? [String: Any])?["constrained"] as? Int == 1)
        let warnings = try #require(api.store.snapshot.policySet(named: "sets")).warnings.map(\.description)
        #expect(
            warnings.contains(
                "sets.yaml:4: /policies/own/anchors: the trust anchor CN=API Test Root is partially distrusted by Test program, "
                    + "as of 2026-10-01, but this policy does not use the system trust store: add the constraint to its "
                    + "`anchorConstraints`, or remove the anchor"
            ),
            "\(warnings)"
        )
        let page = api.send("GET", "/metrics").text
        #expect(page.contains("\nanchord_system_anchors_constrained 1\n"))
        #expect(page.contains("\nanchord_policy_unapplied_anchor_constraints 1\n"))
    }
}
