import FetchProtocol
import Foundation
import Synchronization
import Testing
import TrustTestSupport

@testable import FetcherClient

@Suite struct `The client of the fetcher` {
    @Test func `sends the settings first, and fetches after they were accepted`() async throws {
        let received = Mutex<[FetcherCommand]>([])
        let early = Mutex<FetcherCommand?>(nil)
        let accepts = DispatchSemaphore(value: 0)
        let fetcher = try FakeFetcher { connection in
            guard let first = connection.next() else { return }
            received.withLock { $0.append(first) }
            accepts.wait()
            early.withLock { $0 = connection.nextReceived() }
            connection.send(.ready(version: "1"))
            while let command = connection.next() {
                received.withLock { $0.append(command) }
                if case .fetch(let request) = command { connection.answer(request, "body of \(request.url)") }
            }
        }
        defer { fetcher.end() }
        let settings = FetcherSettings(allow: ["10.0.0.0/8"], proxy: "http://p:1", concurrent: 3, perHost: 2)
        let scene = ClientScene(.socket(path: fetcher.path), settings: settings)
        #expect(scene.client.figures.state == .notStarted)
        let recorder = OutcomeRecorder()
        scene.begin(.get("http://a.example/x"), as: "first", recorder)
        #expect(await scene.holds { _ in received.withLock { $0.count } == 1 })
        // The client's thread has tried to send the first fetch when it handles the last cancellation.
        for count in 1...2 {
            scene.begin(as: "canceled", recorder).cancel()
            #expect(await scene.holds { _ in recorder.outcomes["canceled"]?.count == count })
        }
        accepts.signal()
        #expect(await scene.holds { _ in recorder.count == 3 })
        #expect(recorder.outcomes["first"]?.map(\.text) == ["body of http://a.example/x"])
        #expect(await scene.outcome("http://a.example/y").text == "body of http://a.example/y")
        let commands = received.withLock { $0 }
        #expect(early.withLock { $0 } == nil)
        #expect(commands.first == .settings(settings))
        #expect(
            commands.dropFirst().map { if case .fetch(let request) = $0 { "\(request.id) \(request.url)" } else { "" } }
                == ["1 http://a.example/x", "4 http://a.example/y"]
        )
        #expect(scene.events == [.ready(processID: nil)])
    }

    @Test func `reports when a fetch has left the queue of the process`() async throws {
        let (begun, begins) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            guard let request = connection.nextFetch() else { return }
            begins.wait()
            connection.send(.begun(request.id))
            begun.wait()
            connection.answer(request)
            connection.waitForEnd()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        let events = Mutex<[String]>([])
        let note = { @Sendable (event: String) in events.withLock { $0.append(event) } }
        let request = FetchRequest(id: 0, url: "http://a.example/", maximumBytes: 100, milliseconds: 60_000)
        let fetch = Task(executorPreference: InlineExecutor()) {
            _ = await scene.client.fetch(request) {
                note("begun")
                begun.signal()
            }
            note("ended")
        }
        note("posted")
        begins.signal()
        await fetch.value
        #expect(events.withLock { $0 } == ["posted", "begun", "ended"])
    }

    @Test func `joins the parts of a body of several megabytes, and reports the completion unchanged`() async throws {
        let completion = FetchCompletion(
            id: 1,
            status: 203,
            url: "http://b.example/",
            contentType: "application/pkix-crl",
            maximumAge: 60,
            milliseconds: 7,
            address: "2001:db8::1"
        )
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            _ = connection.nextFetch()
            for part in 0..<32 {
                connection.send(.part(1, [UInt8](repeating: UInt8(part), count: FetchLimits.partBytes)))
            }
            connection.send(.completed(completion))
            connection.waitForEnd()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        let expected = (0..<32).flatMap { [UInt8](repeating: UInt8($0), count: FetchLimits.partBytes) }
        let outcome = await scene.outcome(maximumBytes: UInt64(expected.count))
        #expect(outcome == .response(FetchResponse(completion: completion, body: expected)))
        #expect(scene.client.figures.receivedBytes > expected.count)
        #expect(scene.client.figures.outcomes == ["response": 1])
        #expect(scene.client.figures.outstanding == 0)
    }

    @Test func `reports each failure of a fetch, without the parts before it, and continues`() async throws {
        let codes = FetchFailure.Code.allCases
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            for code in codes {
                guard let request = connection.nextFetch() else { return }
                connection.send(.part(request.id, [1, 2, 3]))
                connection.send(.failed(.failing(request.id, code)))
            }
            connection.answerAll()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        for (index, code) in codes.enumerated() {
            #expect(await scene.outcome() == .failure(.failing(UInt64(index + 1), code)))
        }
        #expect(await scene.outcome("http://z.example/").text == "http://z.example/")
        #expect(scene.client.figures.outcomes.count == codes.count + 1)
        #expect(scene.events == [.ready(processID: nil)])
    }

    @Test func `a canceled fetch ends at once, and its answers afterwards are ignored`() async throws {
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            guard let first = connection.nextFetch() else { return }
            connection.answer(first)
            guard let request = connection.nextFetch() else { return }
            while let command = connection.next(), command != .cancel(request.id) {}
            connection.send(.part(request.id, [1]))
            connection.answer(request, "late")
            connection.answerAll()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        #expect(await scene.outcome().text?.isEmpty == true)
        let recorder = OutcomeRecorder()
        let sentBytes = scene.client.figures.sentBytes
        let handle = scene.begin(as: "canceled", recorder)
        #expect(await scene.holds { $0.client.figures.sentBytes > sentBytes })
        handle.cancel()
        handle.cancel()
        #expect(await scene.holds { _ in recorder.count > 0 })
        #expect(await scene.outcome("http://n.example/").text == "http://n.example/")
        #expect(recorder.outcomes["canceled"]?.map(\.code) == ["canceled"])
        #expect(scene.failures.isEmpty)
    }

    @Test func `refuses requests that exceed a limit of the protocol, and sends nothing`() async throws {
        let scene = ClientScene(.executable(path: "/nonexistent/anchord-fetcher"))
        var long = FetchRequest.get("http://a.example/" + String(repeating: "a", count: FetchLimits.urlBytes))
        let outcomes = OutcomeRecorder()
        scene.begin(long, as: "url", outcomes)
        long = .get()
        long.body = [UInt8](repeating: 0, count: FetchLimits.bodyBytes + 1)
        scene.begin(long, as: "body", outcomes)
        long = .get()
        long.acceptedTypes = [String](repeating: "a", count: FetchLimits.types + 1)
        scene.begin(long, as: "types", outcomes)
        let codes = outcomes.outcomes.mapValues { $0.map(\.code) }
        #expect(codes == ["url": ["badURL"], "body": ["internal"], "types": ["internal"]])
        #expect(scene.client.figures.state == .notStarted)
    }
}
