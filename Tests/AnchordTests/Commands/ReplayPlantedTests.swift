import Foundation
import Testing
import TrustTestSupport

/// `anchord replay` with a log in which a known number of decisions changes.
///
/// `ANCHORD_REPLAY_DECISIONS` and `ANCHORD_REPLAY_PLANTED` are the sizes of a larger log, which `ANCHORD_REPLAY_KEEP` keeps in a
/// directory.
@Suite struct `anchord replay with planted changes` {
    private static func size(_ name: String, _ usual: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
    }

    @Test func `finds the decisions that a stricter policy changes, and no others`() async throws {
        let (count, planted) = (Self.size("ANCHORD_REPLAY_DECISIONS", 5000), Self.size("ANCHORD_REPLAY_PLANTED", 37))
        let log = try await PlantedLog(decisions: count, planted: planted)
        #expect(log.planted.count == planted)
        if let directory = ProcessInfo.processInfo.environment["ANCHORD_REPLAY_KEEP"] {
            _ = try ShellCommand.run("cp -r \(log.directory.path)/. '\(directory)'", in: "/")
        }
        let options = "--json --system-anchors kept.pem"
        let command = "'\(AnchordProgram.location.path)' replay decisions.jsonl --policies"
        let same = try ShellCommand.run("\(command) old \(options)", in: log.directory.path)
        #expect(same.status == 0, "\(same.text.prefix(1000))")
        let changed = try ShellCommand.run("\(command) new \(options) --html page.html", in: log.directory.path)
        #expect(changed.status == 1, "\(changed.text.prefix(1000))")
        let lines = try changed.text.split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.compactMap { $0["id"] as? String } == log.planted)
        #expect(lines.dropLast().allSatisfy { $0["effect"] as? String == "denied" })
        let report = try #require(lines.last?["report"] as? [String: Any])
        #expect(report["compared"] as? Int == count && report["unchanged"] as? Int == count - planted)
        let against = try ShellCommand.run("\(command) new --against old \(options)", in: log.directory.path)
        #expect(against.text == changed.text)
        let page = try String(contentsOfFile: "\(log.directory.path)/page.html", encoding: .utf8)
        #expect(page.contains("<b class=\"denied\">\(planted) denied</b>"))
    }
}
