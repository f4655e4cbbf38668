/// What is measured, and for how long.
struct ComparisonSettings: Codable, Sendable {
    /// The kinds of chains; the first one also stands for all where connections and memory are measured.
    var chains = ChainKind.allCases
    /// Leaves of each kind.
    var leaves = 2000
    /// How often every server is started and measured.
    var rounds = 5
    /// How long one measurement takes, in seconds.
    var seconds = 1.0
    /// Connections that stay open.
    var connections = 16
    /// What they are made of.
    var transport = Transport.tcp
    /// Numbers of connections that are measured as well, over each transport.
    var scaling: [Int] = []
    /// Whether the daemon's memory is also measured after ten million requests.
    var long = false

    /// What a contestant is asked for some kinds of work; every contestant the same.
    func workloads(_ works: [Work]) -> [Workload] {
        let plain = chains.flatMap { kind in
            works.map { Workload(work: $0, chains: kind, connections: connections, transport: transport) }
        }
        guard let kind = chains.first else { return plain }
        // Warm shows with more connections what hot does.
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
