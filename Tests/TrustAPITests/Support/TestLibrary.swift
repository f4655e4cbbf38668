import Dispatch
import Synchronization
import TrustEvaluation
import TrustEvidence
import TrustModel
import TrustService

/// A library with at most one OCSP response, which answers all needs: from memory, or after a wait.
final class TestLibrary: EvidenceLibrary {
    let response = Mutex<OCSPResponse?>(nil)
    /// Whether the response is in memory, so that no one waits.
    let isRemembered = Atomic(true)
    /// Whether the response is fetched again without an evaluation.
    let isFollowed = Atomic(false)
    let changes = Atomic<UInt64>(0)
    /// The numbers of look-ups, of those for revocations, and of waits.
    let lookups = Atomic(0)
    let revocationLookups = Atomic(0)
    let waits = Atomic(0)
    let refreshed = Mutex<[EvidenceNeed]>([])
    /// Called during each wait, on another thread.
    let duringWait = Mutex<@Sendable () -> Void>({})

    var changeCount: UInt64 { changes.load(ordering: .relaxed) }
    /// The time, and the times for which evaluations waited, in milliseconds.
    let clock = Atomic<Int64>(0)
    let limits = Mutex<[Int64]>([])
    var milliseconds: Int64 { clock.load(ordering: .relaxed) }

    func refresh(_ needs: [EvidenceNeed]) { refreshed.withLock { $0 += needs } }

    func isFollowing(_ need: EvidenceNeed) -> Bool { isFollowed.load(ordering: .relaxed) }

    func keep(_ issuers: [FetchedIssuer]) {}

    /// All evidence is one part of the memory.
    let watched = WatchedTopics()
    func topics(of need: EvidenceNeed) -> [EvidenceTopic] { [EvidenceTopic(number: 0)] }

    func changes(since count: UInt64) -> [EvidenceTopic: UInt64]? {
        let count = changeCount
        return count > 0 ? [EvidenceTopic(number: 0): count] : [:]
    }

    func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        lookups.add(1, ordering: .relaxed)
        return isRemembered.load(ordering: .relaxed) ? found(for: need) : nil
    }

    func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        revocationLookups.add(1, ordering: .relaxed)
        return isRemembered.load(ordering: .relaxed) ? found(for: need) : nil
    }

    /// Waits for another thread, and returns the response or nothing for each need.
    func results(
        for needs: [EvidenceNeed],
        withinMilliseconds milliseconds: Int64,
        for share: ClientShare,
        _ allowance: FetchAllowance
    ) async -> GatheredEvidence {
        var all = GatheredEvidence()
        guard !needs.isEmpty else { return all }
        limits.withLock { $0.append(milliseconds) }
        waits.add(1, ordering: .relaxed)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                duringWait.withLock { $0 }()
                continuation.resume()
            }
        }
        for need in needs {
            all.add(found(for: need) ?? GatheredEvidence.Result(need))
        }
        return all
    }

    private func found(for need: EvidenceNeed) -> GatheredEvidence.Result? {
        guard need.method == .ocsp, let response = response.withLock({ $0 }) else { return nil }
        return GatheredEvidence.Result(
            need,
            evidence: RevocationEvidence(responses: [response]),
            origin: .cache(age: 30)
        )
    }
}
