import TrustEvaluation
import TrustModel

/// The progress of a search about one certificate: its methods in turn, each with a head start.
struct CertificateProgress {
    /// The positions of the needs about the certificate.
    let members: [Int]
    /// The number of methods.
    let ranks: Int
    private(set) var isDone = false
    /// The times at which the methods were started.
    private var starts: [Int64] = []

    private init(_ members: [Int], ranks: Int) {
        self.members = members
        self.ranks = ranks
    }

    /// Returns the needs by certificate, in their order.
    static func groups(of progress: [NeedProgress]) -> [CertificateProgress] {
        var order: [Certificate] = []
        var members: [Certificate: [Int]] = [:]
        for (index, item) in progress.enumerated() {
            if members[item.need.certificate] == nil { order.append(item.need.certificate) }
            members[item.need.certificate, default: []].append(index)
        }
        return order.map { certificate in
            let own = members[certificate] ?? []
            return CertificateProgress(own, ranks: 1 + (own.map { progress[$0].rank }.max() ?? 0))
        }
    }

    mutating func start(_ rank: Int, at now: Int64) {
        if starts.count == rank { starts.append(now) }
    }

    /// Returns the needs of the methods that were started.
    func members(started progress: [NeedProgress]) -> [Int] { members.filter { progress[$0].rank < starts.count } }

    /// Starts the next method after a failure or a head start, and notes the end.
    ///
    /// A revocation ends the search at once. After another answer, the other methods that run are waited for until their head
    /// starts are over, so that a revocation that arrives meanwhile prevails.
    mutating func advance(_ progress: [NeedProgress], at now: Int64, headStart: Int64) {
        if members.contains(where: { progress[$0].revokes }) { isDone = true }
        guard !isDone else { return }
        while starts.count < ranks, !isAnswered(progress),
            isEnded(starts.count - 1, progress) || now - (starts.last ?? now) >= headStart
        {
            starts.append(now)
        }
        let running = starts.indices.filter { !isEnded($0, progress) }
        isDone =
            isAnswered(progress)
            ? running.allSatisfy { now - starts[$0] >= headStart } : running.isEmpty && starts.count == ranks
    }

    /// The time at which the next method starts, or at which a running one is not waited for any longer.
    func wakeTime(_ progress: [NeedProgress], headStart: Int64) -> Int64? {
        let running = starts.indices.filter { !isEnded($0, progress) }
        guard isAnswered(progress) else { return starts.count < ranks ? starts.last.map { $0 + headStart } : nil }
        return running.map { starts[$0] + headStart }.max()
    }

    /// Whether a method has answered.
    func isAnswered(_ progress: [NeedProgress]) -> Bool {
        (0..<ranks).contains { rank in
            isEnded(rank, progress) && members.contains { progress[$0].rank == rank && progress[$0].result != nil }
        }
    }

    private func isEnded(_ rank: Int, _ progress: [NeedProgress]) -> Bool {
        members.allSatisfy { progress[$0].rank != rank || progress[$0].isEnded }
    }
}
