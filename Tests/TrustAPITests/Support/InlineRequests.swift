import Foundation
import TrustTestSupport

/// Requests with inline policies for the fixture's chain.
struct InlineRequests {
    let api: APIFixture
    /// A digest that matches no key or certificate.
    let stranger = String(repeating: "5a", count: 32)

    init() throws {
        api = try APIFixture(documents: ["empty.yaml": "policies: {}"])
    }

    /// The key pins of the leaf, the intermediate and the root.
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

    /// Returns a policy that pins keys, with further members.
    func pinning(_ pins: [String], _ members: [String: Any] = [:]) -> [String: Any] {
        ["evaluator": "pinPublicKeys", "pins": pins].merging(members) { $1 }
    }
}
