/// Counts the instructions of one cold and one hot request.
///
/// Each count is the difference between two runs with different numbers of requests, so that startup, shutdown and the
/// first use of each CA cancel out.
struct InstructionCounting {
    /// The number of requests that are sent first and not counted: two for every CA.
    private static let firstRequests = 2 * ChainSet.authorityCount
    /// The number of requests over which the cold count is averaged.
    private static let coldRequests = 80
    /// The number of requests over which the hot count is averaged.
    ///
    /// The hot count is small: with fewer requests, a hash table that grows in only one of the two runs would distort
    /// the count.
    private static let hotRequests = 2400

    static let leaves = firstRequests + coldRequests

    let programs: ServerPrograms
    let callgrind: CallgrindRun
    let progress: (String) -> Void

    /// Counts the instructions of a `cold` request, whose leaf is new, and of a `hot` request, which is repeated.
    func counts(_ set: ChainSet) throws -> [Work: Int] {
        let requests = set.questions.map(\.request)
        let first = Array(requests.prefix(Self.firstRequests))
        let again = Array(repeating: requests[0], count: Self.hotRequests)
        progress("instructions: startup, \(set.kind.rawValue)")
        let base = try instructions(first)
        progress("instructions: cold \(set.kind.rawValue)")
        let cold = try instructions(requests)
        progress("instructions: hot \(set.kind.rawValue)")
        let hot = try instructions(first + again)
        return [
            .cold: (Int(cold) - Int(base)) / Self.coldRequests,
            .hot: (Int(hot) - Int(base)) / Self.hotRequests,
        ]
    }

    private func instructions(_ requests: [[UInt8]]) throws -> UInt64 {
        try callgrind.instructions(of: programs.daemon(.standard, rootsOnly: true, threads: 1), requests)
    }
}
