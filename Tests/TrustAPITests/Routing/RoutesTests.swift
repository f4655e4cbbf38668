import MicrohttpdServer
import Testing
import TrustOpenSSL

@testable import TrustAPI

@Suite struct `The routing table` {
    @Test func `caches request heads only for evaluations`() {
        let remembering = Routes.all.filter(\.remembersHead).map { "\($0.method) \($0.path)" }
        #expect(remembering == ["POST /v1/evaluations"])
    }

    /// Without clients, the routes that need no credential; with clients, also those that need none.
    @Test func `requires a permission of every route`() {
        let expected: [String: Permission] = [
            "POST /v1/evaluations": .evaluate,
            "POST /v1/evaluations/batch": .evaluate,
            "POST /v1/watches": .evaluate,
            "POST /v1/certificates": .evaluate,
            "POST /v1/challenges": .evaluate,
            "GET /v1/identities": .readIdentities,
            "POST /v1/identities/{name}/signatures": .sign,
            "GET /v1/policy-sets": .read,
            "GET /v1/policy-sets/{name}": .read,
            "GET /v1/decisions": .decisions,
            "GET /v1/forecast": .decisions,
            "GET /v1/decisions/{id}": .decisions,
            "POST /v1/decisions/{id}/evaluation": .decisions,
            "PUT /v1/policy-sets/{name}": .write,
            "DELETE /v1/policy-sets/{name}": .write,
            "POST /v1/policy-sets/{name}/check": .check,
            "GET /v1/policy-sets/{name}/revisions": .read,
            "POST /v1/policy-sets/{name}/revisions/{number}/restore": .write,
            "GET /v1/blocks": .readBlocks,
            "GET /v1/blocks/{id}": .readBlocks,
            "PUT /v1/blocks/{id}": .block,
            "DELETE /v1/blocks/{id}": .block,
            "POST /v1/reload": .reload,
            "GET /v1/status": .read,
            "GET /": .open,
            "GET /livez": .open,
            "GET /healthz": .open,
            "GET /readyz": .open,
            "GET /metrics": .read,
            "GET /openapi.yaml": .open,
        ]
        let found = Dictionary(uniqueKeysWithValues: Routes.all.map { ("\($0.method) \($0.path)", $0.permission) })
        #expect(found == expected)
    }

    private func detail(_ body: () throws(Problem) -> Void) -> String? {
        do throws(Problem) {
            try body()
            return nil
        } catch {
            return error.detail
        }
    }

    @Test func `names the methods of a path, and the known parameters, in refusals`() {
        let path = "/v1/evaluations"
        let head = HTTPRequestHead(method: "GET", target: path, path: path, headers: HTTPHeaders([]))
        #expect(
            detail { () throws(Problem) in _ = try Routes.route(for: head) }
                == "/v1/evaluations does not support GET: use POST."
        )
        func unknown(_ name: String, isField: Bool) -> String? {
            let item = HTTPQueryItem(name: name, value: "1")
            return detail { () throws(Problem) in
                _ = try RequestQuery(isField ? [] : [item], fields: isField ? [item] : [], known: ["host", "policy"])
            }
        }
        #expect(
            unknown("hostname", isField: false)
                == "Query parameter hostname: unknown parameter \"hostname\": expected host or policy."
        )
        #expect(unknown("hots", isField: false)?.hasSuffix("; did you mean `host`?") == true)
        #expect(
            unknown("chain", isField: true)
                == "Form field chain: unknown field \"chain\": expected file, host or policy."
        )
    }

    /// The decision precedes the handler: a request without content and parameters is refused only for its caller.
    @Test func `decides about the caller of every route before its handler`() throws {
        let client = APIClient(
            name: "reader",
            credential: .tokens([SHA256.fingerprint(of: Array("secret".utf8)[...])]),
            rights: [.read]
        )
        let api = try APIFixture(adjust: {
            $0.clients = ClientDirectory([client]) { SHA256.fingerprint(of: $0[...]) }
        })
        for route in Routes.all {
            let path = route.path.replacing("{name}", with: "system").replacing("{id}", with: "x")
                .replacing("{number}", with: "1")
            let type = ("Content-Type", "application/json")
            func status(_ fields: [(String, String)]) -> Int {
                api.send(route.method, path, headers: fields + [type]).status
            }
            let stranger = status([])
            let known = status([("Authorization", "Bearer secret")])
            switch route.permission {
            case .open:
                #expect(stranger == 200, "\(route.path)")
                #expect(known == 200, "\(route.path)")
            case .read:
                #expect(stranger == 401, "\(route.path)")
                // No client has written a set.
                #expect(known == (route.path.hasSuffix("/revisions") ? 404 : 200), "\(route.path)")
            case .evaluate, .reload, .sign, .proxy, .decisions, .write, .check, .block:
                #expect(stranger == 401, "\(route.path)")
                #expect(known == 403, "\(route.path)")
            case .readIdentities, .readBlocks:
                #expect(stranger == 401, "\(route.path)")
                // There is no block.
                #expect(known == (route.path.hasSuffix("{id}") ? 404 : 200), "\(route.path)")
            }
        }
    }

    @Test func `asks for a bearer token, and says whether one was refused`() throws {
        let api = try APIFixture(adjust: {
            $0.clients = ClientDirectory([]) { SHA256.fingerprint(of: $0[...]) }
        })
        let without = api.send("GET", "/v1/status")
        #expect(without.object["code"] as? String == "unauthorized")
        #expect(without.response.headers["WWW-Authenticate"] == "Bearer")
        let with = api.send("GET", "/v1/status", headers: [("Authorization", "Bearer x")])
        #expect(with.status == 401)
        #expect(with.response.headers["WWW-Authenticate"] == "Bearer error=\"invalid_token\"")
        #expect(!with.text.contains("Bearer x"))
    }
}
