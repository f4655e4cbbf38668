import Glibc

/// The requests that wait for a later answer.
///
/// libmicrohttpd neither notices that the client of a suspended connection has disconnected, nor applies timeouts, nor can
/// be stopped. The acceptor checks the table instead, at the same intervals as other timeouts.
final class SuspensionTable: Sendable {
    private struct State {
        var answers: [ObjectIdentifier: LaterAnswer] = [:]
        var isClosed = false
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.answers.count } }

    /// Adds an answer; throws a failure if the server stops.
    func admit(_ answer: LaterAnswer) throws(HTTPFailure) {
        let isAdmitted = state.withLock { state in
            if !state.isClosed { state.answers[ObjectIdentifier(answer)] = answer }
            return !state.isClosed
        }
        if !isAdmitted { throw .stoppedSuspension }
    }

    func remove(_ answer: LaterAnswer) {
        state.withLock { _ = $0.answers.removeValue(forKey: ObjectIdentifier(answer)) }
    }

    /// Resolves the answers whose client has disconnected, and those whose deadline has passed.
    func resolveEnded(now: UInt64) {
        let (abandoned, overdue) = state.withLock { state in
            let answers = Array(state.answers.values)
            return (Self.abandoned(answers), answers.filter { $0.deadline.map { $0 <= now } ?? false })
        }
        for answer in abandoned { answer.resolve(.abandoned) }
        for answer in overdue { answer.resolve(.failed(.lateAnswer)) }
    }

    /// Resolves all answers because the server stops, and admits no more; returns how many there were.
    func close() -> Int {
        let answers = state.withLock { state in
            state.isClosed = true
            return Array(state.answers.values)
        }
        for answer in answers { answer.resolve(.failed(.stoppedSuspension)) }
        return answers.count
    }

    /// Returns the answers whose client has disconnected.
    ///
    /// The lock keeps the descriptors valid: an answer is removed before its connection is resumed. An answer that is
    /// just being removed may have a descriptor that was reused; it is already resolved, so the mistake has no effect.
    private static func abandoned(_ answers: [LaterAnswer]) -> [LaterAnswer] {
        guard !answers.isEmpty else { return [] }
        var polled = answers.map { Descriptor.hangUpPoll($0.descriptor, endsWithInput: $0.endsWithInput) }
        guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return [] }
        return zip(answers, polled).filter { Descriptor.hasHungUp($0.1) }.map(\.0)
    }
}
