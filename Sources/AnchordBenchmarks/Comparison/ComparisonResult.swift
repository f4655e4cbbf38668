/// A server and a workload under which it is measured in every round.
struct Series: Hashable, Sendable {
    let contestant: BenchmarkedServer
    let workload: Workload
}

struct ComparisonResult: Sendable {
    /// The medians over all rounds.
    let measurements: [Series: Measurement]
    /// The time in milliseconds from the start of the process to its first verdict, the median over all rounds.
    let firstVerdictMilliseconds: [BenchmarkedServer: Double]
    /// The resident memory of the servers that evaluate chains.
    let memory: [MemoryFigures]

    /// The workloads measured for anchord, in the order in which reports list them.
    var workloads: [Workload] {
        measurements.keys.filter { $0.contestant == .anchord }.map(\.workload).sorted {
            $0.rank.lexicographicallyPrecedes($1.rank)
        }
    }

    /// Returns the figures of a server for a workload, or for the workload's counterpart if the server is not anchord.
    func measurement(of contestant: BenchmarkedServer, beside workload: Workload) -> Measurement? {
        let compared = contestant == .anchord ? workload : workload.counterpart
        return measurements[Series(contestant: contestant, workload: compared)]
    }

    /// The ratios of anchord to every other server, for all workloads that were measured for both.
    var ratios: [Ratio] {
        workloads.flatMap { workload in
            (BenchmarkedServer.peers + [.ceiling]).compactMap { other in
                guard let ours = measurement(of: .anchord, beside: workload),
                    let theirs = measurement(of: other, beside: workload)
                else { return nil }
                return Ratio(workload: workload, other: other, ours: ours, theirs: theirs)
            }
        }
    }
}

extension Workload {
    /// The key by which reports sort workloads.
    fileprivate var rank: [Int] {
        [
            Transport.allCases.firstIndex(of: transport) ?? 0, connections,
            Work.allCases.firstIndex(of: work) ?? 0, ChainKind.allCases.firstIndex(of: chains) ?? 0,
        ]
    }
}
