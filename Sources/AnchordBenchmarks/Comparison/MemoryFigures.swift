/// The resident memory of a server in KiB, measured after different numbers of requests.
struct MemoryFigures: Codable, Sendable {
    let contestant: BenchmarkedServer
    /// The memory after the first verdict.
    let afterStart: Int
    /// The memory after 100,000 requests for all leaves in turn.
    let afterHundredThousand: Int
    /// The memory after ten million requests; nil if this was not measured.
    let afterTenMillion: Int?
}

extension MemoryFigures {
    /// Starts a server and measures its memory.
    init(of contestant: BenchmarkedServer, _ program: ServerProgram, questions: [Question], long: Bool) throws {
        let server = try ServerProcess(program)
        _ = try server.firstVerdict(questions[0])
        let load = Load(address: program.address(.tcp), connections: 16, requests: questions.map(\.request))
        self.contestant = contestant
        afterStart = server.figures.residentKibibytes
        _ = try load.run(until: .requests(100_000))
        afterHundredThousand = server.figures.residentKibibytes
        guard long else {
            afterTenMillion = nil
            return
        }
        _ = try load.run(until: .requests(10_000_000 - 100_000))
        afterTenMillion = server.figures.residentKibibytes
    }
}
