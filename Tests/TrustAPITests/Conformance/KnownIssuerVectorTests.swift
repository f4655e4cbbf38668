import Testing
import TrustEvaluation

/// The public test vectors under policies that remember the issuers of other cases.
@Suite struct `Public vectors with known issuers` {
    private func comparison() throws -> KnownIssuerComparison {
        KnownIssuerComparison(
            try APIFixture(
                limits: .init(count: 256, bytesEach: 262_144),
                caches: CacheSizes(certificates: 2000, signatures: 20_000)
            )
        )
    }

    private typealias Request = (id: String, members: [String: Any])

    private func check(_ requests: [Request], atLeast known: Int) throws {
        var comparison = try comparison()
        for (id, members) in requests { try comparison.check(members, id) }
        #expect(comparison.known >= known, "\(comparison.known) of \(comparison.asked) questions had known issuers")
    }

    /// Returns the requests of cases, and then similar ones with other hosts, times and certificates.
    private func requests(_ cases: [ConformanceCase], _ profile: String) -> [Request] {
        let same = cases.map { ("\($0.id)", $0.request(profile: profile)) }
        let similar = cases.flatMap { example -> [Request] in
            let (leaf, intermediates) = (example.leaf, example.intermediates)
            return [
                ("other host", example.request(profile: profile, host: "wrong.invalid")),
                ("later", example.request(profile: profile, at: "2060-01-01T00:00:00Z")),
                ("reversed", example.request(profile: profile, chain: [leaf] + intermediates.reversed())),
                ("anchors", example.request(profile: profile, chain: [leaf] + intermediates + example.anchors)),
            ].map { ("\(example.id), \($0)", $1) }
        }
        return same + similar
    }

    @Test(
        .enabled(if: ConformanceVectors.isPresent, Comment(rawValue: ConformanceVectors.advice)),
        arguments: ["server", "rfc5280Strict", "webpki"]
    )
    func `x509-limbo has the same verdicts`(profile: String) throws {
        let groups: Set = ["crl", "cve", "invalid", "online", "pathlen", "pathological", "rfc5280", "webpki"]
        let cases = try ConformanceVectors.cases(of: groups)
        let requests = requests(cases, profile)
        try check(profile == "server" ? requests : Array(requests.prefix(cases.count)), atLeast: 1)
    }

    @Test(
        .enabled(if: ConformanceVectors.fileOfBetterTLS != nil, Comment(rawValue: ConformanceVectors.adviceOnBetterTLS))
    )
    func `a sample of BetterTLS has the same verdicts`() throws {
        let cases = try ConformanceVectors.cases(of: ["bettertls"], in: ConformanceVectors.fileOfBetterTLS)
        let sample = stride(from: 0, to: cases.count, by: max(1, cases.count / 100)).map { cases[$0] }
        try check(requests(sample, "server"), atLeast: sample.count / 4)
    }

    /// Asks each case after all others too.
    @Test(.enabled(if: PKITSFiles.directory != nil, Comment(rawValue: PKITSFiles.advice)))
    func `NIST PKITS has the same verdicts`() throws {
        let directory = try #require(PKITSFiles.directory)
        let requests = try PKITSTable.rows.map { ($0.id, try $0.request(in: directory)) }
        // Nearly all issuers of the suite have findings, such as key identifiers that are missing.
        try check(requests + requests.reversed(), atLeast: 1)
    }
}
