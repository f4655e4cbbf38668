import FetchProtocol
import Foundation
import Synchronization
import Testing

@testable import FetcherClient

/// How a fetcher that was taken over answers the first fetch of its first connection.
enum Lie: CaseIterable {
    case answersAnotherFetch, failsAnotherFetch, answersTwice, continuesAfterTheEnd, sendsTooMuch, answersBeforeTheFetch
    case failsWithoutSettings, acceptsTwice, hasAnotherStatus, sendsGarbage, sendsAnEmptyFrame, sendsALongFrame
    case sendsACommand, sendsInvalidText, closes

    /// A part of the reason for the failure.
    var reason: String {
        switch self {
        case .answersAnotherFetch, .failsAnotherFetch, .answersTwice, .continuesAfterTheEnd: "which is not outstanding"
        case .sendsTooMuch: "longer than the 100 bytes of its request"
        case .answersBeforeTheFetch, .failsWithoutSettings: "it did not accept the settings first"
        case .acceptsTwice: "it accepts the settings twice"
        case .hasAnotherStatus: "the status 404"
        case .sendsGarbage, .sendsAnEmptyFrame, .sendsALongFrame, .sendsACommand, .sendsInvalidText:
            "anchord-fetcher violates the protocol: "
        case .closes: "anchord-fetcher closed the connection"
        }
    }

    /// Whether the first fetch has a response before the violation.
    var isAnswered: Bool { [.answersTwice, .continuesAfterTheEnd].contains(self) }

    func tell(_ connection: FakeConnection) {
        switch self {
        case .answersBeforeTheFetch: connection.send(.part(1, [1]))
        case .failsWithoutSettings: connection.send(.failed(.failing(1, .internal)))
        default: connection.becomeReady()
        }
        guard let request = connection.nextFetch() else { return }
        switch self {
        case .answersAnotherFetch: connection.send(.completed(.answering(request.id + 1)))
        case .failsAnotherFetch: connection.send(.failed(.failing(request.id - 1, .timedOut)))
        case .answersTwice:
            connection.answer(request)
            connection.answer(request)
        case .continuesAfterTheEnd:
            connection.answer(request)
            connection.send(.part(request.id, [1]))
        case .sendsTooMuch:
            connection.send(.part(request.id, [UInt8](repeating: 1, count: 60)))
            connection.send(.part(request.id, [UInt8](repeating: 1, count: 41)))
        case .acceptsTwice: connection.send(.ready(version: "2"))
        case .hasAnotherStatus: connection.send(.completed(.answering(request.id, status: 404)))
        case .sendsGarbage: connection.send((0..<5000).map { _ in UInt8.random(in: 1...255) })
        case .sendsAnEmptyFrame: connection.send([0, 0, 0, 0])
        case .sendsALongFrame: connection.send([0xFF, 0xFF, 0xFF, 0xFF, 17])
        case .sendsACommand: connection.send(FetcherCommand.cancel(request.id).frame)
        case .sendsInvalidText: connection.send([0, 0, 0, 7, 16, 0, 0, 0, 2, 0xC3, 0x28])
        case .closes: return
        case .answersBeforeTheFetch, .failsWithoutSettings: break
        }
        connection.waitForEnd()
    }
}

@Suite struct `A fetcher that violates the protocol` {
    @Test(arguments: Lie.allCases)
    func `loses its connection, all its fetches fail, and the next connection is used`(lie: Lie) async throws {
        let isFirst = Mutex(true)
        let fetcher = try FakeFetcher { connection in
            let tells = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if tells { return lie.tell(connection) }
            connection.becomeReady()
            connection.answerAll()
        }
        defer { fetcher.end() }
        let scene = ClientScene(fetcher)
        async let first = scene.outcome(maximumBytes: 100)
        #expect(await scene.holds { !$0.failures.isEmpty })
        let why = try #require(scene.failures.first)
        #expect(why.contains(lie.reason), "\(why)")
        if lie.isAnswered {
            #expect(await first.text?.isEmpty == true)
        } else {
            #expect(await first.why == why)
        }
        #expect(await scene.holds { $0.client.figures.state == .running(processID: nil) })
        #expect(await scene.outcome("http://b.example/").text == "http://b.example/")
        #expect(scene.client.figures.restarts == 1)
        #expect(fetcher.connections == 2)
    }
}
