import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustModel
import TrustService

@testable import TrustAPI
@testable import TrustPolicies

@Suite struct `openapi.yaml` {
    let api: APIFixture
    let document: [String: Any]

    init() throws {
        // Within the validity of the certificates in the examples.
        api = try APIFixture(now: Instant(secondsSince1970: 1_798_761_600))
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "openapi.yaml"), encoding: .utf8)
        document = try #require(AliasedYAML.value(of: Array(text.utf8)) as? [String: Any])
    }

    @Test(arguments: ["/v1/evaluations", "/v1/certificates"])
    func `every example equals the response of the service`(path: String) throws {
        let requests = try #require(
            value(at: ["paths", path, "post", "requestBody", "content", "application/json", "examples"])
                as? [String: Any]
        )
        let responses = try #require(
            value(at: ["paths", path, "post", "responses", "200", "content", "application/json", "examples"])
                as? [String: Any]
        )
        #expect(!requests.isEmpty)
        #expect(Set(requests.keys) == Set(responses.keys))
        for name in requests.keys {
            let request = try #require((requests[name] as? [String: Any])?["value"])
            let expected = try #require((responses[name] as? [String: Any])?["value"] as? [String: Any])
            let body = try JSONSerialization.data(withJSONObject: request)
            let actual = api.post(path, String(decoding: body, as: UTF8.self)).object
            #expect(path != "/v1/evaluations" || actual["id"] is String)
            #expect(try Self.canonical(Self.masked(actual)) == Self.canonical(Self.masked(expected)), "example \(name)")
        }
    }

    @Test func `lists every reason code in catalog order`() throws {
        let codes = value(at: ["components", "schemas", "ReasonCode", "x-extensible-enum"]) as? [String]
        #expect(codes == ReasonCode.all.map(\.name))
    }

    @Test func `lists every check in rule order`() throws {
        let path = ["components", "schemas", "Check", "properties", "name", "x-extensible-enum"]
        let names = value(at: path) as? [String]
        #expect(names == RuleCatalog.all.map { type(of: $0).name } + [CustomEvaluator.checkName])
    }

    @Test func `lists every problem code`() throws {
        let path = ["components", "schemas", "Problem", "properties", "code", "x-extensible-enum"]
        let codes = value(at: path) as? [String]
        #expect(codes == ProblemCode.allCases.map(\.rawValue))
    }

    @Test func `lists every value of the verdict's enumerations`() throws {
        func values(_ member: String) -> [String]? {
            value(at: ["components", "schemas", "Verdict", "properties", member, "x-extensible-enum"]) as? [String]
        }
        #expect(values("verdict") == Verdict.Outcome.allCases.map(\.rawValue))
        #expect(values("action") == Verdict.Action.allCases.map(\.rawValue))
        #expect(values("disposition") == Verdict.Disposition.allCases.map(\.rawValue))
        #expect(values("result") == Verdict.Result.allCases.map(\.rawValue))
        #expect(values("resultRule") == Verdict.ResultRule.allCases.map(\.rawValue))
        #expect(values("mode") == Verdict.Mode.allCases.map(\.rawValue))
    }

    @Test func `lists every evaluator and every key of a policy`() throws {
        let properties = try #require(
            value(at: ["components", "schemas", "InlinePolicy", "properties"]) as? [String: [String: Any]]
        )
        // Requests cannot contain scripts.
        let evaluators = EvaluatorDecoding.all.map(\.name).filter { $0 != "custom" }
        #expect(properties["evaluator"]?["enum"] as? [String] == evaluators)
        #expect(properties["compatibility"]?["enum"] as? [String] == Compatibility.allCases.map(\.rawValue))
        #expect(
            Set(properties.keys) == Set(PolicyKeyTable.policyKeys).subtracting(["script", "clientPurpose", "shadow"])
        )
        let names: [String: [String]] = [
            "profile": Profile.allCases.map(\.rawValue), "mode": Verdict.Mode.allCases.map(\.rawValue),
            "scope": PinRequirements.Scope.allCases.map(\.rawValue),
            "sslPinningMode": SecurityPolicyEvaluator.PinningMode.allCases.map(\.rawValue),
        ]
        for (key, names) in names {
            #expect(properties[key]?["enum"] as? [String] == names, "\(key)")
        }
        let onExpiry = properties["onExpiry"]?["enum"] as? [String]
        #expect(onExpiry == PinRequirements.OnExpiry.allCases.map(\.rawValue))
    }

    @Test(arguments: LibraryName.table.names.flatMap(\.counterparts))
    func `has every member that replaces a name of another library`(counterpart: LibraryName.Counterpart) throws {
        func schema(_ name: String, _ text: String) throws -> (schema: [String: Any], value: String?) {
            let parts = text.components(separatedBy: ": ")
            let path = ["components", "schemas", name, "properties", parts[0]]
            return (try #require(value(at: path) as? [String: Any]), parts.dropFirst().first)
        }
        switch counterpart {
        case .request(let text): _ = try schema("EvaluationRequest", text)
        case .verdict(let text):
            let (schema, value) = try schema("Verdict", text)
            if let value { #expect((schema["x-extensible-enum"] as? [String])?.contains(value) == true) }
        // The tests of policy documents read these.
        case .policy, .policySet: break
        }
    }

    @Test func `lists every value of the pin plan's enumerations`() throws {
        func values(_ list: String, _ member: String) -> [String]? {
            let items = ["components", "schemas", "PinPlan", "properties", list, "items"]
            return value(at: items + ["properties", member, "x-extensible-enum"]) as? [String]
        }
        #expect(values("certificates", "role") == PinPlan.Role.allCases.map(\.rawValue))
        #expect(values("certificates", "recommendation") == PinPlan.Recommendation.allCases.map(\.rawValue))
        #expect(values("renewal", "pinned") == PinPlan.Renewal.Pinned.allCases.map(\.rawValue))
        #expect(values("warnings", "code") == PinPlan.Warning.Code.allCases.map(\.rawValue))
    }

    @Test func `lists every member of the status`() throws {
        let schema = try #require(value(at: ["components", "schemas", "Status"]) as? [String: Any])
        let listed = try #require(schema["properties"] as? [String: Any])
        let members = Set(api.send("GET", "/v1/status").object.keys)
        #expect(members.isSubset(of: listed.keys))
        #expect(members.isSuperset(of: try #require(schema["required"] as? [String])))
    }

    @Test func `lists every member of a decision, and every value of its enumerations`() throws {
        let schema = try #require(value(at: ["components", "schemas", "Decision"]) as? [String: Any])
        let listed = try #require(schema["properties"] as? [String: [String: Any]])
        let values: [String: [String]] = [
            "route": DecisionPlace.Route.allCases.map(\.rawValue), "source": Decision.Source.allCases.map(\.rawValue),
            "verdict": Verdict.Outcome.allCases.map(\.rawValue), "action": Verdict.Action.allCases.map(\.rawValue),
            "mode": Verdict.Mode.allCases.map(\.rawValue),
            "disposition": Verdict.Disposition.allCases.map(\.rawValue),
        ]
        for (member, values) in values {
            #expect(listed[member]?["x-extensible-enum"] as? [String] == values, "\(member)")
        }
        // Members are written in this form by the encoder only.
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let path = "Sources/TrustAPI/Decisions/DecisionEncoder.swift"
        let source = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let written = source.matches(of: /writer\.(?:member|excerpt)\("(\w+)"/).map { String($0.output.1) }
        let nested: Set<String> = [
            "code", "severity", "depth", "kind", "value", "skipped", "meaning", "remedy", "reference",
        ]
        #expect(Set(written).subtracting(nested) == Set(listed.keys))
    }

    @Test func `lists every kind and state of expirations`() throws {
        let items = ["components", "schemas", "Status", "properties", "expirations", "properties", "items", "items"]
        let kinds = value(at: items + ["properties", "kind", "x-extensible-enum"]) as? [String]
        let states = value(at: items + ["properties", "state", "x-extensible-enum"]) as? [String]
        #expect(kinds == PolicyExpiration.Kind.allCases.map(\.rawValue))
        #expect(states == PolicyExpiration.State.allCases.map(\.rawValue))
    }

    @Test func `every path of the document is served, and no others`() throws {
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let check = Routes.proxyCheck.path
        // Proxies ask with any method, even OPTIONS.
        #expect(paths[check]?.keys.sorted() == ["get"])
        for (path, methods) in paths where path != check {
            let target = path.replacing("{name}", with: "system").replacing("{id}", with: "x")
            let allowed = api.send("OPTIONS", target).response.headers["Allow"] ?? ""
            let served = Set(allowed.split(separator: ",").map { $0.filter { $0 != " " }.lowercased() })
            #expect(served.subtracting(["head", "options"]) == Set(methods.keys), "\(path)")
        }
        #expect(Set(paths.keys) == Set(Routes.all.map(\.path) + [check]))
    }

    @Test func `no enumeration in a response is closed, so that clients accept new values`() throws {
        let paths = try #require(document["paths"] as? [String: Any])
        var names: Set<String> = []
        for (path, methods) in paths {
            for method in (methods as? [String: [String: Any]] ?? [:]).values {
                let responses = try #require(method["responses"])
                #expect(closedEnumerations(in: responses, named: path, &names) == [])
            }
        }
        #expect(names.isSuperset(of: ["Verdict", "Problem", "ReasonCode", "Certificates", "Status", "PolicySet"]))
        // The search finds a closed enumeration.
        #expect(closedEnumerations(in: ["$ref": "#/components/schemas/QueryFlag"], named: "/", &names) == ["QueryFlag"])
    }

    @Test func `the keys of an inline policy have no defaults, which generated clients would send`() throws {
        let schema = try #require(value(at: ["components", "schemas", "InlinePolicy"]) as? [String: Any])
        let properties = try #require(schema["properties"] as? [String: [String: Any]])
        #expect(properties.values.allSatisfy { $0["default"] == nil })
    }

    /// Returns the names of the schemas below a value that have an `enum` or a `const`; follows references once.
    private func closedEnumerations(in value: Any, named name: String, _ seen: inout Set<String>) -> [String] {
        if let list = value as? [Any] { return list.flatMap { closedEnumerations(in: $0, named: name, &seen) } }
        guard let object = value as? [String: Any] else { return [] }
        var found = object["enum"] != nil || object["const"] != nil ? [name] : []
        if let reference = object["$ref"] as? String {
            let path = reference.split(separator: "/").dropFirst().map(String.init)
            if let target = path.last, seen.insert(target).inserted, let schema = self.value(at: path) {
                found += closedEnumerations(in: schema, named: target, &seen)
            }
        }
        // Examples are not schemas.
        for (key, member) in object where !["example", "examples", "enum"].contains(key) {
            found += closedEnumerations(in: member, named: name, &seen)
        }
        return found
    }

    /// Returns a verdict without members that vary between decisions and systems.
    private static func masked(_ answer: [String: Any]) -> [String: Any] {
        var answer = answer
        answer["id"] = nil
        if var policy = answer["policy"] as? [String: Any] {
            policy["revision"] = nil
            answer["policy"] = policy
        }
        return answer
    }

    private func value(at path: [String]) -> Any? {
        path.reduce(document as Any?) { ($0 as? [String: Any])?[$1] }
    }

    private static func canonical(_ object: Any) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .prettyPrinted])
        return String(decoding: data, as: UTF8.self)
    }
}
