import Foundation
import MicrohttpdServer
import Testing
import TrustAPI

@Suite struct `Batches of evaluations` {
    let api: APIFixture

    init() throws {
        var limits = BatchLimits()
        limits.items = 5
        limits.itemBytes = 8000
        api = try APIFixture(batchLimits: limits)
    }

    private func item(_ members: [String: Any] = [:]) throws -> String {
        let all = ["chain": api.chain, "host": "api.example.com"].merging(members) { $1 }
        return String(decoding: try JSONSerialization.data(withJSONObject: all), as: UTF8.self)
    }

    private func array(_ body: String) -> Answer { api.post("/v1/evaluations/batch", body) }

    private func lines(_ body: String) throws -> [Answer] {
        let fields = [("Content-Type", "application/x-ndjson")]
        let answer = api.send("POST", "/v1/evaluations/batch", headers: fields, body: Array(body.utf8))
        #expect(answer.status == 200)
        #expect(answer.response.headers["Content-Type"] == "application/x-ndjson")
        return answer.text.split(separator: "\n").map { Answer(HTTPResponse(status: 200, body: Array($0.utf8))) }
    }

    private func items(_ answer: Answer) throws -> [Answer] {
        let objects = try #require(
            try JSONSerialization.jsonObject(with: Data(answer.response.body)) as? [[String: Any]]
        )
        return try objects.map {
            Answer(HTTPResponse(status: 200, body: Array(try JSONSerialization.data(withJSONObject: $0))))
        }
    }

    @Test func `each item is evaluated independently, in order, with an identifier of its own`() throws {
        let texts = try [
            item(), item(["host": "www.example.com"]), item(["explain": true, "nonce": "n"]),
            item(["policy": "nobody"]),
        ]
        for answers in [
            try items(array("[\(texts.joined(separator: ", "))]")), try lines(texts.joined(separator: "\n")),
        ] {
            #expect(answers.count == 4)
            for (answer, text) in zip(answers, texts) {
                let single = api.post("/v1/evaluations", text)
                #expect(answer.trusted == single.trusted)
                #expect(answer.code == single.code)
                #expect(Set(answer.object.keys) == Set(single.object.keys).union(answer.code == nil ? [] : ["errors"]))
                #expect(answer.reasonCodes == single.reasonCodes)
            }
            #expect(Set(answers.prefix(3).compactMap { $0.object["id"] as? String }).count == 3)
            #expect(answers[2].object["nonce"] as? String == "n")
        }
    }

    @Test func `an invalid item is a problem with its position, and does not affect other items`() throws {
        let texts = try [item(), #"{"hots": 1, "chain": ["x"]}"#, "{\"chain\": \"\\ud800\"}", "17", item()]
        for answers in [
            try items(array("[\(texts.joined(separator: ","))]")), try lines(texts.joined(separator: "\n")),
        ] {
            #expect(answers.map(\.code) == [nil, "invalidRequest", "malformedJSON", "invalidRequest", nil])
            #expect(answers.map(\.trusted) == [true, nil, nil, nil, true])
            #expect(answers[1].pointers == ["/1/hots"])
            #expect(answers[2].pointers == ["/2"])
            #expect(answers[3].pointers == ["/3"])
            #expect(answers[2].object["status"] as? Int == 400)
            #expect(answers[1].object["verdict"] == nil)
        }
        let unreadable = try items(array("[\(try item()),\(try item(["chain": [api.chain, "AA=="]]))]"))
        #expect(unreadable[1].pointers == ["/1/chain/1"])
    }

    @Test func `a malformed item with balanced brackets does not affect other items`() throws {
        let answers = try items(array("[{\"chain\" 1}, \(try item()), {\"a\": \"],[\"}]"))
        #expect(answers.map(\.code) == ["malformedJSON", nil, "invalidRequest"])
    }

    @Test(arguments: [
        ("", "malformedJSON"), ("   ", "malformedJSON"), ("[", "malformedJSON"), ("[1", "malformedJSON"),
        ("[1,]", "malformedJSON"), ("[,1]", "malformedJSON"), ("[1,,2]", "malformedJSON"), ("[] []", "malformedJSON"),
        ("[\"]", "malformedJSON"), ("]", "malformedJSON"), ("{}", "invalidRequest"), ("\"[]\"", "invalidRequest"),
    ])
    func `a body that is not an array is one problem`(body: String, code: String) {
        let answer = array(body)
        #expect(answer.status == 400)
        #expect(answer.code == code)
    }

    @Test(arguments: ["[]", " [ ] ", "[\n]\n"])
    func `an empty array has an empty array as its response`(body: String) {
        let answer = array(body)
        #expect(answer.status == 200 && answer.text == "[]")
        #expect(answer.response.headers["Content-Type"] == "application/json")
        #expect(answer.response.headers["Cache-Control"] == "no-store")
    }

    @Test func `blank lines are skipped, and the last line needs no line break`() throws {
        let answers = try lines("\n\r\n  \n\(try item())\r\n\t\n{}")
        #expect(answers.map(\.trusted) == [true, nil])
        #expect(answers[1].pointers == ["/1"])
    }

    @Test func `an array of more items than limits.batchItems is rejected entirely`() {
        let answer = array("[1,2,3,4,5,6]")
        #expect(answer.status == 413)
        #expect(answer.code == "tooManyItems")
        #expect(answer.pointers == ["/5"])
        let headers = [("Content-Type", "application/json"), ("Accept", "text/plain")]
        let text = api.send("POST", "/v1/evaluations/batch", headers: headers, body: Array("[1,2,3,4,5,6]".utf8))
        #expect(text.response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(text.text.hasPrefix("problem tooManyItems (413): "))
        #expect(array("[1,2,3,4,5]").status == 200)
    }

    @Test func `lines beyond limits.batchItems are one problem, the last line`() throws {
        let answers = try lines("1\n2\n3\n4\n5\n6\n7\n")
        #expect(answers.map(\.code) == Array(repeating: "invalidRequest", count: 5) + ["tooManyItems"])
        #expect(answers.last?.pointers == ["/5"])
    }

    @Test func `an oversized item is a problem, and the next item is evaluated`() throws {
        let long = "{\"chain\": \"\(String(repeating: "x", count: 8000))\"}"
        for answers in [
            try items(array("[\(long), \(try item())]")), try lines("\(long)\n\(try item())\n"),
        ] {
            #expect(answers.map(\.code) == ["bodyTooLarge", nil])
            #expect(answers[0].pointers == ["/0"])
            #expect(answers[1].trusted == true)
        }
    }

    @Test(arguments: ["application/json", "application/x-ndjson"])
    func `items do not depend on how the body is divided into chunks`(type: String) throws {
        let head = HTTPRequestHead(
            method: "POST",
            target: "/v1/evaluations/batch",
            path: "/v1/evaluations/batch",
            headers: ["Host": "localhost", "Content-Type": type]
        )
        let body = Array(" [ {\"a\": [1, \"]\\\"\\\\\"]} , \"x,\\\"y\" , 3 \n]\n".utf8)
        func split(by length: Int) throws -> [String] {
            guard case .items(let batch) = api.responder.admit(head) else {
                Issue.record("no batch")
                return []
            }
            var splitter = batch.splitter
            var items: [HTTPItem] = []
            var parts = stride(from: 0, to: body.count, by: length).map {
                splitter.take(Array(body[$0..<min($0 + length, body.count)]))
            }
            parts.append(splitter.end())
            for part in parts {
                guard case .more(let more) = part else {
                    if case .last(let last) = part { items += last }
                    continue
                }
                items += more
            }
            return items.map {
                if case .question(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { "" }
            }
        }
        let whole = try split(by: body.count)
        #expect(whole.count == (type == "application/json" ? 3 : 2))
        for length in 1..<body.count { #expect(try split(by: length) == whole) }
    }

    @Test func `other media types, queries and methods are rejected by the head`() {
        func code(_ type: String, _ target: String = "/v1/evaluations/batch", method: String = "POST") -> String? {
            api.send(method, target, headers: [("Content-Type", type)], body: Array("[]".utf8)).code
        }
        #expect(code("application/x-pem-file") == "unsupportedMediaType")
        #expect(code("text/plain") == "unsupportedMediaType")
        #expect(code("application/json", "/v1/evaluations/batch?failOnUntrusted=1") == "invalidRequest")
        #expect(code("application/json", method: "GET") == "methodNotAllowed")
        #expect(code("application/x-ndjson", "/v1/evaluations") == "unsupportedMediaType")
        let refusal = api.send("POST", "/v1/evaluations/batch", headers: [("Content-Type", "text/csv")])
        #expect(refusal.response.headers["Accept-Post"] == "application/json, application/x-ndjson")
    }

    @Test func `items are included in the metrics of evaluations and of items`() throws {
        _ = array("[\(try item()), 1, \(try item(["host": "other.example"]))]")
        let page = api.send("GET", "/metrics").text
        #expect(page.contains("anchord_evaluations_total{verdict=\"trusted\"} 1\n"))
        #expect(page.contains("anchord_evaluations_total{verdict=\"untrusted\"} 1\n"))
        #expect(page.contains("anchord_problems_total{code=\"invalidRequest\"} 1\n"))
        #expect(page.contains("anchord_batch_items_total{answer=\"verdict\"} 2\n"))
        #expect(page.contains("anchord_batch_items_total{answer=\"problem\"} 1\n"))
        let batches = api.send("GET", "/v1/status").object["batches"] as? [String: Int]
        #expect(batches?["items"] == 3)
    }
}
