import Dispatch
import Synchronization
import TrustEvaluation
import TrustModel

/// Blocks the threads that check signatures while it is closed, and counts the checks.
final class SignatureGate: Sendable {
    private struct State {
        var isClosed = false
        var checks = 0
    }

    private let state = Mutex(State())
    private let opened = DispatchSemaphore(value: 0)

    /// Whether checks wait; false after three minutes too, so that a failing test ends.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The number of checks that have begun since the gate was closed.
    var checks: Int { state.withLock { $0.checks } }

    func close() { state.withLock { $0 = State(isClosed: true) } }

    func open() {
        state.withLock { $0.isClosed = false }
        opened.signal()
    }

    fileprivate func pass() {
        let isClosed = state.withLock { state in
            state.checks += 1
            return state.isClosed
        }
        guard isClosed else { return }
        if opened.wait(timeout: .now() + .seconds(180)) == .timedOut { state.withLock { $0.isClosed = false } }
        opened.signal()
    }
}

/// Checks signatures behind a gate.
struct GatedChecks: SignatureVerifying {
    let checks: any SignatureVerifying
    let gate: SignatureGate

    func isSigned(_ certificate: Certificate, by issuer: Certificate) throws(LibraryFailure) -> Bool {
        gate.pass()
        return try checks.isSigned(certificate, by: issuer)
    }
}
