import Foundation
import TrustModel
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import anchord

/// A log of decisions, some of which are different under stricter policies, because these distrust a root.
struct PlantedLog {
    private static let host = "www.example.com"

    let directory: TemporaryDirectory
    let file: String
    /// The identifiers of the decisions that the stricter policies change, in the order of the log.
    private(set) var planted: [String] = []

    var policies: String { "\(directory.path)/old" }
    var stricter: String { "\(directory.path)/new" }
    var systemAnchors: String { "\(directory.path)/kept.pem" }

    /// Records decisions; one in a hundred has a chain that none before has.
    init(decisions count: Int, planted plantedCount: Int) async throws {
        directory = try TemporaryDirectory()
        file = "\(directory.path)/decisions.jsonl"
        let (kept, distrusted) = (try Self.authority("kept"), try Self.authority("distrusted"))
        try directory.write("kept.pem", kept.certificate.pem)
        try directory.write("distrusted.pem", distrusted.certificate.pem)
        for (name, anchors) in [("old", "../kept.pem, ../distrusted.pem"), ("new", "../kept.pem")] {
            try directory.write(
                "\(name)/own.yaml",
                "otherwise: a\npolicies: {a: {evaluator: default, anchors: [\(anchors)]}}"
            )
        }
        var log = try RecordedLog(policies: policies, systemAnchors: systemAnchors)
        let ordinary = try Self.chains(max(4, count / 100), by: kept, log)
        let others = try Self.chains(max(2, plantedCount / 100), by: distrusted, log)
        try directory.write("decisions.jsonl", "")
        guard let output = FileHandle(forWritingAtPath: file) else { throw CocoaError(.fileNoSuchFile) }
        for number in 0..<count {
            // The planted decisions are spread over the whole log.
            let isPlanted = (number + 1) * plantedCount / count > number * plantedCount / count
            let chain = isPlanted ? others[number % others.count] : ordinary[number * 7 % ordinary.count]
            // One in 13 of the others is denied before and afterwards, since the host is another one.
            let host = !isPlanted && number % 13 == 0 ? "other.example.net" : Self.host
            let inquiry = Inquiry(chain: chain, host: host, policy: .named(.init("own") ?? .system))
            let time = Instant(secondsSince1970: 1_767_225_600 + Int64(number) * 864_000 / Int64(count))
            let id = try await log.record(inquiry, at: time)
            if isPlanted { planted.append(id) }
            if number % 10_000 == 0 { try output.write(contentsOf: Data(log.takeLines())) }
        }
        try output.write(contentsOf: Data(log.takeLines()))
        try output.close()
    }

    private static func authority(_ name: String) throws -> TestAuthority {
        try TestAuthority.root("Root \(name)", key: .shared(.ecdsaP256, name))
    }

    private static func chains(
        _ count: Int,
        by authority: TestAuthority,
        _ log: RecordedLog
    ) throws -> [[Certificate]] {
        let issuing = try authority.issueAuthority("Issuing", key: .shared(.ecdsaP256, "issuing"))
        return try (0..<count).map { _ in
            let leaf = try issuing.issueLeaf(host, key: .shared(.ecdsaP256, "leaf"))
            return try log.certificates([leaf]) + log.certificates([issuing.certificate])
        }
    }
}
