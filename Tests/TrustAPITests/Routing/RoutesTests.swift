import Testing

@testable import TrustAPI

@Suite struct `The routing table` {
    @Test func `caches request heads only for evaluations`() {
        let remembering = Routes.all.filter(\.remembersHead).map { "\($0.method) \($0.path)" }
        #expect(remembering == ["POST /v1/evaluations"])
    }

    @Test func `requires permission to reload, and decides it for every request`() {
        let restricted = Routes.all.filter { $0.permission == .reload }
        #expect(restricted.map { "\($0.method) \($0.path)" } == ["POST /v1/reload"])
        #expect(restricted.allSatisfy { !$0.remembersHead })
    }
}
