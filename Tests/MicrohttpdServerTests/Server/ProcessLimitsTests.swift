import Foundation
import MicrohttpdServer
import Testing

@Suite(.serialized) struct `Process limits` {
    /// The resident memory of files that are mapped, in KiB (proc_pid_status(5)).
    private func residentFiles() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
        return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
    }

    @Test func `use less memory when the program's pages are returned`() throws {
        let before = try residentFiles()
        ProcessLimits.returnProgramPages()
        #expect(try residentFiles() < before)
    }

    @Test func `leave the program as it is when its pages are returned`() async {
        let text = "the constants and the code of the program"
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<20).reduce(0) { sum, number in
                        ProcessLimits.returnProgramPages()
                        return sum + "\(text) \(number)".split(separator: " ").count
                    }
                }
            }
            for await count in group { #expect(count == 180) }
        }
    }
}
