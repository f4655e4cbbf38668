/// Measures the daemon, the peers and the ceiling in turn, with the same chains.
struct Comparison {
    private let settings: ComparisonSettings
    private let chains: [ChainKind: ChainSet]
    private let programs: ServerPrograms
    private let progress: (String) -> Void
    private var rounds: [Series: [Measurement]] = [:]
    private var starts: [BenchmarkedServer: [UInt64]] = [:]

    init(
        _ settings: ComparisonSettings,
        chains: [ChainSet],
        programs: ServerPrograms,
        progress: @escaping (String) -> Void
    ) {
        self.settings = settings
        self.chains = Dictionary(uniqueKeysWithValues: chains.map { ($0.kind, $0) })
        self.programs = programs
        self.progress = progress
    }

    /// Runs all measurements.
    ///
    /// - Throws: ``LoadFailure`` at the first wrong response.
    mutating func run() throws -> ComparisonResult {
        let answerBytes = try warmUp(programs.daemon(.standard))
        for peer in programs.peers() { _ = try warmUp(peer.program) }
        for round in 1...max(1, settings.rounds) {
            progress("round \(round) of \(settings.rounds)")
            try measure(.ceiling, programs.bareServer(answerBytes: answerBytes), works: [.cold, .hot])
            try measure(.anchord, programs.daemon(.small), works: [.cold])
            try measure(.anchord, programs.daemon(.standard), works: [.warm, .hot])
            for peer in programs.peers() { try measure(peer.server, peer.program, works: [.cold, .hot]) }
        }
        let evaluating =
            try [(server: BenchmarkedServer.anchord, program: programs.daemon(.standard))] + programs.peers()
        let memory = try evaluating.map { server, program in
            progress("memory of \(server.rawValue)")
            // Ten million requests would reveal a memory leak of the daemon; the peers are not tested for leaks.
            let long = settings.long && server == .anchord
            return try MemoryFigures(of: server, program, questions: firstChains.questions, long: long)
        }
        return ComparisonResult(
            measurements: rounds.mapValues(Measurement.init(medianOf:)),
            firstVerdictMilliseconds: starts.mapValues { Median.of($0.map { Double($0) / 1e6 }) },
            memory: memory
        )
    }

    /// Sends three requests for each kind of chain.
    ///
    /// The one with a wrong host and the one with a damaged signature detect a server that does not verify chains.
    ///
    /// - Returns: The length of the longest response that trusts a chain, in bytes.
    private func warmUp(_ program: ServerProgram) throws -> Int {
        let server = try ServerProcess(program)
        try server.waitUntilListening()
        let connection = try LoadConnection(program.address(settings.transport))
        var longest = 0
        for set in chains.values {
            guard let question = set.questions.first else { continue }
            try connection.ask(question.aboutAnotherHost.request, expecting: .untrusted)
            try connection.ask(question.withDamagedSignature.request, expecting: .untrusted)
            longest = max(longest, try connection.ask(question.request, expecting: .trusted))
        }
        return longest
    }

    private mutating func measure(_ contestant: BenchmarkedServer, _ program: ServerProgram, works: [Work]) throws {
        let server = try ServerProcess(program)
        let started = try server.firstVerdict(firstChains.questions[0])
        // The first verdict is timed only with the default caches, which users have.
        if works.contains(.hot) { starts[contestant, default: []].append(started) }
        for workload in settings.workloads(works) {
            guard let set = chains[workload.chains] else { continue }
            do {
                let measurement = try measure(server, at: program.address(workload.transport), workload, of: set)
                rounds[Series(contestant: contestant, workload: workload), default: []].append(measurement)
            } catch {
                throw LoadFailure("\(contestant.rawValue), \(workload): \(error)")
            }
        }
    }

    private func measure(
        _ server: ServerProcess,
        at address: ServerAddress,
        _ workload: Workload,
        of set: ChainSet
    ) throws -> Measurement {
        let load = Load(address: address, connections: workload.connections, requests: workload.requests(from: set))
        // One pass over all leaves fills the caches.
        _ = try load.run(until: .requests(settings.leaves))
        let before = server.figures.processorTime
        let result = try load.run(until: .nanoseconds(UInt64(settings.seconds * 1e9)))
        return Measurement(result, processorTime: server.figures.processorTime - before)
    }

    /// The chains used for startup times and memory.
    private var firstChains: ChainSet {
        get throws {
            guard let set = settings.chains.first.flatMap({ chains[$0] }), !set.questions.isEmpty else {
                throw LoadFailure("there are no chains to measure")
            }
            return set
        }
    }
}
