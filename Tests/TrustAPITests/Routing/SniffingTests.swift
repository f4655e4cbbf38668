import MicrohttpdServer
import Testing

@testable import TrustAPI

@Suite struct `The header X-Content-Type-Options` {
    let api: APIFixture

    init() throws { api = try APIFixture() }

    private func sniffing(_ answer: Answer) -> [String] { answer.response.headers.values("X-Content-Type-Options") }

    @Test(arguments: [
        ("GET", "/"), ("GET", "/livez"), ("GET", "/readyz"), ("GET", "/metrics"), ("GET", "/openapi.yaml"),
        ("GET", "/v1/status"), ("GET", "/v1/policy-sets"), ("GET", "/v1/policy-sets/system"),
        ("GET", "/v1/policy-sets/none"),
        ("GET", "/nothing"), ("PUT", "/livez"), ("OPTIONS", "/livez"), ("OPTIONS", "*"), ("OPTIONS", "/nothing"),
        ("POST", "/v1/evaluations"),
    ])
    func `is sent with responses and problems of all routes`(method: String, target: String) {
        #expect(sniffing(api.send(method, target)) == ["nosniff"])
    }

    @Test(arguments: ["application/json", "text/plain"])
    func `is sent with new and cached verdicts`(type: String) throws {
        let body = try APIFixture.json(["chain": api.chain, "host": "api.example.com"])
        for _ in 0..<3 {
            let answer = api.post("/v1/evaluations", body, headers: [("Accept", type)])
            #expect(answer.status == 200)
            #expect(sniffing(answer) == ["nosniff"])
        }
    }

    @Test(arguments: ["application/json", "application/x-ndjson"])
    func `is sent with batches and their problems`(type: String) {
        for body in ["[1]", "1\n", "["] {
            let answer = api.send(
                "POST",
                "/v1/evaluations/batch",
                headers: [("Content-Type", type)],
                body: Array(body.utf8)
            )
            #expect(sniffing(answer) == ["nosniff"])
        }
    }

    @Test func `is sent with failures of the HTTP server`() {
        #expect(sniffing(Answer(api.responder.response(to: .requestTimeout))) == ["nosniff"])
    }
}
