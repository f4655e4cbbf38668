import Testing

@testable import MicrohttpdServer

@Suite struct `An exchange` {
    private func exchange(_ target: String = "/a", limit: Int = 10, budget: Int = 1 << 20) -> Exchange {
        Exchange(target: target, bodyLimit: limit, lease: BufferLease(BufferBudget(maximum: budget)))
    }

    private func head(
        _ fields: [(String, String)] = [],
        method: String = "POST",
        version: String = "HTTP/1.1"
    ) -> ReceivedHead {
        ReceivedHead(method: method, version: version, fields: HTTPHeaders([("Host", "h")] + fields))
    }

    /// Describes an action for comparison.
    private func name(_ action: Exchange.Action) -> String {
        switch action {
        case .proceed: "proceed"
        case .consult(let head): "consult \(head.method) \(head.path)"
        case .pass: "pass"
        case .refuse(let refusal): "refuse \(name(refusal))"
        case .respond(_, let body): "respond \(body.count)"
        case .answer(let refusal): "answer \(name(refusal))"
        case .abort(let failure): "abort \(failure)"
        }
    }

    private func name(_ refusal: Exchange.Refusal) -> String {
        switch refusal {
        case .failure(let failure): "\(failure)"
        case .response(let response): "\(response.status)"
        }
    }

    private func receive(_ count: Int, _ exchange: inout Exchange) -> String {
        unsafe [UInt8](repeating: 0, count: count).withUnsafeBytes { name(unsafe exchange.receive($0)) }
    }

    private let answerer: HTTPAnswerer = { _, _ in .now(HTTPResponse(status: 200)) }
    private let peer = HTTPPeer.ip("127.0.0.1")

    @Test func `receives a head, is admitted, receives pieces and ends`() {
        var exchange = exchange()
        #expect(exchange.awaitsHead)
        #expect(name(exchange.receive(head([("Content-Length", "10")]), from: peer)) == "consult POST /a")
        #expect(!exchange.awaitsHead)
        #expect(name(exchange.admit(answerer)) == "proceed")
        #expect(receive(6, &exchange) == "proceed")
        #expect(receive(4, &exchange) == "proceed")
        #expect(name(exchange.end()) == "respond 10")
        #expect(name(exchange.end()) == "proceed")
    }

    @Test func `is refused at its end without a body, and at once with a body`() {
        var without = exchange()
        _ = without.receive(head(), from: peer)
        #expect(name(without.refuse(.response(HTTPResponse(status: 405)))) == "proceed")
        #expect(name(without.end()) == "answer 405")
        var with = exchange()
        _ = with.receive(head([("Content-Length", "1")]), from: peer)
        #expect(name(with.refuse(.response(HTTPResponse(status: 405)))) == "refuse 405")
        #expect(name(with.end()) == "proceed")
    }

    @Test func `is refused by the responder before its length is checked`() {
        var exchange = exchange()
        _ = exchange.receive(head([("Content-Length", "11")]), from: peer)
        #expect(name(exchange.refuse(.response(HTTPResponse(status: 415)))) == "refuse 415")
    }

    @Test func `is refused for a length over the limit, and aborted by a chunk over it`() {
        var long = exchange()
        _ = long.receive(head([("Content-Length", "11")]), from: peer)
        #expect(name(long.admit(answerer)) == "refuse bodyTooLarge(limit: 10)")
        var chunked = exchange()
        _ = chunked.receive(head([("Transfer-Encoding", "Chunked")]), from: peer)
        #expect(name(chunked.admit(answerer)) == "proceed")
        #expect(receive(10, &chunked) == "proceed")
        #expect(receive(1, &chunked) == "abort bodyTooLarge(limit: 10)")
        #expect(receive(1, &chunked) == "proceed")
        #expect(name(chunked.end()) == "proceed")
    }

    @Test func `uses the memory that it reserves, and doubles its buffer`() {
        let budget = BufferBudget(maximum: 150_000)
        var exchange = Exchange(target: "/a", bodyLimit: 400_000, lease: BufferLease(budget))
        _ = exchange.receive(head([("Transfer-Encoding", "chunked")]), from: peer)
        _ = exchange.admit(answerer)
        var sizes: [Int] = []
        for received in stride(from: 100, through: 60_000, by: 100) {
            #expect(receive(100, &exchange) == "proceed")
            // The allocator can give a buffer up to 32 bytes more than requested, which are used but not reserved. It rounds
            // up, and does not split off a remainder that is too small for a block.
            #expect(budget.heldBytes >= received - 32)
            if budget.heldBytes != sizes.last { sizes.append(budget.heldBytes) }
        }
        #expect(sizes.count < 12, "\(sizes)")
        #expect(receive(100_000, &exchange) == "abort tooManyBufferedBytes(retryAfterSeconds: 1)")
    }

    @Test func `is refused for a length over the remaining memory`() {
        var long = exchange(limit: 2000, budget: 1000)
        _ = long.receive(head([("Content-Length", "1001")]), from: peer)
        #expect(name(long.admit(answerer)) == "refuse tooManyBufferedBytes(retryAfterSeconds: 1)")
        var items = exchange(limit: 2000, budget: 1000)
        _ = items.receive(head([("Content-Length", "1001")]), from: peer)
        #expect(name(items.admit(itemsOfAtMost: 2000)) == "refuse tooManyBufferedBytes(retryAfterSeconds: 1)")
        var lines = exchange(limit: 2000, budget: 1000)
        _ = lines.receive(head([("Content-Length", "1001")]), from: peer)
        #expect(name(lines.admit(itemsOfAtMost: nil)) == "proceed")
    }

    @Test func `passes the body of a batch on, up to its own limit`() {
        var long = exchange()
        _ = long.receive(head([("Content-Length", "21")]), from: peer)
        #expect(name(long.admit(itemsOfAtMost: 20)) == "refuse bodyTooLarge(limit: 20)")
        var chunked = exchange()
        _ = chunked.receive(head([("Transfer-Encoding", "chunked")]), from: peer)
        #expect(name(chunked.admit(itemsOfAtMost: 20)) == "proceed")
        #expect(receive(20, &chunked) == "pass")
        #expect(receive(1, &chunked) == "abort bodyTooLarge(limit: 20)")
        var any = exchange()
        _ = any.receive(head([("Transfer-Encoding", "chunked")]), from: peer)
        #expect(name(any.admit(itemsOfAtMost: nil)) == "proceed")
        for _ in 0..<10 { #expect(receive(1000, &any) == "pass") }
    }

    @Test func `rejects a head whose length differs from the sum of its parts`() {
        let parts = ReceivedHead(method: "GET", version: "HTTP/1.1", fields: ReceivedFields(), byteCount: 18)
        #expect(parts.isExact(for: "/"))
        #expect(!parts.isExact(for: "/a"))
    }

    @Test func `considers an expectation only in HTTP/1.1`() {
        var modern = exchange()
        let expecting = [("Expect", "miracles")]
        #expect(name(modern.receive(head(expecting), from: peer)) == "refuse expectationFailed")
        var old = exchange()
        #expect(name(old.receive(head(expecting, version: "HTTP/1.0"), from: peer)) == "consult POST /a")
    }
}
