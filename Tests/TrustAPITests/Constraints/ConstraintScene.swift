import Foundation
import Testing
import TrustModel
import TrustTestSupport

/// A service and a leaf with every field that constraints compare, for requests with inline policies.
struct ConstraintScene {
    let api: APIFixture
    /// The leaf below the fixture's issuing CA.
    let leaf: TestCertificate

    init(caches: CacheSizes = CacheSizes(), like other: ConstraintScene? = nil) throws {
        api = try APIFixture(caches: caches, like: other?.api)
        leaf = try other?.leaf ?? Self.leaf(of: api.issuing)
    }

    private static func leaf(of issuing: TestAuthority) throws -> TestCertificate {
        try issuing.issueLeaf("api.example.com", key: .shared(.ecdsaP256, "constraints leaf")) {
            $0.serialNumber = [0x0A, 0x1B]
            $0.subject = TestName([.organization("Example"), .commonName("api.example.com")])
            $0.subjectAlternativeNames = [
                .dns("api.example.com"), .uri("spiffe://a.example/api"), .email("ann@example.com"),
            ]
            $0.extensions.append(.certificatePolicies(["2.23.140.1.2.1"]))
        }
    }

    var chain: String { leaf.pem + api.issuing.certificate.pem }

    /// Returns the answer under a policy with constraints and further keys.
    func answer(
        _ constraints: Any,
        _ keys: [String: Any] = [:],
        chain: String? = nil,
        explain: Bool = false
    ) throws -> Answer {
        let base: [String: Any] = [
            "evaluator": "default", "anchors": [api.root.certificate.pem], "constraints": constraints,
        ]
        return try api.evaluate([
            "chain": chain ?? self.chain, "host": "api.example.com", "policy": base.merging(keys) { $1 },
            "explain": explain,
        ])
    }

    /// Returns JSON in which a value is nested in mappings, one for each key of a path such as `leaf/key/types`.
    static func nest(_ json: String, at path: String) throws -> Any {
        let value = try JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        return path.split(separator: "/").reversed().reduce(value) { [String($1): $0] }
    }
}

extension Answer {
    /// The violations of constraints, as `depth pointer: expected → found`; the pointer begins below `constraints`.
    var violations: [String] {
        reasons.filter { $0["code"] as? String == "policy.constraintViolated" }.map { reason in
            let facts = reason["facts"] as? [String: String] ?? [:]
            let pointer = facts["pointer"]?.replacing("/policy/constraints/", with: "") ?? "none"
            let depth = (reason["depth"] as? Int).map(String.init) ?? "-"
            return "\(depth) \(pointer): \(facts["expected"] ?? "none") → \(facts["found"] ?? "none")"
        }
    }

    /// The errors of an invalid policy, as `pointer: detail`.
    var problems: [String] {
        (object["errors"] as? [[String: String]] ?? []).map { "\($0["pointer"] ?? ""): \($0["detail"] ?? "")" }
    }
}
