import Foundation
import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies
import TrustService
import TrustTestSupport

@testable import anchord

/// `anchord forecast` with the log of decisions.
@Suite struct `The forecast for recorded decisions` {
    private static let day: Int64 = 86400
    private static let host = "www.example.com"

    private let files: TemporaryDirectory
    private let now = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))
    private var path: String { files.path }

    init() throws { files = try TemporaryDirectory() }

    /// Issues a chain whose leaf is valid until some days from now, writes the root, and returns leaf and issuer.
    private func chain(_ name: String, until end: Int64 = 300) throws -> [TestCertificate] {
        let set = { (template: inout CertificateTemplate, begin: Int64, end: Int64) in
            template.notBefore = TestInstant(secondsSince1970: now.adding(seconds: begin * Self.day).secondsSince1970)
            template.notAfter = TestInstant(secondsSince1970: now.adding(seconds: end * Self.day).secondsSince1970)
        }
        let root = try TestAuthority.root("Root \(name)", key: .shared(.ecdsaP256, "root \(name)")) {
            set(&$0, -900, 2000)
        }
        let issuing = try root.issueAuthority("Issuing \(name)", key: .shared(.ecdsaP256, "issuing")) {
            set(&$0, -900, 1900)
        }
        let leaf = try issuing.issueLeaf(Self.host, key: .shared(.ecdsaP256, "leaf")) { set(&$0, -90, end) }
        try files.write("\(name).pem", root.certificate.pem)
        return [leaf, issuing.certificate]
    }

    private func forecast(_ source: String, days: Int64 = 1000, _ more: [String] = []) throws -> AnchordProgram.Result {
        let end = now.adding(seconds: days * Self.day).description
        return try AnchordProgram.run(
            ["forecast", source, "--until", end, "--policies", "\(path)/policies", "--system-anchors", "\(path)/a.pem"]
                + more
        )
    }

    private func record(_ chains: [[TestCertificate]], policy: String = "own") async throws -> String {
        var log = try RecordedLog(policies: "\(path)/policies", systemAnchors: "\(path)/a.pem")
        for chain in chains {
            for seconds in [0, 5] as [Int64] {
                let inquiry = Inquiry(
                    chain: try chain.flatMap { try log.certificates([$0]) },
                    host: Self.host,
                    policy: .named(try #require(PolicyName(policy)))
                )
                try await log.record(inquiry, at: now.adding(seconds: seconds - 100))
            }
        }
        return try files.write("decisions.jsonl", String(decoding: log.takeLines(), as: UTF8.self))
    }

    @Test func `has a line for each question, with the policy of the record`() async throws {
        let (first, second) = (try chain("a", until: 40), try chain("b", until: 20))
        try files.write(
            "policies/own.yaml",
            "otherwise: p\npolicies: {p: {evaluator: default, anchors: [../a.pem, ../b.pem]}}"
        )
        let log = try await record([first, second])
        for source in [log, path] {
            let result = try forecast(source)
            #expect(result.status == 1 && result.errors.isEmpty, "\(result)")
            let lines = result.output.split(separator: "\n")
            #expect(lines.count == 5 && lines[4].hasPrefix("2 questions of the log; blocks"), "\(lines)")
            let digests = [second, first].map { digest(of: $0[0]).hex.prefix(12) }
            #expect(lines[1].contains("leaf \(digests[0])") && lines[2].contains("leaf \(digests[1])"))
            #expect(lines[1].hasPrefix(now.adding(seconds: 20 * Self.day).description))
            #expect(lines[2].hasPrefix(now.adding(seconds: 40 * Self.day).description))
            #expect(lines[1].contains("leaf") && lines[1].contains("\(Self.host) under own"))
        }
    }

    private func digest(of certificate: TestCertificate) -> Fingerprint { SHA256.fingerprint(of: certificate.der[...]) }

    @Test func `only counts what is denied already, and looks no further`() async throws {
        let (first, second) = (try chain("a"), try chain("b"))
        try files.write("policies/own.yaml", "otherwise: p\npolicies: {p: {evaluator: default, anchors: [../a.pem]}}")
        let log = try await record([first, second])
        let result = try forecast(log, days: 200)
        #expect(result.status == 0 && result.errors.isEmpty, "\(result)")
        #expect(
            result.output.contains("1 allowed until")
                && result.output.contains("2 questions of the log, 1 denied already")
        )
        let json = try forecast(log, days: 200, ["--json"])
        let lines = json.output.split(separator: "\n")
        #expect(json.status == 0 && lines.count == 2, "\(json)")
        #expect(lines[0].contains(#""leaf":"\#(digest(of: first[0]).hex)""#))
        #expect(lines[1].hasPrefix(#"{"log":{"questions":2,"deniedNow":1,"leftOut":0,"notConsidered":["blocks""#))
        let schema = try CommandOutputSchema("anchord forecast")
        for line in lines { #expect(try schema.defects(of: String(line)) == []) }
    }

    @Test func `refuses options that questions of a log have themselves`() async throws {
        let first = try chain("a")
        try files.write("policies/own.yaml", "otherwise: p\npolicies: {p: {evaluator: default, anchors: [../a.pem]}}")
        let log = try await record([first])
        for option in [["--host", "a.example"], ["--policy", "own"], ["--intermediates", "\(path)/a.pem"]] {
            let result = try forecast(log, days: 10, option)
            #expect(result.status == 2 && result.errors.contains("\(option[0]) has no effect"), "\(result)")
        }
        // The same questions in two files have one line each.
        let twice = try AnchordProgram.run([
            "forecast", log, log, "--until", now.adding(seconds: Self.day).description, "--policies",
            "\(path)/policies",
            "--system-anchors", "\(path)/a.pem",
        ])
        #expect(twice.status == 0 && twice.output.contains("\n1 questions of the log"), "\(twice)")
    }

    @Test func `refuses logs that it cannot read or that have no inputs`() async throws {
        let first = try chain("a")
        try files.write("policies/own.yaml", "otherwise: p\npolicies: {p: {evaluator: default, anchors: [../a.pem]}}")
        let text = try String(contentsOfFile: try await record([first]), encoding: .utf8)
        for (text, message) in [
            (text.replacingOccurrences(of: "\"der\":\"MII", with: "\"der\":\"MIA"), "damaged lines"),
            (String(text.prefix { $0 != "\n" }) + "\n", "the log has no inputs"),
        ] {
            let result = try forecast(try files.write("broken.jsonl", text))
            #expect(result.status == 2 && result.errors.contains(message), "\(result)")
        }
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("{\"certificate\"") }
        let result = try forecast(try files.write("broken.jsonl", lines.joined(separator: "\n") + "\n"))
        #expect(result.status == 2 && result.output.contains("refers to inputs"), "\(result)")
    }

    @Test func `names the date from which a constrained root has no new certificates`() async throws {
        let leaf = try chain("a")
        let last = now.adding(seconds: 30 * Self.day)
        try files.write(
            "policies/own.yaml",
            "otherwise: p\npolicies: {p: {evaluator: default, anchors: [../a.pem], "
                + "anchorConstraints: [{anchor: ../a.pem, anyOf: [{leafNotBeforeUntil: '\(last)'}], source: Program}]}}"
        )
        let log = try await record([leaf])
        let result = try forecast(log, days: 100, ["--json"])
        #expect(result.status == 0, "\(result)")
        let date = last.adding(seconds: 1).description
        #expect(result.output.contains(#""renewals":[{"from":"\#(date)","cause":"anchorDistrust""#), "\(result)")
        let schema = try CommandOutputSchema("anchord forecast")
        for line in result.output.split(separator: "\n") { #expect(try schema.defects(of: String(line)) == []) }
        let table = try forecast(log, days: 100)
        #expect(table.output.contains("\nISSUED FROM ") && table.output.contains("\(date)  anchorDistrust"), "\(table)")
        #expect(try !forecast(log, days: 20).output.contains("anchorDistrust"))
    }
}
