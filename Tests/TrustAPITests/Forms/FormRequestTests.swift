import Foundation
import MicrohttpdServer
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustAPI

/// A form as curl sends it.
struct TestForm {
    static let boundary = "------------------------d74496d66958873e"
    static let header = ("Content-Type", "multipart/form-data; boundary=\(boundary)")
    private(set) var body: [UInt8] = []

    init(_ fields: [(String, String)] = [], files: [[UInt8]]) {
        for file in files { append("name=\"file\"; filename=\"chain.pem\"\r\nContent-Type: application/x-x509", file) }
        for (name, value) in fields { append("name=\"\(name)\"", Array(value.utf8)) }
        body += "--\(Self.boundary)--\r\n".utf8
    }

    private mutating func append(_ head: String, _ content: [UInt8]) {
        body += "--\(Self.boundary)\r\nContent-Disposition: form-data; \(head)\r\n\r\n".utf8 + content + "\r\n".utf8
    }
}

@Suite struct `Requests as a form` {
    let api: APIFixture
    private let host = ("host", "api.example.com")

    init() throws { api = try APIFixture(caches: CacheSizes(verdicts: 100, certificates: 100, signatures: 100)) }

    private func post(
        _ fields: [(String, String)] = [],
        files: [[UInt8]]? = nil,
        to target: String = "/v1/evaluations",
        headers: [(String, String)] = [TestForm.header]
    ) -> Answer {
        let form = TestForm(fields, files: files ?? [Array(api.chain.utf8)])
        return api.send("POST", target, headers: headers, body: form.body)
    }

    /// Returns a response without its identifier.
    private func masked(_ answer: Answer) -> Substring { answer.text.dropFirst(45) }

    @Test func `have the verdict of the same request as PEM with a query`() throws {
        let at = "2026-01-01T00:00:00Z"
        let answer = post([host, ("policy", "system"), ("at", at), ("explain", "1"), ("include", "certificates")])
        let same = api.send(
            "POST",
            "/v1/evaluations?host=api.example.com&policy=system&at=\(at)&explain=1&include=certificates",
            headers: [("Content-Type", "application/x-pem-file")],
            body: Array(api.chain.utf8)
        )
        #expect(answer.trusted == true)
        #expect(answer.object["checks"] is [Any])
        #expect(masked(answer) == masked(same))
    }

    @Test func `have certificates in one or several files, each PEM, DER or PKCS #7`() throws {
        let (leaf, issuing) = (api.leaf, api.issuing.certificate)
        let bundle = TestPKCS7([leaf, issuing]).der
        for files in [
            [leaf.der, issuing.der], [Array(leaf.pem.utf8), issuing.der], [bundle],
            [leaf.der, Array(issuing.pem.utf8)],
        ] {
            #expect(post([host], files: files).trusted == true)
        }
        #expect(post([host], files: [leaf.der]).reasonCodes == ["chain.issuerNotFound"])
    }

    @Test func `may have parameters in the query, but not in both places`() throws {
        #expect(post(to: "/v1/evaluations?host=api.example.com").trusted == true)
        #expect(post([("failOnUntrusted", "1"), ("host", "www.example.com")]).status == 403)
        let twice = post([host], to: "/v1/evaluations?host=api.example.com")
        #expect(twice.code == "invalidRequest")
        #expect(twice.pointers == ["/host"])
    }

    @Test(arguments: [
        ([("chain", "x")], "/chain"), ([("hots", "x")], "/hots"), ([("host", "a"), ("host", "a")], "/host"),
        ([("explain", "maybe")], "/explain"), ([("at", "noon")], "/at"), ([("policy", "No Such")], "/policy"),
        ([("include", "keys")], "/include"), ([("nonce", String(repeating: "n", count: 65))], "/nonce"),
        ([("host", String(repeating: "h", count: 4097))], "/host"), ([("host", "")], "/host"),
    ])
    func `with an invalid field are rejected with its name`(fields: [(String, String)], pointer: String) throws {
        let answer = post(fields)
        #expect(answer.status == 400)
        #expect(answer.code == "invalidRequest")
        #expect(answer.pointers == [pointer])
    }

    @Test func `list the known fields for an unknown one, and suggest a similar one`() throws {
        let known = "file, host, policy, at, explain, include, nonce or failOnUntrusted"
        let detail = post([("chain", "x")]).object["detail"] as? String
        #expect(detail == "Form field chain: unknown field \"chain\": expected \(known).")
        let similar = post([("hots", "x")]).object["detail"] as? String
        #expect(similar == "Form field hots: unknown field \"hots\"; did you mean `host`?")
    }

