/// The kinds of work, which differ in what the daemon has cached.
enum Work: String, CaseIterable, Codable, Sendable {
    /// All leaves in turn; the daemon caches no verdicts and, of the certificates, only those of the CAs.
    case cold
    /// All leaves in turn, with the daemon's default caches.
    case warm
    /// One question repeatedly.
    case hot
}

/// The requests and connections of one measurement.
struct Workload: Hashable, Codable, Sendable, CustomStringConvertible {
    let work: Work
    let chains: ChainKind
    let connections: Int
    let transport: Transport

    var description: String {
        "\(work.rawValue) \(chains.rawValue) over \(connections) × \(transport.rawValue)"
    }

    /// The workload of other servers that anchord's figures are compared with; warm becomes cold, because they cache nothing.
    var counterpart: Workload {
        Workload(work: work == .warm ? .cold : work, chains: chains, connections: connections, transport: transport)
    }

    /// Returns the requests, which are sent in turn.
    func requests(from set: ChainSet) -> [[UInt8]] {
        let questions = work == .hot ? Array(set.questions.prefix(1)) : set.questions
        return questions.map(\.request)
    }
}
