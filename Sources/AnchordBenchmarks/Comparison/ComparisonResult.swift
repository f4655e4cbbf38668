/// One contestant under one workload.
struct Series: Hashable, Sendable {
    let contestant: BenchmarkedServer
    let workload: Workload
}

/// Everything that one run of the comparison found.
struct ComparisonResult: Sendable {
    /// Medians over the rounds.
    let measurements: [Series: Measurement]
    /// From the start of the process to its first verdict.
    let firstVerdictMilliseconds: [BenchmarkedServer: Double]
    /// Resident memory of those who evaluate.
    let memory: [MemoryFigures]

    /// What was asked of anchord, in the order of reports.
    var workloads: [Workload] {
        measurements.keys.filter { $0.contestant == .anchord }.map(\.workload).sorted {
            $0.rank.lexicographicallyPrecedes($1.rank)
        }
    }

    /// The figures of a contestant that stand beside anchord's under a workload.
    func measurement(of contestant: BenchmarkedServer, beside workload: Workload) -> Measurement? {
        let compared = contestant == .anchord ? workload : workload.counterpart
        return measurements[Series(contestant: contestant, workload: compared)]
    }

    /// How anchord compares with others, for every workload of both.
    var ratios: [Ratio] {
        workloads.flatMap { workload in
            [BenchmarkedServer.go, .ceiling].compactMap { other in
                guard let ours = measurement(of: .anchord, beside: workload),
                    let theirs = measurement(of: other, beside: workload)
                else { return nil }
                return Ratio(workload: workload, other: other, ours: ours, theirs: theirs)
            }
        }
    }
}

extension Workload {
    /// Its place in reports.
    fileprivate var rank: [Int] {
        [
            Transport.allCases.firstIndex(of: transport) ?? 0, connections,
            Work.allCases.firstIndex(of: work) ?? 0, ChainKind.allCases.firstIndex(of: chains) ?? 0,
        ]
    }
}