    @Test func `without a file, or with an unreadable one, are rejected`() throws {
        let none = post([host], files: [])
        #expect(none.code == "invalidRequest")
        #expect(none.pointers == [""])
        let unreadable = post([host], files: [api.leaf.der, Array("x".utf8)])
        #expect(unreadable.code == "noCertificate")
        #expect(unreadable.pointers == ["/file"])
        let text = Array(api.leaf.pem.utf8)
        #expect(post([host], files: Array(repeating: text, count: 65)).code == "tooManyCertificates")
        #expect(post([host], files: Array(repeating: text, count: 101)).code == "malformedForm")
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a b\"",
        "multipart/form-data; boundary=a; boundary=b", "multipart/form-data; boundary=other",
    ])
    func `need the boundary in the Content-Type`(type: String) throws {
        let answer = post([host], headers: [("Content-Type", type)])
        #expect(answer.status == 400)
        #expect(answer.code == "malformedForm")
        #expect(answer.object["verdict"] == nil)
    }

    @Test func `are not cached by their bytes, since only the head determines where a part ends`() throws {
        for _ in 0..<3 { #expect(post([host]).trusted == true) }
        let caches = try #require(api.send("GET", "/v1/status").object["caches"] as? [String: [String: Int]])
        // Each form was read, and the verdict on its question remembered.
        #expect(caches["verdicts"]?["hits"] == 2)
        let certificates = try #require(caches["certificates"])
        #expect((certificates["hits"] ?? 0) + (certificates["misses"] ?? 0) >= 3 * 2)
    }

    @Test func `describe certificates, optionally at another time`() throws {
        let answer = post(to: "/v1/certificates")
        #expect((answer.object["certificates"] as? [Any])?.count == 2)
        #expect(post([host], to: "/v1/certificates").pointers == ["/host"])
        let late = post([("at", "2199-01-01T00:00:00Z")], to: "/v1/certificates")
        #expect(late.text.contains("time.expired") && !answer.text.contains("time.expired"))
        #expect(post(to: "/v1/certificates?at=2199-01-01T00:00:00Z").text == late.text)
        let json = try APIFixture.json(["chain": api.chain, "at": "2199-01-01T00:00:00Z"])
        #expect(api.post("/v1/certificates", json).text == late.text)
        #expect(api.post("/v1/certificates?at=2199-01-01T00:00:00Z", json).code == "invalidRequest")
        let invalid = try APIFixture.json(["chain": api.chain, "at": "noon"])
        #expect(api.post("/v1/certificates", invalid).pointers == ["/at"])
    }

    @Test func `are accepted only by routes without side effects`() throws {
        let accepting = Routes.all.filter { $0.bodies.contains(.form) }.map { "\($0.method) \($0.path)" }
        #expect(accepting == ["POST /v1/evaluations", "POST /v1/certificates"])
        #expect(post(to: "/v1/evaluations/batch").status == 415)
        let watch = post(to: "/v1/watches")
        #expect(watch.status == 415 && !watch.text.contains("multipart/form-data"))
        #expect(watch.response.headers["Accept-Post"]?.contains("multipart/form-data") == false)
    }
}

@Suite struct `Forms posted by web pages` {
    let api: APIFixture

    init() throws { api = try APIFixture() }

    /// The headers of a cross-site form post; current browsers send both fields, older ones only one of them.
    @Test(
        arguments: ["/v1/evaluations", "/v1/certificates"],
        [
            [("Origin", "https://evil.example")], [("Origin", "null")], [("Origin", "http://localhost:3000")],
            [("Sec-Fetch-Site", "cross-site")], [("Sec-Fetch-Site", "same-site")], [("Sec-Fetch-Site", "")],
            [("Sec-Fetch-Site", "Same-Origin")], [("Sec-Fetch-Site", "none"), ("Sec-Fetch-Site", "cross-site")],
            [("Origin", "http://127.0.0.1:8778"), ("Sec-Fetch-Site", "cross-site")],
            [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")],
        ]
    )
    func `are rejected by the head alone`(target: String, headers: [(String, String)]) throws {
        let form = TestForm([("host", "api.example.com")], files: [Array(api.chain.utf8)])
        let answer = api.send("POST", target, headers: headers + [TestForm.header], body: form.body)
        #expect(answer.status == 403)
        #expect(answer.code == "foreignOrigin")
        // Not even the head is admitted, so the body is not read.
        let head = HTTPRequestHead(
            method: "POST",
            target: target,
            path: target,
            headers: HTTPHeaders(headers + [TestForm.header, ("Host", "127.0.0.1:8778")]),
            peer: .ip("127.0.0.1")
        )
        guard case .refused = api.responder.admit(head) else {
            Issue.record("the head was admitted")
            return
        }
    }

    @Test(arguments: ["same-origin", "none"])
    func `are accepted from a page of this service`(site: String) throws {
        let form = TestForm([("host", "api.example.com")], files: [Array(api.chain.utf8)])
        let headers = [("Origin", "http://127.0.0.1:8778"), ("Sec-Fetch-Site", site), TestForm.header]
        #expect(api.send("POST", "/v1/evaluations", headers: headers, body: form.body).trusted == true)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded"])
    func `are not supported with the other types that need no preflight request`(type: String) {
        for route in Routes.all where route.method == "POST" {
            // Over TCP, a reload is refused before its media type is read. No client may write or read decisions here.
            let status = [.reload, .write, .decisions].contains(route.permission) ? 403 : 415
            #expect(api.send("POST", route.path, headers: [("Content-Type", type)], body: []).status == status)
        }
    }
}
