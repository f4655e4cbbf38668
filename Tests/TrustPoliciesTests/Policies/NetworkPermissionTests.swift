import StructuredDocuments
import Testing
import TrustEvaluation
import TrustModel

@testable import TrustPolicies

@Suite struct `A policy that fetches evidence` {
    private static let offline =
        "requires `network: {enabled: true}` in the configuration, where `network.enabled` is false"

    private func ports(networkEnabled: Bool) -> DocumentPorts {
        var ports = fakePorts
        ports.networkEnabled = networkEnabled
        return ports
    }

    private func requirements(_ keys: String, networkEnabled: Bool = true) throws -> PathRequirements {
        let ports = ports(networkEnabled: networkEnabled)
        let lines = keys.split(separator: "\n").map { "    \($0)\n" }.joined()
        let set = try PolicySetReader(ports: ports, systemAnchors: systemAnchors).policySet(
            named: "test",
            source: Array("policies:\n  p:\n\(lines)".utf8),
            directory: "/nonexistent"
        )
        return try #require(set.policy(named: "p")?.evaluator as? PathEvaluator).requirements
    }

    @Test func `must ask for it`() throws {
        #expect(try requirements("evaluator: revocation").revocation?.networkAccess == false)
        #expect(try !requirements("evaluator: default").fetchesIssuers)
        let asking = try requirements(
            "evaluator: default\nrevocation: {networkAccess: true, shortLived: 7d}\nissuers: {fetch: true}"
        )
        #expect(asking.revocation?.networkAccess == true)
        #expect(asking.revocation?.shortLived == 604_800)
        #expect(asking.fetchesIssuers)
        #expect(try !requirements("evaluator: default\nissuers: {fetch: false}", networkEnabled: false).fetchesIssuers)
    }

    @Test(
        arguments: [
            ("revocation: {networkAccess: true}", "/revocation/networkAccess: `networkAccess: true` \(offline)"),
            ("issuers: {fetch: true}", "/issuers/fetch: `fetch: true` \(offline)"),
            ("issuers: {fetch: false, from: x}", "/issuers/from: unknown key `from`"),
        ]
    )
    func `is an error unless the configuration enables the network`(keys: String, issue: String) {
        #expect(policyIssues("evaluator: default\n\(keys)") == ["2 \(issue)"])
    }

    @Test func `needs a validated chain for missing issuers`() {
        #expect(throws: DocumentError.self) {
            try requirements(
                "evaluator: pinPublicKeys\npins: [\"\(pin(1))\", \"\(pin(2))\"]\nvalidateCertificateChain: false\n"
                    + "issuers: {fetch: true}"
            )
        }
    }

    /// A pin of 32 equal bytes.
    private func pin(_ byte: UInt8) -> String {
        "sha256/" + Base64.encode([UInt8](repeating: byte, count: 32))
    }

    @Test func `is an error in a request, whose client chooses the anchors`() throws {
        let node = try YAMLDocument.parse(Array("{evaluator: default, revocation: {networkAccess: true}}".utf8))
        for networkEnabled in [true, false] {
            let details: [String]
            do throws(DocumentError) {
                _ = try InlinePolicy.decode(
                    node,
                    pointerPrefix: "/policy",
                    ports: ports(networkEnabled: networkEnabled),
                    systemAnchors: systemAnchors,
                    limits: CertificateLimits()
                )
                details = []
            } catch {
                details = error.issues.map { "\($0.pointer): \($0.detail)" }
            }
            let reason = "is allowed only in the policy directory, not in a policy of a request"
            #expect(details == ["/policy/revocation/networkAccess: `networkAccess: true` \(reason)"])
        }
    }

    @Test(
        arguments: [
            ("alamofire4", "options: [any]", true), ("alamofire4", "options: [any, networkAccessDisabled]", false),
            ("alamofire4", "revocationFlags: 3", true), ("alamofire4", "revocationFlags: 19", false),
            ("alamofire5", "options: [ocsp]", true), ("alamofire5", "options: [ocsp, networkAccessDisabled]", false),
            ("alamofire5", "validateHost: true", true),
        ]
    )
    func `of a library asks for it without networkAccessDisabled`(library: String, keys: String, asks: Bool) throws {
        let keys = "evaluator: revocation\ncompatibility: \(library)\n\(keys)"
        #expect(try requirements(keys).revocation?.networkAccess == asks)
        #expect(try requirements(keys, networkEnabled: false).revocation?.networkAccess == false)
    }
}
