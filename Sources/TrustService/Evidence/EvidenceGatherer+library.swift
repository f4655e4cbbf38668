import Synchronization
package import TrustEvaluation
package import TrustEvidence

extension EvidenceGatherer: EvidenceLibrary {
    /// Gathers evidence as ``EvidenceLibrary`` describes.
    package func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for share: ClientShare,
        _ allowance: FetchAllowance
    ) async -> GatheredEvidence {
        guard !needs.isEmpty else { return GatheredEvidence() }
        let wait = GatheringWait()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait.begin(continuation)
                wait.attach(
                    gather(needs, withinMilliseconds: milliseconds, for: share, allowance) { wait.end($0) }
                )
            }
        } onCancel: {
            wait.cancel()
        }
    }
}

/// The wait for one search.
private final class GatheringWait: Sendable {
    private struct State {
        var continuation: CheckedContinuation<GatheredEvidence, Never>?
        var search: (any EvidenceCancellation)?
        var isCanceled = false
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<GatheredEvidence, Never>) {
        state.withLock { $0.continuation = continuation }
    }

    func attach(_ search: any EvidenceCancellation) {
        let isCanceled = state.withLock { state in
            state.search = search
            return state.isCanceled
        }
        if isCanceled { cancel() }
    }

    func end(_ found: GatheredEvidence) {
        state.withLock { $0.continuation.take() }?.resume(returning: found)
    }

    func cancel() {
        let search = state.withLock { state in
            state.isCanceled = true
            return state.search
        }
        search?.cancel()
        if search != nil { end(GatheredEvidence()) }
    }
}
