import Glibc

/// The requests whose tasks wait.
///
/// libmicrohttpd neither notices that the client of a suspended connection has disconnected, nor applies timeouts, nor can
/// be stopped. The acceptor checks the table instead, at the same intervals as other timeouts.
final class SuspensionTable: Sendable {
    private struct State {
        var requests: [ObjectIdentifier: PendingRequest] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.requests.count } }

    /// Adds a request; throws a failure if the server stops.
    func admit(_ request: PendingRequest) throws(HTTPFailure) {
        let isAdmitted = state.withLock { state in
            if !state.isClosed { state.requests[ObjectIdentifier(request)] = request }
            return !state.isClosed
        }
        if !isAdmitted { throw .stoppedSuspension }
    }

    func remove(_ request: PendingRequest) {
        state.withLock { _ = $0.requests.removeValue(forKey: ObjectIdentifier(request)) }
    }

    /// Ends the waits of clients that have disconnected, and those whose deadline has passed.
    func endWaits(now: UInt64) {
        let (abandoned, overdue) = state.withLock { state in
            let requests = Array(state.requests.values)
            return (Self.abandoned(requests), requests.filter { $0.isOverdue(at: now) })
        }
        for request in abandoned { request.end(nil) }
        for request in overdue { request.end(.lateAnswer) }
    }

    /// Ends all waits because the server stops, and admits no more; returns how many there were.
    func close() -> Int {
        let requests = state.withLock { state in
            state.isClosed = true
            return Array(state.requests.values)
        }
        for request in requests { request.end(.stoppedSuspension) }
        return requests.count
    }

    /// Returns the requests whose client has disconnected.
    ///
    /// The lock keeps the descriptors valid: a request is removed before its connection is closed.
    private static func abandoned(_ requests: [PendingRequest]) -> [PendingRequest] {
        guard !requests.isEmpty else { return [] }
        var polled = requests.map { Descriptor.hangUpPoll($0.descriptor, endsWithInput: $0.endsWithInput) }
        guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return [] }
        return zip(requests, polled).filter { Descriptor.hasHungUp($0.1) }.map(\.0)
    }
}
