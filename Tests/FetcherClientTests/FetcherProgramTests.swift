import FetchProtocol
import Foundation
import Glibc
import Testing

@testable import FetcherClient

/// Tests with the program anchord-fetcher that was built with these tests.
@Suite struct `The client with the program anchord-fetcher` {
    private let server: LoopbackServer
    private let location: FetcherLocation

    init() throws {
        server = try LoopbackServer()
        location = try #require(FetcherLocation.besideThisProgram)
        try #require(location.obstacle == nil, "build the package with its programs first")
    }

    private func scene(allow: [String] = ["127.0.0.1"]) -> ClientScene {
        ClientScene(location, settings: FetcherSettings(allow: allow))
    }

    @Test func `fetches from allowed addresses only`() async throws {
        defer { server.end() }
        let scene = scene()
        #expect(await scene.outcome(server.url("/a")).text == "/a")
        #expect(await scene.outcome("https://127.0.0.1/").code == "badURL")
        #expect(await scene.outcome(server.url("/long-path"), maximumBytes: 4).code == "tooLarge")
        let strict = self.scene(allow: [])
        #expect(await strict.outcome(server.url("/a")).code == "forbiddenAddress")
        #expect(scene.failures.isEmpty && strict.failures.isEmpty)
        scene.client.stop()
    }

    @Test func `two hundred concurrent fetches each get their own response`() async throws {
        defer { server.end() }
        let scene = scene()
        let recorder = OutcomeRecorder()
        for number in 0..<200 {
            let url = server.url("/\(number)")
            scene.begin(.get(url), as: "/\(number)", recorder)
        }
        #expect(await scene.holds { _ in recorder.count == 200 })
        #expect(recorder.outcomes.allSatisfy { path, outcomes in outcomes.map(\.text) == [path] })
        #expect(scene.failures.isEmpty)
    }

    @Test func `a server that hangs costs only its own fetch, and a canceled fetch ends`() async throws {
        defer { server.end() }
        let scene = scene()
        let recorder = OutcomeRecorder()
        scene.begin(.get(server.url("/hang"), milliseconds: 500), as: "hang", recorder)
        let handle = scene.begin(.get(server.url("/hang/canceled")), as: "canceled", recorder)
        #expect(await scene.outcome(server.url("/b")).text == "/b")
        handle.cancel()
        #expect(await scene.holds { _ in recorder.count == 2 })
        #expect(recorder.outcomes.mapValues { $0.map(\.code) } == ["hang": ["timedOut"], "canceled": ["canceled"]])
        #expect(await scene.holds { $0.client.figures.outstanding == 0 })
        #expect(scene.failures.isEmpty)
    }

    @Test func `a killed program is started again, and its fetches fail`() async throws {
        defer { server.end() }
        let scene = scene()
        #expect(await scene.outcome(server.url("/a")).text == "/a")
        let recorder = OutcomeRecorder()
        scene.begin(.get(server.url("/hang")), as: "hang", recorder)
        guard case .running(let id?) = scene.client.figures.state else {
            Issue.record("\(scene.client.figures.state)")
            return
        }
        kill(id, SIGKILL)
        #expect(await scene.holds { _ in recorder.count == 1 })
        #expect(recorder.outcomes["hang"]?.map(\.why) == ["anchord-fetcher was ended by signal 9"])
        #expect(await scene.holds { if case .running = $0.client.figures.state { true } else { false } })
        #expect(await scene.outcome(server.url("/c")).text == "/c")
        #expect(scene.client.figures.restarts == 1)
    }
}
