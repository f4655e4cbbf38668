/// The resident memory of a server over its life.
struct MemoryFigures: Codable, Sendable {
    /// Whose.
    let contestant: BenchmarkedServer
    /// After its first verdict, in KiB.
    let afterStart: Int
    /// After a hundred thousand requests about all leaves in turn, in KiB.
    let afterHundredThousand: Int
    /// After ten million; nil where that was not asked for.
    let afterTenMillion: Int?

    /// Starts a server and measures it.
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
