import FetchProtocol
import Foundation
import Testing

@testable import FetcherClient

@Suite struct `Limits of the client` {
    @Test func `a fetch without an answer costs only itself`() async throws {
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            while let command = connection.next() {
                switch command {
                case .fetch(let request) where !request.url.contains("hang"): connection.answer(request, "fine")
                case .cancel(let id): connection.send(.failed(.failing(id, .canceled)))
                case .fetch, .settings: break
                }
            }
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher) { $0.grace = .milliseconds(100) }
        async let hung = scene.outcome("http://hang.example/", milliseconds: 200)
        #expect(await scene.outcome("http://a.example/").text == "fine")
        #expect(await hung.why == "anchord-fetcher did not answer within 0.3 s")
        #expect(await scene.outcome("http://a.example/").text == "fine")
        #expect(await scene.holds { $0.client.figures.outstanding == 0 })
        #expect(scene.failures.isEmpty)
    }

    @Test func `the time of a fetch counts anew from its begin`() throws {
        var limits = FetcherClientLimits()
        limits.grace = .zero
        var (table, effects) = (FetchTable(limits), FetchTable.Effects())
        let start = SuspendingClock.now
        table.add(.get(milliseconds: 1000), since: start, onBegin: {}, onEnd: { _ in })
        #expect(table.takeUnsent().count == 1)
        try table.receive(.begun(0), at: start + .milliseconds(900), &effects)
        try table.expire(at: start + .milliseconds(1899), &effects)
        #expect(effects.ended.isEmpty)
        try table.expire(at: start + .milliseconds(1900), &effects)
        #expect(effects.ended.count == 1)
    }

    @Test func `a process that does not confirm the end of a fetch in time is ended`() async throws {
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            connection.waitForEnd()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher) {
            $0.grace = .zero
            $0.silence = .milliseconds(200)
        }
        let recorder = OutcomeRecorder()
        scene.begin(.get(milliseconds: 60_000), as: "other", recorder)
        #expect(await scene.holds { if case .running = $0.client.figures.state { true } else { false } })
        // Only the end of a fetch that was sent must be confirmed; on a busy machine, one can expire before.
        repeat { _ = await scene.outcome(milliseconds: 50) } while scene.failures.isEmpty
        #expect(await scene.holds { _ in recorder.count == 1 })
        let why = recorder.outcomes["other"]?.first?.why
        #expect(why == "anchord-fetcher does not respond: it has not confirmed the end of a fetch within 0.2 s")
        #expect(scene.failures.first == why)
    }

    @Test func `a process that does not accept the settings in time is ended`() async throws {
        let fetcher = try FakeFetcher { $0.waitForEnd() }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher) { $0.readiness = .milliseconds(300) }
        #expect(await scene.outcome().why == "anchord-fetcher did not accept the settings within 0.3 s")
    }

    @Test func `fetches beyond the limit are overloaded at once, until others have ended`() async throws {
        let answers = DispatchSemaphore(value: 0)
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            answers.wait()
            connection.answerAll()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher) { $0.outstanding = 3 }
        let recorder = OutcomeRecorder()
        for _ in 0..<5 { scene.begin(as: "all", recorder) }
        #expect(recorder.outcomes["all"]?.map(\.code) == ["overloaded", "overloaded"])
        answers.signal()
        #expect(await scene.holds { _ in recorder.count == 5 })
        #expect(await scene.holds { $0.client.figures.outstanding == 0 })
        #expect(await scene.outcome("http://b.example/").text == "http://b.example/")
        #expect(scene.client.figures.outcomes == ["overloaded": 2, "response": 4])
    }

    @Test func `a canceled fetch uses its place until the process has confirmed its end`() async throws {
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            connection.waitForEnd()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher) { $0.outstanding = 1 }
        let recorder = OutcomeRecorder()
        let handle = scene.begin(as: "canceled", recorder)
        #expect(await scene.holds { $0.client.figures.sentBytes > 60 })
        handle.cancel()
        #expect(await scene.holds { _ in recorder.outcomes["canceled"]?.map(\.code) == ["canceled"] })
        #expect(await scene.outcome().code == "overloaded")
    }

    @Test func `requests that a process does not read use bounded memory and never block the caller`() async throws {
        let hasEnded = DispatchSemaphore(value: 0)
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            _ = hasEnded.wait(timeout: .now() + 120)
        }
        defer {
            hasEnded.signal()
            fetcher.end()
        }
        let scene = ClientScene(fetcher) { $0.requestBytes = 1 << 18 }
        let recorder = OutcomeRecorder()
        var request = FetchRequest.get()
        request.method = .post
        request.body = [UInt8](repeating: 1, count: FetchLimits.bodyBytes)
        let began = SuspendingClock().now
        for _ in 0..<200 {
            scene.begin(request, as: "all", recorder)
            try await Task.sleep(for: .milliseconds(1))
        }
        // A caller that waited for the process would wait for two minutes.
        #expect(SuspendingClock().now - began < .seconds(60))
        let refused = try #require(recorder.outcomes["all"]).filter { $0.code == "overloaded" }.count
        let acceptedBytes = (200 - refused) * FetchLimits.bodyBytes
        // The buffers of the socket have some requests too.
        #expect((200_000...800_000).contains(acceptedBytes), "\(acceptedBytes)")
    }

    @Test func `responses that exceed the memory of all responses are overloaded`() async throws {
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            guard let first = connection.nextFetch(), let second = connection.nextFetch() else { return }
            let part = [UInt8](repeating: 1, count: 60_000)
            connection.send(.part(first.id, part))
            connection.send(.part(second.id, part))
            connection.send(.part(second.id, part))
            connection.send(.completed(.answering(second.id)))
            connection.send(.completed(.answering(first.id)))
            connection.answerAll()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher) { $0.responseBytes = 100_000 }
        async let first = scene.outcome()
        #expect(await scene.holds { $0.client.figures.outstanding == 1 })
        #expect(await scene.outcome().code == "overloaded")
        #expect(await first.text?.utf8.count == 60_000)
        #expect(await scene.outcome("http://b.example/").text == "http://b.example/")
        #expect(scene.failures.isEmpty)
    }

    @Test func `the delay before a start doubles to 30 s, and is short again after a minute of health`() {
        var schedule = RestartSchedule()
        let delays = (0..<11).map { _ in schedule.delay(afterReadyFor: nil) }
        #expect(delays.map { $0 / .milliseconds(100) } == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
        #expect(schedule.delay(afterReadyFor: .seconds(59)) == .seconds(30))
        #expect(schedule.delay(afterReadyFor: .seconds(60)) == .milliseconds(100))
        #expect(schedule.delay(afterReadyFor: .seconds(1)) == .milliseconds(200))
    }
}
