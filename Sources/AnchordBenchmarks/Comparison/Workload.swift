/// What makes a question cheap or dear to answer.
enum Work: String, CaseIterable, Codable, Sendable {
    /// Every leaf is new: the daemon remembers no verdicts, and of certificates only those of the authorities.
    case cold
    /// The leaves come again in turn, and the daemon's caches are as they come.
    case warm
    /// One question again and again.
    case hot
}

/// What is asked in one measurement, and how.
struct Workload: Hashable, Codable, Sendable, CustomStringConvertible {
    let work: Work
    let chains: ChainKind
    let connections: Int
    let transport: Transport

    /// The workload in words.
    var description: String {
        "\(work.rawValue) \(chains.rawValue) over \(connections) × \(transport.rawValue)"
    }

    /// What anchord's figures for it are compared with: the others remember nothing, so that warm is cold to them.
    var counterpart: Workload {
        Workload(work: work == .warm ? .cold : work, chains: chains, connections: connections, transport: transport)
    }

    /// The requests, in turn.
    func requests(from set: ChainSet) -> [[UInt8]] {
        let questions = work == .hot ? Array(set.questions.prefix(1)) : set.questions
        return questions.map(\.request)
    }
}
