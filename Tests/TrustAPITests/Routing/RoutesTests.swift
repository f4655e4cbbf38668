import Testing

@testable import TrustAPI

@Suite struct `The routing table` {
    @Test func `caches request heads only for evaluations`() {
        let remembering = Routes.all.filter(\.remembersHead).map { "\($0.method) \($0.path)" }
        #expect(remembering == ["POST /v1/evaluations"])
    }
}
