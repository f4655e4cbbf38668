import Foundation
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite(.enabled(if: ConformanceVectors.isPresent, Comment(rawValue: ConformanceVectors.advice)))
struct `Public vectors (x509-limbo)` {
    let api: APIFixture

    init() throws {
        api = try APIFixture(limits: .init(count: 256, bytesEach: 262_144))
    }

    @Test func `real public chains are trusted, and injected errors are reported`() throws {
        let cases = try ConformanceVectors.cases(of: ["online"])
        #expect(!cases.isEmpty)
        for example in cases { try PublicChainExpectations.check(example, api) }
    }

    @Test func `real public chains conform to the CA/Browser Forum's rules`() throws {
        for example in try ConformanceVectors.cases(of: ["online"]) {
            let answer = try api.evaluate(example.request(profile: "webpki"))
            #expect(answer.trusted == true, "\(example.id): \(answer.reasonCodes)")
        }
    }

    @Test func `every case has the expected verdict and reason`() throws {
        let cases = try Dictionary(uniqueKeysWithValues: ConformanceVectors.cases(of: Self.groups).map { ($0.id, $0) })
        for row in ConformanceTable.rows {
            guard let example = cases[row.id] else { continue }
            let answer = try api.evaluate(example.request(profile: row.profile))
            #expect(row.isTrusted == example.shouldPass, "\(row.id): upstream has another verdict")
            #expect((answer.trusted ?? false) == row.isTrusted, "\(row.id): \(answer.text.prefix(300))")
            #expect(row.isTrusted || Self.lead(of: answer) == row.reason, "\(row.id): \(answer.reasonCodes)")
        }
    }

    @Test func `cases missing from the table have the upstream verdict`() throws {
        let listed = Set(ConformanceTable.rows.map(\.id))
        for example in try ConformanceVectors.cases(of: Self.groups) where !listed.contains(example.id) {
            let profile = example.group == "webpki" ? "webpki" : "rfc5280Strict"
            let answer = try api.evaluate(example.request(profile: profile))
            #expect((answer.trusted ?? false) == example.shouldPass, "\(example.id): \(answer.text.prefix(300))")
        }
    }

    @Test func `the profile server agrees on real, invalid and pathological chains`() throws {
        let cases = try ConformanceVectors.cases(of: ["pathological", "invalid", "cve", "online"])
        #expect(!cases.isEmpty)
        for example in cases {
            let answer = try api.evaluate(example.request())
            #expect((answer.trusted ?? false) == example.shouldPass, "\(example.id): \(answer.text.prefix(300))")
        }
    }

    @Test func `the profile server disagrees with the vectors only in reviewed cases`() throws {
        var disagreements: Set<String> = []
        for example in try ConformanceVectors.cases(of: Self.groups) {
            let answer = try api.evaluate(example.request())
            if (answer.trusted ?? false) != example.shouldPass { disagreements.insert(example.id) }
        }
        #expect(disagreements.subtracting(Self.reviewed).sorted() == [], "not reviewed")
        #expect(Self.reviewed.subtracting(disagreements).sorted() == [], "agree by now: take them off the list")
    }

