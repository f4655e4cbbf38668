/// The scope and duration of a comparison.
struct ComparisonSettings: Codable, Sendable {
    /// The kinds of chains; memory and additional numbers of connections are measured with the first kind only.
    var chains = ChainKind.allCases
    var leaves = 2000
    /// The number of rounds; each round starts and measures every server.
    var rounds = 5
    /// The duration of one measurement in seconds.
    var seconds = 1.0
    var connections = 16
    var transport = Transport.tcp
    /// Additional numbers of connections, measured over each transport.
    var scaling: [Int] = []
    /// Whether the daemon's memory is also measured after ten million requests.
    var long = false

    /// Returns all workloads of the given kinds of work.
    func workloads(_ works: [Work]) -> [Workload] {
        let plain = chains.flatMap { kind in
            works.map { Workload(work: $0, chains: kind, connections: connections, transport: transport) }
        }
        guard let kind = chains.first else { return plain }
        // Skip `warm`, because additional connections affect `warm` and `hot` in the same way.
        let more = works.filter { $0 != .warm }.flatMap { work in
            Transport.allCases.flatMap { transport in
                scaling.map {
                    Workload(work: work, chains: kind, connections: $0, transport: transport)
                }
            }
        }
        return plain + more.filter { !plain.contains($0) }
    }
}
