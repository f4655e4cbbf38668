import Foundation
import Testing
import TrustTestSupport

/// Tests of warnings about pins that the client libraries advise against.
@Suite struct `Warnings about pins` {
    private let api: APIFixture
    private let digests: String

    init() throws {
        api = try APIFixture()
        try api.write(api.leaf.pem, to: "../leaf.pem")
        try api.write(try api.issuing.issueLeaf("www.example.com").pem, to: "../other.pem")
        try api.write(api.issuing.certificate.pem, to: "../issuing.pem")
        digests = [String(repeating: "5a", count: 32), String(repeating: "5b", count: 32)].joined(separator: ", ")
    }

    /// Returns the warnings of a policy with the pointer below the policy, the code and the text.
    private func warnings(_ keys: String) throws -> [(pointer: String, code: String?, detail: String)] {
        try api.write("policies: {p: {\(keys)}}", to: "pinned.yaml")
        let found = api.send("GET", "/v1/policy-sets/pinned").object["warnings"] as? [[String: Any]] ?? []
        return found.map { warning in
            (
                (warning["pointer"] as? String ?? "").replacing("/policies/p", with: ""), warning["code"] as? String,
                warning["detail"] as? String ?? ""
            )
        }
    }

    @Test(arguments: [
        "evaluator: pinCertificates", "evaluator: pinCertificates, compatibility: alamofire4",
        "evaluator: pinCertificates, compatibility: alamofire5",
    ]) func `name each end-entity certificate`(evaluator: String) throws {
        let found = try warnings("\(evaluator), pins: [../leaf.pem, ../issuing.pem, ../other.pem]")
        #expect(found.map(\.pointer) == ["/pins/0", "/pins/2"])
        #expect(found.allSatisfy { $0.detail.contains("is an end-entity certificate") })
        let library = "evaluator: securityPolicy, sslPinningMode: certificate"
        let pinned = try warnings("\(library), pinnedCertificates: [../leaf.pem, ../issuing.pem]")
        #expect(pinned.map(\.pointer) == ["/pinnedCertificates/0"])
    }

    @Test(arguments: [
        "evaluator: pinPublicKeys", "evaluator: pinPublicKeys, compatibility: alamofire4",
        "evaluator: pinPublicKeys, compatibility: alamofire5",
    ]) func `report that all keys are of known end-entity certificates`(evaluator: String) throws {
        let leaves = try warnings("\(evaluator), pins: [../leaf.pem, ../other.pem]")
        #expect(leaves.map(\.pointer) == ["/pins/0"])
        #expect(leaves.first?.detail.hasPrefix("all pinned keys belong to end-entity certificates") == true)
        #expect(try warnings("\(evaluator), pins: [../leaf.pem, ../issuing.pem]").isEmpty)
        #expect(try warnings("\(evaluator), pins: [../leaf.pem, \(digests)]").isEmpty)
        #expect(try warnings("\(evaluator), pins: [\(digests)]").isEmpty)
    }

    @Test func `report a single pin`() throws {
        let own = try warnings("evaluator: pinPublicKeys, pins: [../issuing.pem], requireBackupPin: false")
        #expect(own.map(\.pointer) == ["/requireBackupPin"])
        #expect(own.map(\.code) == ["pin.noBackup"])
        for compatibility in ["alamofire4", "alamofire5"] {
            for evaluator in ["pinPublicKeys", "pinCertificates"] {
                let found = try warnings(
                    "evaluator: \(evaluator), compatibility: \(compatibility), pins: [../issuing.pem, ../issuing.pem]"
                )
                #expect(found.map(\.pointer) == ["/pins"])
                #expect(found.allSatisfy { $0.code == nil && $0.detail.hasPrefix("the policy has only one pin") })
            }
        }
        for mode in ["publicKey", "certificate"] {
            let found = try warnings(
                "evaluator: securityPolicy, sslPinningMode: \(mode), pinnedCertificates: [../issuing.pem]"
            )
            #expect(found.map(\.pointer) == ["/pinnedCertificates"])
        }
    }

    @Test func `exclude a version 1 root, which has no basic constraints`() throws {
        let old = try TestAuthority.root("Old", key: .shared(.ecdsaP256, "old")) {
            $0.version = 1
            $0.extensions = TestExtensions()
        }
        try api.write(old.certificate.pem, to: "../old.pem")
        #expect(try warnings("evaluator: pinCertificates, pins: [../old.pem, ../issuing.pem]").isEmpty)
    }
}
