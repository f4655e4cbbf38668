/// Counts the instructions of one cold and one hot request.
///
/// Each count is a difference of two runs with different numbers of requests, so that start, end and the first sight of
/// the authorities fall out.
struct InstructionCounting {
    /// Requests before those that are counted: every authority twice.
    private static let firstRequests = 2 * ChainSet.authorityCount
    /// Requests over which the count of cold ones is the mean.
    private static let coldRequests = 80
    /// Requests over which the count of hot ones is the mean: more, since a table that grows in one run and not in
    /// another, which happens, weighs more beside so little.
    private static let hotRequests = 2400

    /// How many leaves are needed.
    static let leaves = firstRequests + coldRequests

    let programs: ServerPrograms
    let callgrind: CallgrindRun
    /// Told what is being counted.
    let progress: (String) -> Void

    /// Instructions a request about chains of one kind: `cold`, a leaf never seen before, and `hot`, one seen before.
    func counts(_ set: ChainSet) throws -> [Work: Int] {
        let requests = set.questions.map(\.request)
        let first = Array(requests.prefix(Self.firstRequests))
        let again = Array(repeating: requests[0], count: Self.hotRequests)
        progress("instructions: the start, \(set.kind.rawValue)")
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
