import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustTestSupport

/// The ways to ask a responder: HTTP methods and digests (RFC 6960 section A.1).
@Suite struct `Requests to a responder` {
    private let gathering: GatheringCase

    init() throws { gathering = try GatheringCase() }

    private var ways: [String] { gathering.fetcher.requests.map(\.way) }

    /// Answers each way from a table, and others with a body.
    private func answer(_ failures: [String: EvidenceResponse], _ body: [UInt8]) {
        gathering.fetcher.answer { failures[$0.way] ?? .body(body) }
    }

    @Test(
        arguments: [
            .badStatus, .badContentType, .badRedirect, .tooManyRedirects, .truncated, .badResponse, .compressed,
        ] as [FetchFailureCode]
    )
    func `are sent by POST after a GET that the location did not answer properly`(code: FetchFailureCode) throws {
        answer(["GET 256": .failure(code)], try gathering.response())
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["network"])
        #expect(ways == ["GET 256", "POST 256"])
    }

    @Test(arguments: [.timedOut, .connectFailed, .nameNotFound, .forbiddenAddress] as [FetchFailureCode])
    func `are not repeated if the server cannot be reached`(code: FetchFailureCode) throws {
        gathering.fetcher.answer { _ in .failure(code) }
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["\(code) none"])
        #expect(ways == ["GET 256"])
    }

    @Test func `are sent by POST after malformedRequest, a stale response, or a malformed body`() throws {
        let stale = try gathering.response { $0.responses[0].nextUpdate = .reference.adding(seconds: -1) }
        let bodies = [try gathering.response { $0.status = .malformedRequest }, stale, Array("<html>".utf8), []]
        let good = try gathering.response()
        for body in bodies {
            let gathering = try GatheringCase(sharing: gathering)
            gathering.fetcher.answer { $0.way == "GET 256" ? .body(body) : .body(good) }
            #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["network"])
            #expect(gathering.fetcher.requests.map(\.way) == ["GET 256", "POST 256"])
        }
    }

    @Test func `use SHA-1 after a responder rejects SHA-256, and remember it`() throws {
        let good = try gathering.response(digest: .sha1)
        let rejections = [
            try gathering.response { $0.status = .unauthorized },
            try gathering.response(about: try gathering.issuing.issueLeaf("other")), try gathering.response(.unknown),
        ]
        for rejection in rejections {
            let gathering = try GatheringCase(sharing: gathering)
            gathering.fetcher.answer { $0.usesSHA256 ? .body(rejection) : .body(good) }
            #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["network"])
            _ = gathering.gather(try gathering.need(.ocsp, try gathering.issuing.issueLeaf("next")))
            #expect(gathering.fetcher.requests.map(\.way).prefix(3) == ["GET 256", "GET 1", "GET 1"])
        }
    }

    @Test func `use the other digest by the HTTP method that reached the responder`() throws {
        let refusal = EvidenceResponse.body(try gathering.response { $0.status = .unauthorized })
        answer(["GET 256": .failure(.badStatus), "POST 256": refusal], try gathering.response(digest: .sha1))
        #expect(gathering.gather(try gathering.need(.ocsp)).summary == ["network"])
        #expect(ways == ["GET 256", "POST 256", "POST 1"])
    }

    @Test func `remember what worked for a day`() throws {
        let leaves = try (0..<3).map { try gathering.issuing.issueLeaf("\($0).example.com") }
        for (leaf, seconds) in zip(leaves, [0, 86_399, 1] as [Int64]) {
            gathering.clock.advance(seconds: seconds)
            answer(["GET 256": .failure(.badStatus)], try gathering.response(about: leaf))
            #expect(gathering.gather(try gathering.need(.ocsp, leaf)).summary == ["network"])
        }
        #expect(ways == ["GET 256", "POST 256", "POST 256", "GET 256", "POST 256"])
    }

    @Test func `return to a GET if a POST does not work any more`() throws {
        let next = try gathering.issuing.issueLeaf("next.example.com")
        answer(["GET 256": .failure(.badStatus)], try gathering.response())
        gathering.gather(try gathering.need(.ocsp))
        answer(["POST 256": .failure(.badStatus)], try gathering.response(about: next))
        #expect(gathering.gather(try gathering.need(.ocsp, next)).summary == ["network"])
        #expect(ways == ["GET 256", "POST 256", "POST 256", "GET 256"])
    }

    @Test func `end after each way was tried once, with the evidence of any of them`() throws {
        let stale = try gathering.response {
            $0.responses[0].nextUpdate = .reference.adding(seconds: -1)
        }
        gathering.fetcher.answer { $0.way == "GET 256" ? .body(stale) : .failure(.badStatus) }
        let delivery = gathering.gather(try gathering.need(.ocsp))
        #expect(delivery.summary == ["stale network"])
        #expect(delivery.results[0].evidence.responses.map(\.der) == [stale])
        #expect(ways == ["GET 256", "POST 256", "POST 1"])
    }

    @Test func `that are too long for a URL are POSTs from the start`() throws {
        gathering.fetcher.answer { _ in .failure(.badStatus) }
        let location = "http://ocsp.example/" + String(repeating: "a", count: 200)
        gathering.gather(try gathering.need(.ocsp, at: [location]))
        #expect(ways == ["POST 256", "POST 1"])
    }
}

extension EvidenceRequest {
    /// The HTTP method and the digest, such as `GET 256`.
    var way: String { "\(body == nil ? "GET" : "POST") \(usesSHA256 ? "256" : "1")" }

    /// Whether the request identifies the issuer by SHA-256, whose digests have 32 bytes.
    var usesSHA256: Bool {
        let base64 = url.split(separator: "/").last.map(String.init) ?? ""
        let text = base64.replacing("%2B", with: "+").replacing("%2F", with: "/").replacing("%3D", with: "=")
        let der = body ?? (try? Base64.decode(ArraySlice(text.utf8))) ?? []
        return der.count > 100
    }
}
