import Foundation
import TrustTestSupport

/// Requests under inline policies about the chain of the fixture.
struct InlineRequests {
    let api: APIFixture
    /// A digest that nothing has.
    let stranger = String(repeating: "5a", count: 32)

    init() throws {
        api = try APIFixture(documents: ["empty.yaml": "policies: {}"])
    }

    /// Key pins of leaf, intermediate and root.
    var pins: [String] {
        get throws {
            try [api.leaf, api.issuing.certificate, api.root.certificate].map {
                "sha256/" + TestPEM.base64(try $0.keyPin())
            }
        }
    }

    func evaluate(_ policy: Any, _ members: [String: Any] = [:]) throws -> Answer {
        let request: [String: Any] = ["chain": api.chain, "host": "api.example.com", "policy": policy]
        return try api.evaluate(request.merging(members) { $1 })
    }

    /// A policy that pins keys, with further members.
    func pinning(_ pins: [String], _ members: [String: Any] = [:]) -> [String: Any] {
        ["evaluator": "pinPublicKeys", "pins": pins].merging(members) { $1 }
    }
}
