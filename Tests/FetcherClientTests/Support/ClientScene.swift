import FetchProtocol
import Synchronization
import Testing
import TrustTestSupport

@testable import FetcherClient

/// A client whose events are recorded; stopped on deinitialization.
final class ClientScene: Sendable {
    let client: FetcherClient
    private let recorder: EventRecorder

    init(
        _ location: FetcherLocation,
        settings: FetcherSettings = FetcherSettings(),
        _ change: (inout FetcherClientLimits) -> Void = { _ in }
    ) {
        var limits = FetcherClientLimits()
        change(&limits)
        let recorder = EventRecorder()
        self.recorder = recorder
        client = FetcherClient(location, settings: settings, limits: limits) { recorder.add($0) }
    }

    convenience init(_ fetcher: FakeFetcher, _ change: (inout FetcherClientLimits) -> Void = { _ in }) {
        self.init(.socket(path: fetcher.path), change)
    }

    deinit {
        client.stop()
    }

    /// The changes of the process so far.
    var events: [FetcherEvent] { recorder.events }

    /// The reasons of failures so far.
    var failures: [String] {
        events.compactMap { if case .failed(let why, _) = $0 { why } else { nil } }
    }

    /// Fetches and waits for the outcome.
    func outcome(
        _ url: String = "http://a.example/",
        maximumBytes: UInt64 = 1 << 20,
        milliseconds: UInt32 = 20_000
    )
        async -> FetchOutcome
    {
        await client.fetch(.get(url, maximumBytes: maximumBytes, milliseconds: milliseconds))
    }

    /// Begins a fetch before it returns, and records the outcome.
    @discardableResult
    func begin(_ request: FetchRequest = .get(), as name: String, _ recorder: OutcomeRecorder) -> Task<Void, Never> {
        Task(executorPreference: InlineExecutor()) { [client] in recorder.add(name, await client.fetch(request)) }
    }

    /// Waits up to three minutes until a condition holds; returns whether it does.
    func holds(_ condition: (ClientScene) -> Bool) async -> Bool {
        for _ in 0..<36_000 {
            if condition(self) { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return condition(self)
    }
}

/// Collects events from the client's thread.
final class EventRecorder: Sendable {
    private let recorded = Mutex<[FetcherEvent]>([])

    func add(_ event: FetcherEvent) { recorded.withLock { $0.append(event) } }

    var events: [FetcherEvent] { recorded.withLock { $0 } }
}

/// Collects the outcomes of many fetches, by their URLs.
final class OutcomeRecorder: Sendable {
    private let recorded = Mutex<[String: [FetchOutcome]]>([:])

    func add(_ url: String, _ outcome: FetchOutcome) { recorded.withLock { $0[url, default: []].append(outcome) } }

    var outcomes: [String: [FetchOutcome]] { recorded.withLock { $0 } }
    var count: Int { recorded.withLock { $0.values.reduce(0) { $0 + $1.count } } }
}

extension FetchRequest {
    static func get(
        _ url: String = "http://a.example/",
        maximumBytes: UInt64 = 1 << 20,
        milliseconds: UInt32 = 20_000
    ) -> FetchRequest {
        FetchRequest(id: 0, url: url, maximumBytes: maximumBytes, milliseconds: milliseconds)
    }
}

extension FetchOutcome {
    /// The body of a response as text; nil for other outcomes.
    var text: String? {
        if case .response(let response) = self { String(decoding: response.body, as: UTF8.self) } else { nil }
    }

    /// Why the process is unavailable; nil for other outcomes.
    var why: String? {
        if case .unavailable(let why) = self { why } else { nil }
    }
}
