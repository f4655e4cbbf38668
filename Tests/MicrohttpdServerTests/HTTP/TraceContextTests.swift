import Testing

@testable import MicrohttpdServer

@Suite struct `The trace of a request` {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let parent = "b7ad6b7169203331"
    private static let value = "00-\(trace)-\(parent)-01"

    @Test func `has an identifier, a parent and flags`() throws {
        let context = try #require(TraceContext(Self.value.utf8))
        #expect(context.high == 0x0AF7_6519_16CD_43DD && context.low == 0x8448_EB21_1C80_319C)
        #expect(context.parent == 0xB7AD_6B71_6920_3331 && context.flags == 1)
        #expect(context.description == Self.value && context.description.utf8.count == TraceContext.length)
    }

    @Test(arguments: [
        ("00-\(trace)-\(parent)-ff", "03"), ("00-\(trace)-\(parent)-08", "00"), ("cc-\(trace)-\(parent)-02", "02"),
        ("01-\(trace)-\(parent)-00-", "00"), ("fe-\(trace)-\(parent)-01-what the future will be like", "01"),
    ])
    func `is given back in version 0 with the flags of the standard`(value: String, flags: String) {
        #expect(TraceContext(value.utf8)?.description == "00-\(Self.trace)-\(Self.parent)-\(flags)")
    }

    private static let malformed: [String] = [
        "", "00", "00-", "-", "\(value)-", "\(value)-00", "\(value)0", String(value.dropLast()), value.uppercased(),
        " \(value)", "\(value) ", "\(value)\u{0}", "\(value),\(value)", "ff-\(trace)-\(parent)-01",
        "0-\(trace)-\(parent)-01", "000-\(trace)-\(parent)-01", "0x-\(trace)-\(parent)-01", "+0-\(trace)-\(parent)-01",
        "01-\(trace)-\(parent)-01.x", "01-\(trace)-\(parent)-010", "cc-\(trace)-\(parent)-0",
        "00-00000000000000000000000000000000-\(parent)-01", "00-\(trace)-0000000000000000-01",
        "00-\(trace)\(parent)-01", "00-\(trace)--\(parent)-01", "00_\(trace)_\(parent)_01", "00-\(parent)-\(trace)-01",
        value.replacing("a", with: "A"), value.replacing("a", with: "g"), value.replacing("a", with: "\u{430}"),
        String(repeating: "0", count: 100_000),
    ]

    @Test(arguments: malformed)
    func `is absent if its field is malformed`(value: String) {
        #expect(TraceContext(value.utf8) == nil)
    }

    @Test func `is that of the smallest and the largest identifiers`() {
        let least = "00-00000000000000000000000000000001-0000000000000001-00"
        let high = "00-80000000000000000000000000000000-8000000000000000-02"
        let most = "00-ffffffffffffffffffffffffffffffff-ffffffffffffffff-03"
        for value in [least, high, most] { #expect(TraceContext(value.utf8)?.description == value) }
    }
}

@Suite struct `A request with a trace` {
    private func value(_ number: Int, flags: String = "01") -> String {
        let digits = String(number, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.utf8.count) + digits
        return "00-4bf92f3577b34da6\(padded)-00f067aa0ba902b7-\(flags)"
    }

    private func post(_ fields: String, path: String = "/a") -> String {
        "POST \(path) HTTP/1.1\r\nHost: h\r\n\(fields)Content-Length: 3\r\n\r\nabc"
    }

