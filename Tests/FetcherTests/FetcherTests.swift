import FetchProtocol
import FetchRules
import Foundation
import Synchronization
import Testing

@testable import CurlFetching

@Suite(.timeLimit(.minutes(2))) struct `The fetcher` {
    private static func server(_ response: String, body: [UInt8] = []) throws -> LoopbackServer {
        try LoopbackServer { connection in
            connection.write(response)
            connection.write(body)
        }
    }

    private func fetch(
        _ response: String,
        body: [UInt8] = [],
        maximumBytes: UInt64 = 1 << 20,
        edit: (inout FetchRequest) -> Void = { _ in }
    ) throws -> TestSession.Answer {
        let server = try Self.server(response, body: body)
        defer { server.stop() }
        return try TestSession().fetch("http://127.0.0.1:\(server.port)/", maximumBytes: maximumBytes, edit: edit)
    }

    @Test func `returns the body, the media type, the age and the address`() throws {
        let server = try Self.server(
            "HTTP/1.1 200 OK\r\nContent-Type: Application/PKIX-CRL; a=b\r\nCache-Control: public, max-age=600, s-maxage=9\r\n"
                + "Age: 100\r\nContent-Length: 5\r\n\r\nhello"
        )
        defer { server.stop() }
        let answer = try TestSession().fetch("http://127.0.0.1:\(server.port)/a?b#c")
        #expect(answer.body == Array("hello".utf8))
        let completion = try #require(answer.completion)
        #expect(completion.status == 200)
        #expect(completion.url == "http://127.0.0.1:\(server.port)/a?b")
        #expect(completion.contentType == "application/pkix-crl")
        #expect(completion.maximumAge == 500)
        #expect(completion.address == "127.0.0.1")
        let head = try #require(server.requests.first)
        #expect(
            head.hasPrefix(
                "GET /a?b HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nUser-Agent: anchord-fetcher/9.9.9\r\n"
            )
        )
        #expect(!head.contains("Accept-Encoding"))
    }

    @Test func `posts a body with its type`() throws {
        let received = Mutex<[UInt8]>([])
        let server = try LoopbackServer { connection in
            for _ in 0..<5 { if let byte = connection.readByte() { received.withLock { $0.append(byte) } } }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let answer = try TestSession().fetch("http://127.0.0.1:\(server.port)/") {
            $0.method = .post
            $0.body = [0, 1, 2, 0xFF, 0]
            $0.contentType = "application/ocsp-request"
            $0.acceptedTypes = ["application/ocsp-response"]
        }
        #expect(answer.completion?.status == 200)
        #expect(received.withLock { $0 } == [0, 1, 2, 0xFF, 0])
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("POST / HTTP/1.1\r\n"))
        #expect(head.contains("Content-Type: application/ocsp-request\r\n"))
        #expect(head.contains("Accept: application/ocsp-response\r\n"))
        #expect(head.contains("Content-Length: 5\r\n"))
    }

    @Test(
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 1000001\r\n\r\n", FetchFailure.Code.tooLarge),
            ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort", .truncated),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nshort", .truncated),
            ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Encoding: gzip\r\n\r\nhello", .compressed),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nContent-Encoding: br\r\n\r\n", .compressed),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nhello", .badStatus),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 1000001\r\n\r\n", .badStatus),
            ("HTTP/1.1 206 Partial\r\nContent-Length: 5\r\n\r\nhello", .badStatus),
            ("HTTP/1.1 304 Not Modified\r\n\r\n", .badStatus),
            ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n", .badContentType),
            ("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 200_000))\r\n\r\n", .badResponse),
            ("HTTP/1.1 500 No\r\n\r\n" + String(repeating: "x", count: 100_000), .badStatus),
            ("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello", .badContentType),
            ("", .truncated),
            ("HTTP/1.1 200 OK\r\n", .truncated),
            ("HTTP/1.1 200 OK\r\nContent-Le", .truncated),
            ("HTTP/1.1 302 Found\r\nLocation: /end\r\n", .truncated),
            ("SSH-2.0-OpenSSH\r\n", .badResponse),
            ("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 70_000))\r\n\r\n", .badResponse),
            (
                "HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 12_000) + "\r\n", .badResponse
            ),
            ("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", .badResponse),
            ("HTTP/1.1 302 Found\r\nLocation: https://a.example/\r\nContent-Length: 0\r\n\r\n", .badRedirect),
            ("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", .badRedirect),
            ("HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n", .tooManyRedirects),
            (
                "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/latest\r\nContent-Length: 0\r\n\r\n",
                .forbiddenAddress
            ),
            (
                "HTTP/1.1 302 Found\r\nLocation: http://[::1]:80/\r\nContent-Length: 0\r\n\r\n", .forbiddenAddress
            ),
            (
                "HTTP/1.1 302 Found\r\nLocation: http://1.1.1.1:8080/\r\nContent-Length: 0\r\n\r\n",
                .forbiddenAddress
            ),
        ]
    )
    func `fails with a reason`(response: String, code: FetchFailure.Code) throws {
        let answer = try fetch(response, maximumBytes: 1_000_000) {
            $0.acceptedTypes = ["application/pkix-crl"]
        }
        #expect(answer.failure?.code == code, "\(String(describing: answer))")
        #expect(answer.completion == nil)
    }

    @Test(
        arguments: [
            ("https://a.example/x", FetchFailure.Code.badRedirect, "https://a.example/x"),
            ("ldap://a.example/cn=a?b", .badRedirect, "ldap://a.example/cn=a?b"),
            ("http://user:secret@a.example/", .badRedirect, "http://a.example/"),
            ("http://a.example/\u{1B}[31m", .badRedirect, "http://a.example/?[31m"),
            ("http://1.1.1.1:8080/y", .forbiddenAddress, "http://1.1.1.1:8080/y"),
        ]
    )
    func `names the URL of a redirect that is not followed`(
        location: String,
        code: FetchFailure.Code,
        named: String
    ) throws {
        let answer = try fetch("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
        #expect(answer.failure?.code == code, "\(String(describing: answer))")
        #expect(answer.failure?.redirect == named)
    }

    @Test func `prefers media types, and permits any other with a range`() throws {
        let server = try LoopbackServer { connection in
            let isPreferred = connection.head.contains("Accept: application/pkix-crl, */*;q=0.1\r\n")
            let body = isPreferred ? "ok" : "no"
            connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n\(body)")
        }
        let url = "http://127.0.0.1:\(server.port)/"
        let answer = try TestSession(FetcherSettings(allow: ["127.0.0.1"])).fetch(url) {
            $0.acceptedTypes = ["application/pkix-crl", "*/*;q=0.1"]
        }
        #expect(answer.completion?.status == 200, "\(answer)")
        #expect(answer.body == Array("ok".utf8))
    }

    @Test func `follows three redirects and returns the last URL`() throws {
        let server = try LoopbackServer { connection in
            let number = connection.head.dropFirst("GET /".count).prefix(1)
            if number == "3" {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            } else {
                connection.write(
                    "HTTP/1.1 301 Moved\r\nLocation: \((Int(number) ?? 0) + 1)\r\nContent-Length: 4\r\n\r\nbody"
                )
            }
        }
        defer { server.stop() }
        let answer = try TestSession().fetch("http://127.0.0.1:\(server.port)/0")
        #expect(answer.body == Array("ok".utf8))
        #expect(answer.completion?.url == "http://127.0.0.1:\(server.port)/3")
        #expect(server.requests.count == 4)
    }

    @Test func `limits a body that has no length, at its exact size`() throws {
        let body = [UInt8](repeating: 7, count: 700_000)
        #expect(try fetch("HTTP/1.1 200 OK\r\n\r\n", body: body, maximumBytes: 700_000).body == body)
        #expect(try fetch("HTTP/1.1 200 OK\r\n\r\n", body: body, maximumBytes: 699_999).failure?.code == .tooLarge)
    }

    @Test func `ends fetches from silent and slow servers in time`() throws {
        let server = try LoopbackServer { connection in
            if connection.head.contains("/slow") {
                connection.write("HTTP/1.1 200 OK\r\n\r\n")
                while connection.write("x") { Thread.sleep(forTimeInterval: 0.02) }
            } else {
                while connection.readByte() != nil {}
            }
        }
        defer { server.stop() }
        for path in ["silent", "slow"] {
            let start = ContinuousClock.now
            let answer = try TestSession().fetch("http://127.0.0.1:\(server.port)/\(path)", milliseconds: 300)
            #expect(answer.failure?.code == .timedOut)
            #expect(ContinuousClock.now - start < .seconds(5))
        }
    }

    @Test(
        arguments: [
            "http://127.0.0.1:9/", "http://[::1]/", "http://10.0.0.1/", "http://169.254.169.254/", "http://0/",
            "http://localhost/", "http://[::ffff:127.0.0.1]/", "http://1.1.1.1:81/",
        ]
    )
    func `opens no connection to an address that is not allowed`(url: String) throws {
        let answer = try TestSession(FetcherSettings()).fetch(url)
        #expect(answer.failure?.code == .forbiddenAddress, "\(String(describing: answer))")
    }

    @Test func `refuses the server on loopback that it reaches if it is allowed`() throws {
        let server = try Self.server("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let url = "http://127.0.0.1:\(server.port)/"
        #expect(try TestSession(FetcherSettings(allow: ["10.0.0.0/8"])).fetch(url).failure?.code == .forbiddenAddress)
        #expect(server.requests.isEmpty)
        #expect(try TestSession(FetcherSettings(allow: ["127.0.0.0/8"])).fetch(url).completion?.status == 200)
        let name = "http://localhost:\(server.port)/"
        #expect(try TestSession(FetcherSettings(allow: ["localhost"])).fetch(name).completion?.status == 200)
    }

    @Test func `reads the age of a response`() {
        func age(_ fields: [String]) -> UInt32? {
            var head = ResponseHead()
            for line in ["HTTP/1.1 100 Continue", "Cache-Control: max-age=1", "", "HTTP/1.1 200 OK"] + fields + [""] {
                head.read(Array("\(line)\r\n".utf8))
            }
            head.read(Array("HTTP/1.1 200 OK: a trailer\r\n".utf8))
            return head.maximumAge
        }
        #expect(age([]) == nil)
        #expect(age(["Cache-Control: max-age=60, MAX-AGE=50", "age: 20"]) == 30)
        #expect(age(["Cache-Control: max-age=60", "Age: 99999999999999"]) == 0)
        #expect(age(["Cache-Control: max-age=99999999999999"]) == .max)
        #expect(age(["Cache-Control: max-age="]) == 0)
        #expect(age(["Cache-Control: max-age=\"7\""]) == 7)
        #expect(age(["Cache-Control: private, no-cache"]) == 0)
    }

    @Test func `keeps the places of look-ups that go on`() throws {
        var queue = FetchQueue(concurrent: 2, perHost: 9)
        for id in UInt64(1)...4 {
            let request = FetchRequest(id: id, url: "", maximumBytes: 1, milliseconds: 1000)
            #expect(queue.add(FetchQueue.Fetch(request: request, url: try FetchURL("http://a.example/"), start: 0)))
        }
        #expect(queue.startNext(at: 0)?.request.id == 1)
        #expect(queue.startNext(at: 0)?.request.id == 2)
        for id in UInt64(1)...2 {
            #expect(queue.end(id) != nil)
            queue.keepPlace(until: 100 * id)
        }
        #expect(!queue.canStart(at: 99))
        #expect(queue.timeToNextEvent(at: 99) == 1)
        #expect(queue.startNext(at: 99) == nil)
        #expect(queue.canStart(at: 100))
        #expect(queue.startNext(at: 100)?.request.id == 3)
        #expect(queue.startNext(at: 100) == nil)
        #expect(queue.expired(at: 1000) == [4])
    }

    @Test func `gives a fetch that waited its whole time once it begins`() throws {
        var queue = FetchQueue(concurrent: 1, perHost: 1)
        for id in UInt64(1)...2 {
            let request = FetchRequest(id: id, url: "", maximumBytes: 1, milliseconds: 1000)
            #expect(queue.add(FetchQueue.Fetch(request: request, url: try FetchURL("http://a.example/"), start: 10)))
        }
        #expect(queue.startNext(at: 20)?.deadline == 1020)
        #expect(queue.timeToNextEvent(at: 20) == 990)
        #expect(queue.end(1) != nil)
        // A moment before the end of its waiting.
        #expect(queue.startNext(at: 1009)?.deadline == 2009)
        // A redirect brings no further time.
        queue.redirect(2, to: try FetchURL("http://b.example/"))
        #expect(queue.startNext(at: 1500)?.deadline == 2009)
    }

    @Test func `answers a URL that is too long`() throws {
        let url = "http://a.example/" + String(repeating: "a", count: 10_000)
        #expect(try TestSession().fetch(url).failure?.code == .badURL)
    }

    @Test func `requests only allowed hosts behind a proxy, with the whole URL`() throws {
        let proxy = try Self.server("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        defer { proxy.stop() }
        let settings = FetcherSettings(allow: ["ocsp.example"], proxy: "http://127.0.0.1:\(proxy.port)")
        #expect(try TestSession(settings).fetch("http://ocsp.example/a").body == Array("ok".utf8))
        #expect(proxy.requests.first?.hasPrefix("GET http://ocsp.example/a HTTP/1.1\r\n") == true)
        #expect(try TestSession(settings).fetch("http://other.example/").failure?.code == .forbiddenAddress)
        #expect(try TestSession(settings).fetch("http://127.0.0.1/").failure?.code == .forbiddenAddress)
        #expect(proxy.requests.count == 1)
    }

    @Test func `runs a bounded number of fetches at once, and at most a few from one host`() throws {
        let (open, greatest) = (Counter(), Counter())
        let server = try LoopbackServer { connection in
            greatest.value.max(open.value.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
            Thread.sleep(forTimeInterval: 0.02)
            open.value.subtract(1, ordering: .relaxed)
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        func most(_ settings: FetcherSettings) throws -> Int {
            greatest.value.store(0, ordering: .relaxed)
            let session = try TestSession(settings)
            for id in UInt64(1)...40 {
                let host = ["127.0.0.1", "localhost"][Int(id % 2)]
                let url = "http://\(host):\(server.port)/\(id)"
                session.send(.fetch(FetchRequest(id: id, url: url, maximumBytes: 10, milliseconds: 10_000)))
            }
            #expect(session.answers(40).values.allSatisfy { $0.completion != nil })
            return greatest.value.load(ordering: .relaxed)
        }
        let allow = ["127.0.0.1", "::1", "localhost"]
        #expect(try most(FetcherSettings(allow: allow, concurrent: 64, perHost: 3)) == 6)
        #expect(try most(FetcherSettings(allow: allow, concurrent: 5, perHost: 4)) == 5)
    }

    @Test func `reports when a fetch begins, but not while it waits for others`() throws {
        let server = try LoopbackServer { connection in while connection.readByte() != nil {} }
        defer { server.stop() }
        let session = try TestSession(FetcherSettings(allow: ["127.0.0.1"], perHost: 1))
        for id in UInt64(1)...3 {
            let url = "http://127.0.0.1:\(server.port)/\(id)"
            session.send(.fetch(FetchRequest(id: id, url: url, maximumBytes: 10, milliseconds: 60_000)))
        }
        #expect(session.report() == .begun(1))
        for id in UInt64(2)...3 { session.send(.cancel(id)) }
        for id in UInt64(2)...3 {
            guard case .failed(let failure)? = session.report() else {
                Issue.record("no failure")
                return
            }
            #expect(failure.id == id && failure.code == .canceled)
        }
    }

    @Test func `answers each of many fetches once, also those that are canceled`() throws {
        let server = try LoopbackServer { connection in
            Thread.sleep(forTimeInterval: .random(in: 0...0.01))
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")
        }
        defer { server.stop() }
        let session = try TestSession(FetcherSettings(allow: ["127.0.0.1"], perHost: 16))
        for id in UInt64(1)...400 {
            let url = "http://127.0.0.1:\(server.port)/"
            session.send(.fetch(FetchRequest(id: id, url: url, maximumBytes: 10, milliseconds: 20_000)))
            if id % 3 == 0 { session.send(.cancel(id - 1)) }
            if id % 7 == 0 { session.send(.cancel(id + 1000)) }
        }
        let answers = session.answers(400)
        #expect(answers.count == 400)
        for (id, answer) in answers {
            if let failure = answer.failure {
                #expect(failure.code == .canceled && id % 3 == 2)
            } else {
                #expect(answer.body == Array("abc".utf8))
            }
        }
        session.closeWriting()
        #expect(session.waitForEnd() == .closed)
    }

    @Test func `fails fetches beyond its limit`() throws {
        let server = try LoopbackServer { connection in while connection.readByte() != nil {} }
        defer { server.stop() }
        let session = try TestSession()
        let count = UInt64(FetchQueue.maximumFetches + 10)
        for id in 1...count {
            let url = "http://127.0.0.1:\(server.port)/"
            session.send(.fetch(FetchRequest(id: id, url: url, maximumBytes: 10, milliseconds: 60_000)))
        }
        let answers = session.answers(10)
        #expect(answers.count == 10)
        #expect(answers.values.allSatisfy { $0.failure?.code == .overloaded })
    }

    @Test(
        arguments: [
            FetcherCommand.cancel(1).frame + [0, 0, 0, 0],
            FetcherCommand.fetch(FetchRequest(id: 1, url: "http://a/", maximumBytes: 1, milliseconds: 1)).frame,
            FetcherCommand.settings(FetcherSettings(allow: ["*"])).frame,
            FetcherCommand.settings(FetcherSettings(proxy: "https://a.example/")).frame,
            FetcherCommand.settings(FetcherSettings()).frame + FetcherCommand.settings(FetcherSettings()).frame,
            FetcherReport.ready(version: "1").frame,
            Array("GET / HTTP/1.1\r\n\r\n".utf8),
        ]
    )
    func `ends on a violation of the protocol`(bytes: [UInt8]) throws {
        let session = try TestSession(nil)
        session.send(bytes)
        guard case .protocolError = session.waitForEnd() else {
            Issue.record("the session goes on")
            return
        }
    }

    @Test func `ends if the number of a fetch is not higher than the one before`() throws {
        let session = try TestSession()
        for id in [2, 2] as [UInt64] {
            session.send(.fetch(FetchRequest(id: id, url: "x", maximumBytes: 1, milliseconds: 1)))
        }
        #expect(
            session.waitForEnd() == .protocolError("the number of a fetch is not higher than the one before")
        )
    }
}

private final class Counter: Sendable {
    let value = Atomic(0)
}
