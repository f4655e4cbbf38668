import Synchronization

/// The counters of one worker or of the acceptor, separate so that threads rarely share a cache line.
final class ServerCounters: Sendable {
    let acceptedConnections = Atomic(0)
    let refusedConnections = Atomic(0)
    let refusedConnectionsFromAddress = Atomic(0)
    let acceptFailures = Atomic(0)
    let requests = Atomic(0)
    let answers = Atomic(0)
    let abandonedRequests = Atomic(0)
    let timedOutRequests = Atomic(0)
    let malformedRequests = Atomic(0)
    let bodiesTooLarge = Atomic(0)
    let unsupportedTransferEncodings = Atomic(0)
    let expectationsFailed = Atomic(0)
    let refusedBatches = Atomic(0)
    let refusedBatchesFromAddress = Atomic(0)
    let refusedForMemory = Atomic(0)
    /// Batches aborted because the server stopped.
    let cutBatches = Atomic(0)
    /// Responses that report that the server stopped while the request waited.
    let cutAnswers = Atomic(0)
    let refusedSuspensions = Atomic(0)
    let resumedByAnswer = Atomic(0)
    let resumedByTimeLimit = Atomic(0)
    let resumedByHangUp = Atomic(0)
    let resumedByStop = Atomic(0)

    func count(_ failure: HTTPFailure) {
        switch failure {
        case .malformedRequest: malformedRequests.increment()
        case .bodyTooLarge: bodiesTooLarge.increment()
        case .unsupportedTransferEncoding: unsupportedTransferEncodings.increment()
        case .expectationFailed: expectationsFailed.increment()
        case .requestTimeout: timedOutRequests.increment()
        case .tooManyBatches: refusedBatches.increment()
        case .tooManyBatchesFromAddress: refusedBatchesFromAddress.increment()
        case .tooManyBufferedBytes: refusedForMemory.increment()
        case .serverEnding: cutBatches.increment()
        case .tooManyConnections: refusedConnections.increment()
        case .tooManyConnectionsFromAddress: refusedConnectionsFromAddress.increment()
        case .tooManySuspended, .tooManySuspendedOfClient: refusedSuspensions.increment()
        // Counted when the connection was resumed.
        case .answerTimeout, .stoppedWhileSuspended: break
        // The items were counted, and the responses have a problem code.
        case .outdated: break
        }
    }

    /// Counts a suspended connection that is resumed because its wait was ended; without a failure, by the client.
    func countEndedWait(by failure: HTTPFailure?) {
        switch failure {
        case nil: resumedByHangUp.increment()
        case .answerTimeout: resumedByTimeLimit.increment()
        default: resumedByStop.increment()
        }
    }

    func add(to figures: inout ServerFigures) {
        figures.acceptedConnections += acceptedConnections.value
        figures.refusedConnections += refusedConnections.value
        figures.refusedConnectionsFromAddress += refusedConnectionsFromAddress.value
        figures.acceptFailures += acceptFailures.value
        figures.requests += requests.value
        figures.answers += answers.value
        figures.abandonedRequests += abandonedRequests.value
        figures.timedOutRequests += timedOutRequests.value
        figures.malformedRequests += malformedRequests.value
        figures.bodiesTooLarge += bodiesTooLarge.value
        figures.unsupportedTransferEncodings += unsupportedTransferEncodings.value
        figures.expectationsFailed += expectationsFailed.value
        figures.refusedBatches += refusedBatches.value
        figures.refusedBatchesFromAddress += refusedBatchesFromAddress.value
        figures.refusedForMemory += refusedForMemory.value
        figures.refusedSuspensions += refusedSuspensions.value
        figures.resumedByAnswer += resumedByAnswer.value
        figures.resumedByTimeLimit += resumedByTimeLimit.value
        figures.resumedByHangUp += resumedByHangUp.value
        figures.resumedByStop += resumedByStop.value
    }
}

extension Atomic<Int> {
    borrowing func increment() {
        add(1, ordering: .relaxed)
    }

    var value: Int { load(ordering: .relaxed) }
}