    @Test(arguments: ["/a", "/later/now", "/steps", "/refused", "/empty", "/asked-each-time"])
    func `receives a response with the same trace`(path: String) throws {
        let client = try TestServer().keeping { try $0.client() }
        for number in [1, 2, 2, 3] {
            let head = "GET \(path) HTTP/1.1\r\nHost: h\r\nTraceParent: \(value(number))\r\n\r\n"
            let reply = client.value.exchange(head)
            #expect(reply?.header("traceparent") == value(number))
        }
        let reply = client.value.exchange("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(reply != nil && reply?.header("traceparent") == nil)
    }

    @Test func `repeats a head of another trace`() throws {
        let server = try TestServer()
        let client = try server.client()
        for number in 1...20 {
            #expect(client.exchange(post("traceparent: \(value(number))\r\n"))?.header("traceparent") == value(number))
        }
        #expect(server.responder.admissions.withLock { $0 } == 1)
        // Another position or another field is another head.
        #expect(client.exchange(post("A: b\r\ntraceparent: \(value(1))\r\n"))?.header("traceparent") == value(1))
        #expect(client.exchange(post("A: c\r\ntraceparent: \(value(1))\r\n"))?.header("traceparent") == value(1))
        #expect(server.responder.admissions.withLock { $0 } == 3)
    }

    @Test(arguments: [
        "traceparent: VALUE \r\n", "traceparent:\t VALUE\t\r\n",
        "traceparent: 01-4bf92f3577b34da60000000000000001-00f067aa0ba902b7-01-later\r\n",
    ])
    func `can have white space, or a later version`(field: String) throws {
        let client = try TestServer().keeping { try $0.client() }
        for _ in 0..<2 {
            let reply = client.value.exchange(post(field.replacing("VALUE", with: value(1))))
            #expect(reply?.status == 200 && reply?.header("traceparent") == value(1))
        }
    }

    @Test(arguments: [
        "traceparent: \r\n", "traceparent: x\r\n", "traceparent: 00-0-0-00\r\n", "traceparent: VALUE-\r\n",
        "traceparent: VALUE\r\ntraceparent: VALUE\r\n", "traceparent: VALUE, VALUE\r\n", "trace-parent: VALUE\r\n",
    ])
    func `has none if the field is malformed or repeated`(fields: String) throws {
        let client = try TestServer().keeping { try $0.client() }
        let valid = post("traceparent: \(value(1))\r\n")
        let malformed = post(fields.replacing("VALUE", with: value(2)))
        for request in [valid, malformed, malformed, valid, malformed] {
            let reply = client.value.exchange(request)
            #expect(reply?.status == 200)
            #expect(reply?.header("traceparent") == (request == valid ? value(1) : nil))
        }
    }

    @Test func `is rejected if the field has a control character, also after a valid one`() throws {
        let client = try TestServer().keeping { try $0.client() }
        #expect(client.value.exchange(post("traceparent: \(value(1))\r\n"))?.status == 200)
        #expect(client.value.exchange(post("traceparent: \(value(1).dropLast())\u{1}\r\n"))?.status == 400)
    }

    @Test func `has it in the response to a body that is too large, and to a batch`() throws {
        let server = try TestServer { $0.maximumBodyBytes = 2 }
        let field = "traceparent: \(value(7))\r\n"
        #expect(try server.client().exchange(post(field))?.header("traceparent") == value(7))
        let chunked = "POST /a HTTP/1.1\r\nHost: h\r\n\(field)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
        let reply = try server.client().exchange(chunked)
        #expect(reply?.status == 413 && reply?.header("traceparent") == value(7))
        for path in ["/batch", "/batch/late"] {
            let client = try server.client()
            client.send("POST \(path) HTTP/1.1\r\nHost: h\r\n\(field)Content-Length: 4\r\n\r\none\n")
            let reader = AnswerReader(client)
            #expect(reader.readHead())
            #expect(reader.head.contains("traceparent: \(value(7))"))
        }
    }

    @Test func `has it for the answerer, also if it repeats a head`() throws {
        let client = try TestServer().keeping { try $0.client() }
        for number in [1, 2, 3, 2] {
            let reply = client.value.exchange(post("traceparent: \(value(number))\r\n", path: "/trace"))
            #expect(reply?.body == value(number))
        }
        #expect(client.value.exchange(post("", path: "/trace"))?.body == "none")
    }

    @Test func `does not have it among the fields`() throws {
        var exchange = Exchange(target: "/a", bodyLimit: 10, lease: BufferLease(BufferBudget(maximum: 1 << 20)))
        let fields = HTTPHeaders([("Host", "h"), ("Traceparent", value(1)), ("A", "b")])
        guard case .consult(let head) = exchange.receive(ReceivedHead(method: "GET", fields: fields), from: .ip("::1"))
        else {
            Issue.record("the head was rejected")
            return
        }
        #expect(head.headers.fields.map(\.name) == ["Host", "A"])
        #expect(head.trace?.description == value(1))
    }
}
