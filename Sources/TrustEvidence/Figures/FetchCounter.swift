import Synchronization
import TrustEvaluation

/// Counts the ended fetches by kind of evidence.
final class FetchCounter: Sendable {
    private let figures = Mutex<[EvidenceNeed.Method: FetchFigures]>([:])

    /// Records the assessment of a response; a request that is repeated with another digest is a failure.
    func count(_ method: EvidenceNeed.Method, _ assessment: ResponseAssessment, of response: EvidenceResponse) {
        var wasSent = true
        if case .failure(_, .fetcher) = response.outcome { wasSent = false }
        figures.withLock { figures in
            switch assessment {
            case .answer: figures[method, default: FetchFigures()].count(nil)
            case .failure(let failure, _, _, _):
                figures[method, default: FetchFigures()].count(failure.code)
            }
            if wasSent { figures[method]?.count(milliseconds: response.milliseconds) }
        }
    }

    /// Records a request that was canceled because no search waits for it.
    func countCanceled(_ method: EvidenceNeed.Method) {
        figures.withLock { $0[method, default: FetchFigures()].count(.canceled) }
    }

    /// The figures of the kinds that were fetched.
    var current: [EvidenceNeed.Method: FetchFigures] { figures.withLock { $0 } }
}
