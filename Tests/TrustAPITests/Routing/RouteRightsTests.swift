import Foundation
import MicrohttpdServer
import StructuredDocuments
import Testing
import TrustModel
import TrustOpenSSL
import TrustPolicies

@testable import TrustAPI

/// Every route with every kind of caller, as a request over HTTP has them.
@Suite struct `The rights on routes` {
    /// The callers with a token: one for each right, and those with two.
    private static let callers: [(name: String, rights: Set<ClientRight>)] =
        ClientRight.allCases.map { ($0.rawValue, [$0]) } + [
            ("writeAndEvaluate", [.write, .evaluate]), ("writeAndDecisions", [.write, .decisions]), ("none", []),
        ]

    /// The callers to whom each route is open, besides those for whom all routes without a right are.
    private static let table: [String: Set<String>] = {
        let (evaluate, write): (Set, Set) = (
            ["evaluate", "writeAndEvaluate"], ["write", "writeAndEvaluate", "writeAndDecisions"]
        )
        let decisions: Set = ["decisions", "writeAndDecisions"]
        return [
            "POST /v1/evaluations": evaluate, "POST /v1/evaluations/batch": evaluate, "POST /v1/watches": evaluate,
            "POST /v1/certificates": evaluate, "POST /v1/challenges": evaluate,
            "GET /v1/identities": ["read"], "POST /v1/identities/{name}/signatures": ["sign"],
            "GET /v1/policy-sets": ["read"], "GET /v1/policy-sets/{name}": ["read"],
            "GET /v1/policy-sets/{name}/revisions": ["read"],
            "GET /v1/decisions": decisions, "GET /v1/decisions/{id}": decisions,
            "POST /v1/decisions/{id}/evaluation": decisions,
            "GET /v1/forecast": decisions,
            "PUT /v1/policy-sets/{name}": write, "DELETE /v1/policy-sets/{name}": write,
            "POST /v1/policy-sets/{name}/revisions/{number}/restore": write,
            "POST /v1/policy-sets/{name}/check": ["writeAndEvaluate"],
            "GET /v1/blocks": ["read", "block"], "GET /v1/blocks/{id}": ["read", "block"],
            "PUT /v1/blocks/{id}": ["block"], "DELETE /v1/blocks/{id}": ["block"],
            "POST /v1/reload": ["reload"], "GET /v1/status": ["read"], "GET /metrics": ["read"],
            "* /v1/check/{name}": ["evaluate"],
        ]
    }()
    private static let open: Set = [
        "GET /", "GET /livez", "GET /healthz", "GET /readyz", "GET /openapi.yaml", "GET /console/{name}",
    ]

    private func fixture(_ more: [APIClient] = [], isRestricted: Bool = true) throws -> APIFixture {
        let clients = try Self.callers.map { name, rights in
            APIClient(
                name: name,
                credential: .tokens([SHA256.fingerprint(of: Array(name.utf8)[...])]),
                rights: rights,
                writable: rights.contains(.write) ? [try #require(WritePattern("pay"))] : []
            )
        }
        return try APIFixture(writesBlocks: true, writesPolicies: true) { context in
            context.hasConsole = true
            context.authorization.signers["pay"] = ["sign"]
            context.authorization.proxies["pay"] = TrustedProxy(
                client: "evaluate",
                format: .escapedPEM,
                policy: .system,
                host: nil
            )
            guard isRestricted else { return }
            context.clients = ClientDirectory(clients + more) { SHA256.fingerprint(of: $0[...]) }
        }
    }

    /// Returns `open`, `401` or `403` for a request without content; other errors come from the handler.
    private func access(_ route: Route, _ caller: String?, in api: APIFixture, query: String = "") -> String {
        let path = route.path.replacing("{name}", with: "pay").replacing("{id}", with: "x").replacing(
            "{number}",
            with: "1"
        )
        let token = caller.map { [("Authorization", "Bearer \($0)")] } ?? []
        let method = route.method == "*" ? "GET" : route.method
        let answer = api.send(method, path + query, headers: token + [("Content-Type", "application/json")])
        switch answer.code {
        case "unauthorized": return "\(answer.status)"
        case "forbidden": return "\(answer.status)"
        default: return "open"
        }
    }

    private static let routes = Routes.all + [Routes.proxyCheck, Routes.consoleFile]

    private static func name(_ route: Route) -> String { "\(route.method) \(route.path)" }

    @Test func `are those of the table, for every route and every caller`() throws {
        let api = try fixture()
        #expect(Set(Self.routes.map(Self.name)) == Set(Self.table.keys).union(Self.open))
        for route in Self.routes {
            let name = Self.name(route)
            for caller in Self.callers.map(\.name) {
                let isOpen = Self.open.contains(name) || Self.table[name]?.contains(caller) == true
                #expect(access(route, caller, in: api) == (isOpen ? "open" : "403"), "\(name), \(caller)")
            }
            for caller in [nil, "unknown"] {
                let expected = Self.open.contains(name) ? "open" : "401"
                #expect(access(route, caller, in: api) == expected, "\(name), \(caller ?? "no one")")
            }
        }
        let check = try #require(Routes.all.first { $0.permission == .check })
        for caller in Self.callers.map(\.name) {
            let found = access(check, caller, in: api, query: "?decisions=1")
            #expect(found == (caller == "writeAndDecisions" ? "open" : "403"), "\(caller)")
        }
    }

    @Test func `of an anonymous client are those to evaluate and to read policies, the status and metrics`() throws {
        let all = Set(ClientRight.allCases)
        let pattern = try #require(WritePattern("pay"))
        let anyone = APIClient(name: "anyone", credential: .anonymous, rights: all, writable: [pattern])
        for (api, denied) in [(try fixture([anyone]), "401"), (try fixture(isRestricted: false), "403")] {
            for route in Self.routes {
                let isOpen = [.open, .evaluate, .read].contains(route.permission)
                let found = access(route, nil, in: api)
                if route.permission == .reload, denied == "401" {
                    #expect(found == "open")
                } else if route.permission == .proxy {
                    #expect(found != "open")
                } else {
                    #expect(found == (isOpen ? "open" : denied), "\(Self.name(route))")
                }
            }
        }
    }
}