    @Test func `every case that webpki rejects and server accepts is reviewed`() throws {
        let reviewed = Set(ConformanceTable.rows.map(\.id))
        var differences: [String: [String]] = [:]
        for example in try ConformanceVectors.cases(of: Self.groups) where reviewed.contains(example.id) {
            let server = try api.evaluate(example.request(profile: "server"))
            let webpki = try api.evaluate(example.request(profile: "webpki"))
            #expect(
                server.trusted == true || webpki.trusted != true,
                "\(example.id): webpki accepts what server refuses"
            )
            guard server.trusted == true, webpki.trusted != true else { continue }
            differences[example.id] = Set(webpki.errorCodes).subtracting(server.errorCodes).sorted()
        }
        let table = ProfileDifferenceTable.reasons.filter { differences[$0.key] != $0.value }.keys
        let others = differences.filter { ProfileDifferenceTable.reasons[$0.key] != $0.value }
        #expect(others.isEmpty, "not in the table: \(others)")
        #expect(table.isEmpty, "in the table, and not so: \(table.sorted())")
    }

    @Test func `chains that webpki rejects and server accepts have reasons with different severities`() throws {
        for example in try ConformanceVectors.cases(of: Self.groups) {
            let server = try api.evaluate(example.request(profile: "server"))
            let webpki = try api.evaluate(example.request(profile: "webpki"))
            guard server.trusted == true, webpki.trusted != true else { continue }
            #expect(!webpki.errorCodes.isEmpty, "\(example.id)")
            for code in try webpki.errorCodes.map({ try #require(ReasonCode(name: $0)) }) where code != .hostMismatch {
                let row = code.severities
                #expect(row?[.webpki] == .error && row?[.server] != .error, "\(example.id): \(code.name)")
            }
        }
    }

    @Test(arguments: ["server", "rfc5280Strict", "webpki"])
    func `every verdict is the same until its last stable second, and then changes unless a candidate does`(
        profile: String
    ) throws {
        var stability = VerdictStability(api)
        for example in try ConformanceVectors.cases(of: Self.groups) {
            try stability.check(example.request(profile: profile), example.id)
        }
        #expect(stability.unexplained == [])
    }

    /// All groups except BetterTLS, which has a suite of its own.
    private static let groups: Set = [
        "crl", "cve", "invalid", "online", "pathlen", "pathological", "rfc5280", "webpki",
    ]

    /// Returns the code and depth of the first reason.
    private static func lead(of answer: Answer) -> String? {
        if answer.status == 422 { return answer.object["code"] as? String }
        guard let reason = (answer.object["reasons"] as? [[String: Any]])?.first, let code = reason["code"] as? String
        else { return nil }
        return code + ((reason["depth"] as? Int).map { " \($0)" } ?? "")
    }

    private static let reviewed: Set<String> = [
        // Requirements for conforming CAs, which are warnings under `server`.
        "rfc5280::aki::leaf-missing-aki", "rfc5280::aki::intermediate-missing-aki",
        "rfc5280::aki::cross-signed-root-missing-aki", "rfc5280::ski::intermediate-missing-ski",
        "rfc5280::pc::ica-noncritical-pc",
        "rfc5280::san::noncritical-with-empty-subject", "rfc5280::root-non-critical-basic-constraints",
        "rfc5280::nc::not-allowed-in-ee-noncritical", "rfc5280::nc::not-allowed-in-ee-critical",
        "rfc5280::san::underscore-dns", "rfc5280::aki::critical-aki", "rfc5280::ski::critical-ski",
        "crl::crlnumber-missing",
        // A key that may only sign certificates cannot be used by a TLS server, although the path is valid.
        "rfc5280::ca-as-leaf", "pathlen::validation-ignores-pathlen-in-leaf",
        // The CA/Browser Forum's rules for CAs, which browsers do not check.
        "webpki::aki::root-with-aki-missing-keyidentifier", "webpki::aki::root-with-aki-authoritycertissuer",
        "webpki::aki::root-with-aki-authoritycertserialnumber",
        "webpki::aki::root-with-aki-ski-mismatch", "webpki::cn::ipv6-uppercase-mismatch",
        "webpki::cn::ipv6-non-rfc5952-mismatch", "webpki::cn::not-in-san", "webpki::eku::ee-critical-eku",
        "webpki::eku::ee-without-eku", "webpki::eku::root-has-eku",
        "webpki::forbidden-rsa-not-divisible-by-8-in-root", "webpki::forbidden-rsa-key-not-divisible-by-8-in-leaf",
        // Browsers reject wildcards under public suffixes of registries, but not of companies.
        "webpki::san::public-suffix-private-namespace-wildcard-san",
    ]
}
