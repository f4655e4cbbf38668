import Foundation
import Testing
import TrustModel
import TrustTestSupport

/// Chains and policies that end on known days from now, in a temporary directory.
private struct EndingChains {
    static let host = "www.example.com"
    private static let day: Int64 = 86400

    let files: TemporaryDirectory
    let now = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))

    init() throws { files = try TemporaryDirectory() }

    func day(_ days: Int64) -> Instant { now.adding(seconds: days * Self.day) }

    func hour(_ hours: Int64) -> Instant { now.adding(seconds: hours * 3600) }

    /// A root with an intermediate and a leaf, which end after these numbers of days.
    func chain(
        _ name: String,
        leaf: Int64 = 300,
        intermediate: Int64 = 400,
        root: Int64 = 500
    ) throws -> (root: TestAuthority, issuing: TestAuthority, leaf: TestCertificate) {
        let authority = try TestAuthority.root("Root \(name)", key: .shared(.ecdsaP256, "root")) { set(&$0, root) }
        let issuing = try authority.issueAuthority("Issuing \(name)", key: .shared(.ecdsaP256, "intermediate")) {
            set(&$0, intermediate)
        }
        let certificate = try issuing.issueLeaf(Self.host, key: .shared(.ecdsaP256, "leaf")) { set(&$0, leaf) }
        try files.write("\(name).pem", certificate.pem + issuing.certificate.pem)
        try files.write("\(name)-root.pem", authority.certificate.pem)
        return (authority, issuing, certificate)
    }

    private func set(_ template: inout CertificateTemplate, _ end: Int64) {
        template.notBefore = TestInstant(secondsSince1970: day(-90).secondsSince1970)
        template.notAfter = TestInstant(secondsSince1970: day(end).secondsSince1970)
    }

    func revocationList(of authority: TestAuthority, until end: Int64) throws -> String {
        try authority.revocationList {
            $0.thisUpdate = TestInstant(secondsSince1970: day(-1).secondsSince1970)
            $0.nextUpdate = TestInstant(secondsSince1970: day(end).secondsSince1970)
        }.pem
    }

    func forecast(_ arguments: [String], until days: Int64 = 1000) throws -> AnchordProgram.Result {
        try AnchordProgram.run(["forecast", "--until", day(days).description] + arguments)
    }
}

@Suite struct `anchord forecast` {
    private let scene: EndingChains

    init() throws { scene = try EndingChains() }

    /// Part of the JSON output.
    private struct Row: Decodable {
        struct Stage: Decodable {
            struct Reason: Decodable {
                let code: String
            }
            let from: String
            let action: String
            let cause: String?
            let reasons: [Reason]
        }
        let source: String
        let allowedUntil: String?
        let stages: [Stage]?
        let error: String?
    }

    private func rows(_ result: AnchordProgram.Result) throws -> [Row] {
        try result.output.split(separator: "\n").map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
    }

    /// Checks the first end of a chain of the scene under a policy.
    private func check(
        _ chain: String,
        under policy: String,
        endsAfter days: Int64,
        cause: String,
        code: String,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        try scene.files.write("policies/house.yaml", "policies:\n  it:\n    \(policy)\n")
        let result = try scene.forecast([
            "\(scene.files.path)/\(chain).pem", "--host", EndingChains.host, "--json", "--policies",
            "\(scene.files.path)/policies", "--policy", "house/it",
        ])
        #expect(result.status == 1, "\(result.errors)", sourceLocation: location)
        let row = try #require(rows(result).first)
        let end = try #require(row.stages?.dropFirst().first, sourceLocation: location)
        #expect(row.stages?.first?.action == "allow", sourceLocation: location)
        #expect(row.allowedUntil == scene.day(days).description, sourceLocation: location)
        #expect(end.from == scene.day(days).adding(seconds: 1).description, sourceLocation: location)
        #expect(end.action == "deny" && end.cause == cause, sourceLocation: location)
        #expect(end.reasons.first?.code == code, sourceLocation: location)
    }

    @Test func `names the certificate that ends first`() throws {
        for (name, cause, days) in [("leaf", "leaf", 40), ("middle", "intermediate", 30), ("top", "anchor", 20)] {
            _ = try scene.chain(
                name,
                leaf: name == "leaf" ? 40 : 300,
                intermediate: name == "middle" ? 30 : 400,
                root: name == "top" ? 20 : 500
            )
            let policy = "{evaluator: default, anchors: [../\(name)-root.pem]}"
            try check(name, under: policy, endsAfter: Int64(days), cause: cause, code: "time.expired")
        }
    }

    @Test func `names pins, CRLs and exceptions that end before the certificates`() throws {
        let chain = try scene.chain("chain")
        let pin = Base64.encode(try chain.leaf.keyPin())
        try check(
            "chain",
            under: "{evaluator: pinPublicKeys, anchors: [../chain-root.pem], "
                + "pins: ['sha256/\(pin)', 'sha256/\(String(repeating: "A", count: 43))='], expires: '\(scene.day(10))'}",
            endsAfter: 10,
            cause: "pins",
            code: "pin.setExpired"
        )
        try scene.files.write("issuing.crl", scene.revocationList(of: chain.issuing, until: 5))
        try scene.files.write("root.crl", scene.revocationList(of: chain.root, until: 50))
        try check(
            "chain",
            under: "{evaluator: revocation, anchors: [../chain-root.pem], "
                + "revocation: {methods: [crl], requirePositiveResponse: true, crls: [../issuing.crl, ../root.crl]}}",
            endsAfter: 5,
            cause: "evidence",
            code: "revocation.stale"
        )
        let expired = try scene.chain("expired", leaf: -1)
        let digests = try [expired.leaf, expired.issuing.certificate, expired.root.certificate].map {
            Hexadecimal.encode(try $0.fingerprint())
        }
        try check(
            "expired",
            under: "{evaluator: default, anchors: [../expired-root.pem], exceptions: [{codes: [time.expired], "
                + "chain: [\(digests.joined(separator: ", "))], host: \(EndingChains.host), until: '\(scene.day(15))'}]}",
            endsAfter: 15,
            cause: "exception",
            code: "time.expired"
        )
    }

