/// The kinds of work, which differ in the results that the daemon finds in its caches.
enum Work: String, CaseIterable, Codable, Sendable {
    /// Requests for all leaves in turn; the daemon caches CA certificates, but no verdicts and no leaves.
    case cold
    /// Requests for all leaves in turn, with the daemon's default caches.
    case warm
    /// The same request repeatedly.
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

    /// The workload of the other servers in a comparison; `cold` replaces `warm`, because these servers cache nothing.
    var counterpart: Workload {
        Workload(work: work == .warm ? .cold : work, chains: chains, connections: connections, transport: transport)
    }

    func requests(from set: ChainSet) -> [[UInt8]] {
        let questions = work == .hot ? Array(set.questions.prefix(1)) : set.questions
        return questions.map(\.request)
    }
}
