import FetchProtocol
import Foundation
import Testing
import TrustTestSupport

@testable import FetcherClient

@Suite struct `Cancellation and many fetches` {
    @Test func `ten thousand fetches with random cancellations each call their completion exactly once`() async throws {
        let count = 10_000
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            var open: [FetchRequest] = []
            var generator = SystemRandomNumberGenerator()
            while let command = connection.next() {
                switch command {
                case .settings: break
                case .cancel(let id):
                    guard let index = open.firstIndex(where: { $0.id == id }) else { continue }
                    open.remove(at: index)
                    connection.send(.failed(.failing(id, .canceled)))
                case .fetch(let request):
                    open.append(request)
                    guard open.count > 8 || request.url.hasSuffix("9") else { continue }
                    open.shuffle(using: &generator)
                    for request in open { connection.answer(request, request.url) }
                    open = []
                }
            }
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        let recorder = OutcomeRecorder()
        for number in 0..<count {
            // Wait for a free place, so that no fetch is refused.
            while scene.client.figures.outstanding > 1000 { await Task.yield() }
            let url = "http://a.example/\(number)"
            let handle = scene.begin(.get(url), as: url, recorder)
            if Int.random(in: 0..<4) == 0 { handle.cancel() }
        }
        // Its URL ends in 9, so that the fetcher answers all fetches before it.
        #expect(await scene.outcome("http://a.example/last9").text != nil)
        #expect(await scene.holds { _ in recorder.count == count })
        #expect(recorder.outcomes.count == count)
        #expect(recorder.outcomes.allSatisfy { url, outcomes in outcomes.allSatisfy { $0.text ?? url == url } })
        #expect(await scene.holds { $0.client.figures.outstanding == 0 })
        #expect(scene.client.figures.outcomes.values.reduce(0, +) == count + 1)
        #expect(Set(scene.client.figures.outcomes.keys).isSubset(of: ["response", "canceled"]))
        #expect(scene.events == [.ready(processID: nil)])
    }

    @Test func `a completion can begin another fetch and stop the client`() async throws {
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            connection.answerAll()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        let second = await Task(executorPreference: InlineExecutor()) { [client = scene.client] in
            _ = await client.fetch(.get())
            // The rest runs on the thread of the client.
            let outcome = await client.fetch(.get("http://second.example/"))
            client.stop()
            return outcome
        }.value
        #expect(second.text == "http://second.example/")
        #expect(await scene.outcome().why != nil)
        #expect(await scene.holds { $0.client.figures.state == .stopped })
    }

    @Test func `stopping fails all outstanding and later fetches`() async throws {
        let fetcher = try FakeFetcher { connection in
            connection.becomeReady()
            connection.waitForEnd()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        let recorder = OutcomeRecorder()
        for _ in 0..<10 { scene.begin(as: "before", recorder) }
        #expect(await scene.holds { $0.client.figures.state == .running(processID: nil) })
        scene.client.stop()
        scene.begin(as: "after", recorder)
        #expect(recorder.outcomes["before"]?.map(\.why) == .init(repeating: "the daemon is stopping", count: 10))
        #expect(recorder.outcomes["after"]?.map { $0.why != nil } == [true])
        #expect(scene.client.figures.state == .stopped)
        scene.client.stop()
    }
}
