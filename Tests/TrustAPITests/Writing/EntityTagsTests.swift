import MicrohttpdServer
import Testing
import TrustPolicies

@testable import TrustAPI

@Suite struct `Conditions on policy sets` {
    private func condition(_ fields: [(String, String)]) -> Result<PolicyWriter.Precondition, Problem> {
        let head = HTTPRequestHead(
            method: "PUT",
            target: "/v1/policy-sets/pay",
            path: "/v1/policy-sets/pay",
            headers: HTTPHeaders(fields),
            peer: .ip("127.0.0.1")
        )
        return Result { () throws(Problem) in try EntityTags.precondition(head) }
    }

    @Test(arguments: [
        ("*", PolicyWriter.Precondition.present), (" * ", .present), ("\"ab\"", .tags(["ab"])),
        ("\"ab-0-0.2.0\"", .tags(["ab"])), ("\"ab\" , \"cd\"", .tags(["ab", "cd"])), ("W/\"ab\"", .tags([])),
        ("ab", .tags([])), ("\"", .tags([])), ("", .tags([])), ("\"ab\", *", .tags(["ab"])),
    ])
    func `name strong tags only`(value: String, expected: PolicyWriter.Precondition) throws {
        #expect(try condition([("If-Match", value)]).get() == expected)
    }

    @Test func `are required, and only one`() throws {
        #expect(try condition([("If-None-Match", "*")]).get() == .absent)
        let codes = [
            [], [("If-None-Match", "\"ab\"")], [("If-Match", "*"), ("If-None-Match", "*")],
            [("If-None-Match", "*"), ("If-None-Match", "*")],
        ].map { fields -> ProblemCode? in
            if case .failure(let problem) = condition(fields) { problem.code } else { nil }
        }
        #expect(codes == [.preconditionRequired, .invalidRequest, .invalidRequest, .invalidRequest])
    }

    @Test(arguments: [
        ("\"a\"", "\"a\"", true), ("\"a\"", "W/\"a\"", true), ("W/\"a\"", "\"a\"", true),
        ("\"a\"", "\"b\", \"a\"", true),
        ("\"a\"", "*", true), ("\"a\"", "\"b\"", false), ("\"a\"", "a", false), ("\"a\"", "", false),
    ])
    func `of readers may be weak`(tag: String, list: String, expected: Bool) {
        #expect(EntityTags.names(tag, in: list) == expected)
    }
}

@Suite struct `Path templates` {
    @Test(arguments: [
        ("/v1/a/{name}", "/v1/a/b", true), ("/v1/a/{name}", "/v1/a/", false), ("/v1/a/{name}", "/v1/a", false),
        ("/v1/a/{name}", "/v1/a/b/c", false), ("/v1/a/{name}", "/v1/a/b/", false), ("/v1/a/{name}", "v1/a/b", false),
        ("/v1/a/{name}/b", "/v1/a/x/b", true), ("/v1/a/{name}/b", "/v1/a//b", false),
        ("/v1/a/{name}/b", "/v1/a/x/B", false),
        ("/v1/{a}/{b}/c", "/v1/x/y/c", true), ("/v1/{a}/{b}/c", "/v1/x/c", false), ("/{a}", "/", false),
        ("/{a}", "", false),
    ])
    func `match whole segments`(template: String, path: String, expected: Bool) {
        #expect(PathTemplate(template).matches(path) == expected)
    }
}
