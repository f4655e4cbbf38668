struct ReportTables {
    let settings: ComparisonSettings
    let result: ComparisonResult

    /// The figures of all servers, with the default transport and number of connections.
    var figures: ReportTable {
        table(result.workloads.filter(isPlain)) { "\($0.work.rawValue) \($0.chains.rawValue)" }
    }

    /// The figures with all measured numbers of connections and transports; nil if only the defaults were measured.
    var scaling: ReportTable? {
        let workloads = result.workloads.filter { $0.chains == settings.chains.first && $0.work != .warm }
        guard workloads.contains(where: { !isPlain($0) }) else { return nil }
        return table(workloads) { "\($0.work.rawValue), \($0.connections) × \($0.transport.rawValue)" }
    }

    /// The ratios with the default transport and number of connections.
    var ratios: ReportTable {
        let ratios = result.ratios
        let peers = BenchmarkedServer.peers.filter { peer in ratios.contains { $0.other == peer } }
        let names = peers.map(\.rawValue).flatMap { ["processor / \($0)", "rate / \($0)", "p99 / \($0)"] }
        var table = ReportTable(["workload"] + names + ["processor / ceiling", "rate / ceiling"])
        for workload in result.workloads where isPlain(workload) {
            let cells = (peers + [.ceiling]).flatMap { other in
                Self.cells(ratios.first { $0.workload == workload && $0.other == other }, other)
            }
            table.append(["\(workload.work.rawValue) \(workload.chains.rawValue)"] + cells)
        }
        return table
    }

    /// The cells of one row of ratios for another server; they are empty if there is no ratio.
    private static func cells(_ ratio: Ratio?, _ other: BenchmarkedServer) -> [String] {
        let isCeiling = other == .ceiling
        let values = [ratio?.processor, ratio?.rate] + (isCeiling ? [] : [ratio?.p99])
        return values.map { $0.map { Decimals.text($0, isCeiling ? 3 : 2) } ?? "" }
    }

    /// The memory of each server, and its time to the first verdict.
    var processes: ReportTable {
        var table = ReportTable([
            "server", "first verdict, ms", "resident then, MiB", "after 100,000 requests", "after 10,000,000",
        ])
        for memory in result.memory {
            let sizes = [memory.afterStart, memory.afterHundredThousand, memory.afterTenMillion]
            table.append(
                [
                    memory.contestant.rawValue,
                    Decimals.text(result.firstVerdictMilliseconds[memory.contestant] ?? 0, 1),
                ] + sizes.map { $0.map { Decimals.text(Double($0) / 1024, 1) } ?? "not measured" }
            )
        }
        return table
    }

    private func isPlain(_ workload: Workload) -> Bool {
        workload.connections == settings.connections && workload.transport == settings.transport
    }

    private func table(_ workloads: [Workload], name: (Workload) -> String) -> ReportTable {
        var table = ReportTable(["workload", "server", "requests/s", "p50, µs", "p99, µs", "processor, µs/request"])
        for workload in workloads {
            for contestant in BenchmarkedServer.allCases {
                guard let figures = result.measurement(of: contestant, beside: workload) else { continue }
                table.append([
                    name(workload), contestant.rawValue, Decimals.grouped(figures.requestsPerSecond),
                    Decimals.grouped(figures.medianMicroseconds), Decimals.grouped(figures.p99Microseconds),
                    Decimals.text(figures.processorMicroseconds, 1),
                ])
            }
        }
        return table
    }
}
