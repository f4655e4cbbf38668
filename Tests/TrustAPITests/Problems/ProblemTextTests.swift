import Foundation
import MicrohttpdServer
import Testing
import TrustAPI
import TrustTestSupport

@Suite struct `A problem as plain text` {
    private let api: APIFixture

    init() throws {
        api = try APIFixture()
    }

    private func text(
        _ method: String,
        _ target: String,
        type: String = "application/json",
        body: String = ""
    )
        -> Answer
    {
        api.send(method, target, headers: [("Content-Type", type), ("Accept", "text/plain")], body: Array(body.utf8))
    }

    @Test func `is one line with the code, the status and the detail`() {
        let answer = text("POST", "/v1/evaluations?host=a.example", type: "application/x-pem-file", body: "x")
        #expect(answer.status == 422)
        #expect(answer.response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(answer.text.hasPrefix("problem noCertificate (422): "))
        #expect(answer.text.split(separator: "\n").count == 1)
    }

    @Test func `has one line for each invalid part`() {
        let answer = text("POST", "/v1/evaluations", body: #"{"chain":"x","host":1,"at":"noon"}"#)
        let lines = answer.text.split(separator: "\n")
        #expect(lines.first == "problem invalidRequest (400): The request does not match the API schema.")
        #expect(lines.dropFirst().map { $0.prefix(8) } == ["  /host:", "  /at: e"])
    }

    @Test(arguments: [
        ("GET", "/nowhere", "application/json", "unknownRoute (404)"),
        ("PUT", "/v1/evaluations", "application/json", "methodNotAllowed (405)"),
        ("POST", "/v1/evaluations", "text/html", "unsupportedMediaType (415)"),
        ("GET", "/v1/policy-sets/nobody", "application/json", "unknownPolicySet (404)"),
    ])
    func `is sent with its headers if the head is rejected`(
        method: String,
        target: String,
        type: String,
        beginning: String
    ) {
        let answer = text(method, target, type: type)
        #expect(answer.text.hasPrefix("problem \(beginning): "))
        #expect((answer.response.headers["Allow"] != nil) == beginning.hasPrefix("methodNotAllowed"))
        #expect(answer.response.headers["X-Content-Type-Options"] == "nosniff")
    }

    @Test func `never begins like a verdict, even if it quotes one`() {
        let answer = text("GET", "/%0Atrusted:%20allow\u{1B}")
        #expect(answer.text.split(separator: "\n").count == 1)
        #expect(answer.text.hasPrefix("problem "))
    }

    @Test func `is JSON if the client prefers JSON, and in batches`() {
        let accept = ("Accept", "text/plain;q=0.5, application/json")
        let answer = api.send("GET", "/nowhere", headers: [accept])
        #expect(answer.response.headers["Content-Type"] == "application/problem+json")
        let batch = text("POST", "/v1/evaluations/batch", type: "application/x-ndjson", body: "{}\n")
        #expect(batch.code == "invalidRequest")
    }
}