    @Test func `lists chains by their ends, and counts them`() throws {
        for (name, end) in [("late", 90), ("soon", 20), ("past", -3), ("long", 450)] as [(String, Int64)] {
            _ = try scene.chain(name, leaf: end, intermediate: 480)
        }
        let names = ["late", "soon", "missing", "past", "long"]
        let anchors = ["late", "soon", "past", "long"].flatMap { ["--anchors", "\(scene.files.path)/\($0)-root.pem"] }
        let files = names.map { "\(scene.files.path)/\($0).pem" }
        let result = try scene.forecast(files + anchors + ["--host", EndingChains.host], until: 400)
        #expect(result.status == 2)
        let lines = result.output.split(separator: "\n").map(String.init)
        let order = lines.dropFirst().dropLast().map { line in names.first { line.contains("/\($0).pem") } }
        #expect(order == ["missing", "past", "soon", "late", "long"])
        #expect(lines[2].hasPrefix("not allowed") && lines[3].hasPrefix("\(scene.day(20))  leaf"))
        #expect(lines[5].hasPrefix("no end"))
        #expect(
            lines.last
                == "1 allowed until \(scene.day(400)); 2 until an earlier time (2 leaf); 1 not allowed now; "
                + "1 without a verdict"
        )
        let allowed = try scene.forecast(
            ["\(scene.files.path)/long.pem", "--host", EndingChains.host] + anchors,
            until: 400
        )
        #expect(allowed.status == 0)
    }

    @Test func `finds when a chain becomes valid, and when it ends after that`() throws {
        let chain = try scene.chain("future")
        let leaf = try chain.issuing.issueLeaf(EndingChains.host, key: .shared(.ecdsaP256, "leaf")) {
            $0.notBefore = TestInstant(secondsSince1970: scene.day(3).secondsSince1970)
            $0.notAfter = TestInstant(secondsSince1970: scene.day(60).secondsSince1970)
        }
        try scene.files.write("future.pem", leaf.pem + chain.issuing.certificate.pem)
        let result = try scene.forecast([
            "\(scene.files.path)/future.pem", "--host", EndingChains.host, "--json", "--anchors",
            "\(scene.files.path)/future-root.pem",
        ])
        #expect(result.status == 1)
        #expect(try CommandOutputSchema("anchord forecast").defects(of: result.output) == [])
        let stages = try #require(rows(result).first?.stages)
        #expect(stages.map(\.action) == ["deny", "allow", "deny"])
        #expect(stages.dropFirst().map(\.from) == [scene.day(3), scene.day(60).adding(seconds: 1)].map(\.description))
        #expect(stages.map(\.cause) == [nil, nil, "leaf"])
    }

    @Test func `finds an end on the last day, although verdicts of a script hold for a second`() throws {
        let chain = try scene.chain("hours")
        let leaf = try chain.issuing.issueLeaf(EndingChains.host, key: .shared(.ecdsaP256, "leaf")) {
            $0.notBefore = TestInstant(secondsSince1970: scene.day(-1).secondsSince1970)
            $0.notAfter = TestInstant(secondsSince1970: scene.hour(50).secondsSince1970)
        }
        try scene.files.write("hours.pem", leaf.pem + chain.issuing.certificate.pem)
        try scene.files.write("policies/yes.lua", "function evaluate() return true end")
        try scene.files.write(
            "policies/house.yaml",
            "policies:\n  it: {evaluator: custom, script: yes.lua, anchors: [../hours-root.pem]}\n"
        )
        let arguments = [
            "\(scene.files.path)/hours.pem", "--host", EndingChains.host, "--json", "--policies",
            "\(scene.files.path)/policies", "--policy", "house/it",
        ]
        for (hours, ends) in [(49, false), (51, true), (60, true), (100, true)] as [(Int64, Bool)] {
            let result = try AnchordProgram.run(["forecast", "--until", scene.hour(hours).description] + arguments)
            let row = try #require(rows(result).first)
            #expect(row.allowedUntil == (ends ? scene.hour(50).description : nil), "\(hours) \(result.errors)")
        }
    }

    @Test func `refuses times in the past, too far away, or unreadable, and shows nothing hostile`() throws {
        for (time, message) in [
            ("2020-01-01", "is in the past"), ("2999-01-01", "is more than 3660 days from now"),
            ("soon", "is not a time"), ("2020-01-01T00:00:00", "is not a time"),
        ] {
            let result = try AnchordProgram.run(["forecast", "x.pem", "--until", time])
            #expect(result.status == 2 && result.errors.contains(message), "\(result.errors)")
        }
        // The last day is a whole one.
        let now = Instant(secondsSince1970: Int64(Date().timeIntervalSince1970))
        let last = now.adding(seconds: 3660 * 86400).description.prefix(10)
        let farthest = try AnchordProgram.run(["forecast", "none.pem", "--until", String(last)])
        #expect(farthest.errors.contains("none.pem") || farthest.output.contains("none.pem"), "\(farthest)")
        let result = try scene.forecast(["a\u{1B}[31m.pem", "--host", EndingChains.host])
        #expect(result.status == 2 && !result.output.contains("\u{1B}"))
    }
}
