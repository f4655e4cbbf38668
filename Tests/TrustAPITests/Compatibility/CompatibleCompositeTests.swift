import Testing
import TrustTestSupport

/// Tests of Alamofire 5's CompositeTrustEvaluator, whose members are evaluated in order.
@Suite struct `A composite compatible with Alamofire 5` {
    private let pki: CompatibilityPKI

    init() throws {
        pki = try CompatibilityPKI()
    }

    /// Rejects the reissued leaf with the cell `pin`.
    private var certificates: [String: Any] {
        ["evaluator": "pinCertificates", "compatibility": "alamofire5", "certificates": pki.pins(of: .reissued)]
    }
    /// Rejects the reissued leaf because of foreign trust anchors.
    private var foreign: [String: Any] {
        ["evaluator": "default", "compatibility": "alamofire5", "anchors": [pki.corporateRoot], "validateHost": false]
    }
    /// Accepts the reissued leaf.
    private var keys: [String: Any] {
        ["evaluator": "pinPublicKeys", "compatibility": "alamofire5", "certificates": pki.pins(of: .reissued)]
    }

    private func answer(_ members: [[String: Any]], to row: CompatibilityCase = .reissued) throws -> Answer {
        let policy: [String: Any] = ["evaluator": "composite", "compatibility": "alamofire5", "allOf": members]
        var request: [String: Any] = ["chain": try pki.chain(of: row), "policy": policy, "explain": true]
        if row.isHostGiven { request["host"] = "api.example.com" }
        return try pki.api.evaluate(request)
    }

    private func cell(_ members: [[String: Any]], to row: CompatibilityCase = .reissued) throws -> String {
        CompatibilityTable.spelling(of: try answer(members, to: row))
    }

    @Test func `accepts if all members accept`() throws {
        #expect(try cell([keys]) == "yes")
        #expect(try cell([keys, ["evaluator": "default", "compatibility": "alamofire5"]]) == "yes")
        #expect(try cell([keys, ["evaluator": "disabled", "compatibility": "alamofire5"]]) == "yes d")
    }

    @Test func `rejects at the first member that rejects`() throws {
        let orders: [(members: [[String: Any]], cell: String, errors: [String], evaluated: Set<String>)] = [
            ([certificates, foreign], "pin", ["pin.certificateMismatch"], ["0"]),
            ([foreign, certificates], "issuer o", ["chain.issuerNotFound"], ["0"]),
            ([keys, certificates, foreign], "pin", ["pin.certificateMismatch"], ["0", "1"]),
            ([certificates, keys], "pin", ["pin.certificateMismatch"], ["0"]),
        ]
        for order in orders {
            let answer = try answer(order.members)
            #expect(CompatibilityTable.spelling(of: answer) == order.cell)
            let errors = answer.reasons.filter { $0["severity"] as? String == "error" }
            #expect(errors.compactMap { $0["code"] as? String } == order.errors)
            let checks = (answer.object["checks"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
            #expect(Set(checks.compactMap { $0.split(separator: "/").first.map(String.init) }) == order.evaluated)
        }
    }

    @Test func `differs from the standard composite, which reports the reasons of all members`() throws {
        let policy: [String: Any] = ["evaluator": "composite", "allOf": [certificates, foreign]]
        let answer = try pki.evaluate(.reissued, under: policy)
        #expect(Set(answer.reasonCodes).isSuperset(of: ["pin.certificateMismatch", "chain.issuerNotFound"]))
        #expect(answer.trusted == false)
    }

    @Test func `accepts any chain if it has no members, with a hazard`() throws {
        for row in CompatibilityCase.allCases {
            #expect(try cell([], to: row) == "yes a", "\(row)")
        }
        let own = try pki.evaluate(.publicCAPinned, under: ["evaluator": "composite", "allOf": [String]()])
        #expect(CompatibilityTable.spelling(of: own) == "load")
    }

    @Test func `evaluates nested composites depth first`() throws {
        let inner: [String: Any] = ["evaluator": "composite", "compatibility": "alamofire5", "allOf": [keys, foreign]]
        #expect(try cell([inner, certificates]) == "issuer o")
        #expect(try cell([certificates, inner]) == "pin")
        let empty: [String: Any] = ["evaluator": "composite", "compatibility": "alamofire5", "allOf": [String]()]
        #expect(try cell([empty, certificates]) == "pin a")
        #expect(try cell([empty, keys]) == "yes a")
    }

    @Test func `requires a host if a member validates it`() throws {
        let hostless: [String: Any] = ["evaluator": "default", "compatibility": "alamofire5", "validateHost": false]
        #expect(try cell([hostless], to: .noHost) == "yes")
        #expect(try cell([hostless, keys], to: .noHost) == "400")
    }

    @Test(arguments: ["alamofire4", "afnetworking"])
    func `is rejected for other libraries and with anyOf`(library: String) throws {
        let members: [[String: Any]] = [["evaluator": "disabled"]]
        let other = try pki.evaluate(
            .publicCAPinned,
            under: ["evaluator": "composite", "compatibility": library, "allOf": members]
        )
        #expect(other.pointers == ["/policy/compatibility"])
        let anyOf = try pki.evaluate(
            .publicCAPinned,
            under: ["evaluator": "composite", "compatibility": "alamofire5", "anyOf": members]
        )
        #expect(anyOf.pointers == ["/policy/anyOf"])
    }
}
