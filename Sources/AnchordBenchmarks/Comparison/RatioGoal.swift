/// The minimum ratio that a run must meet, written as `cold ecdsa / go processor 2.0`.
struct RatioGoal: Equatable, Sendable, CustomStringConvertible {
    enum Measure: String, Sendable {
        case processor
        case rate
        case p99
    }

    let work: Work
    let chains: ChainKind
    let other: BenchmarkedServer
    let measure: Measure
    let least: Double

    /// Parses one goal; returns nil if the text is malformed.
    init?(_ text: some StringProtocol) {
        let words: [String] = text.split { $0.isWhitespace }.map { String($0) }
        guard words.count == 6, words[2] == "/", let work = Work(rawValue: words[0]),
            let chains = ChainKind(rawValue: words[1]), let other = BenchmarkedServer(rawValue: words[3]),
            other != BenchmarkedServer.anchord, let measure = Measure(rawValue: words[4]), let least = Double(words[5])
        else { return nil }
        self.work = work
        self.chains = chains
        self.other = other
        self.measure = measure
        self.least = least
    }

    /// Parses a file of goals, one per line; `#` starts a comment.
    ///
    /// - Throws: ``LoadFailure`` with the number of a malformed line.
    static func goals(in text: String) throws -> [RatioGoal] {
        try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
            let content = line.prefix { $0 != "#" }
            guard content.contains(where: { !$0.isWhitespace }) else { return nil }
            guard let goal = RatioGoal(content) else {
                throw LoadFailure(
                    "goals, line \(index + 1): expected `WORK CHAINS / OTHER processor|rate|p99 RATIO`, found: \(line)"
                )
            }
            return goal
        }
    }

    var description: String {
        "\(work.rawValue) \(chains.rawValue) / \(other.rawValue) \(measure.rawValue) \(least)"
    }

    /// Returns why the goal is not met, or that it was not measured; nil if the goal is met.
    func shortfall(in ratios: [Ratio], settings: ComparisonSettings) -> String? {
        let ratio = ratios.first {
            $0.other == other && $0.workload.work == work && $0.workload.chains == chains
                && $0.workload.connections == settings.connections && $0.workload.transport == settings.transport
        }
        guard let ratio else { return "\(self): not measured" }
        let reached =
            switch measure {
            case .processor: ratio.processor
            case .rate: ratio.rate
            case .p99: ratio.p99
            }
        return reached >= least ? nil : "\(self): only \(Decimals.text(reached, 2))"
    }
}
