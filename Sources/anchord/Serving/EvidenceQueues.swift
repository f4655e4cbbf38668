import Dispatch
import TrustEvaluation

/// The threads of the tasks that fetch evidence.
///
/// Responses are read one after the other: CRLs on one thread, the others, which are short, on another.
struct EvidenceQueues: Sendable {
    /// Runs what is neither reading nor verifying.
    let fetches = QueueExecutor(DispatchQueue(label: "anchord.evidence.fetches"))
    private let lists = QueueExecutor(DispatchQueue(label: "anchord.evidence.lists", qos: .utility))
    private let others = QueueExecutor(DispatchQueue(label: "anchord.evidence.others"))

    @Sendable func reader(of method: EvidenceNeed.Method) -> any TaskExecutor {
        switch method {
        case .crl: lists
        case .ocsp, .issuer: others
        }
    }
}

/// Runs the jobs of tasks on a serial queue.
final class QueueExecutor: TaskExecutor {
    private let queue: DispatchQueue

    init(_ queue: DispatchQueue) { self.queue = queue }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
