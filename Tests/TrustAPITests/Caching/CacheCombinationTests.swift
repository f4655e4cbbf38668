import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

/// Every combination of the three caches is asked what is asked without any.
@Suite struct `Answers with caches, in every combination,` {
    private static let large = CacheSizes(verdicts: 1000, certificates: 100, signatures: 100)
    /// So small that entries push each other out.
    private static let small = CacheSizes(verdicts: 3, certificates: 2, signatures: 2)
    /// The same by what they weigh.
    private static let light = CacheSizes(verdicts: 100, verdictBytes: 9000, certificates: 2, signatures: 2)

    @Test(arguments: [large.subsets, small.subsets, [light]])
    func `are the same as without, whatever the time, the policies and the order`(
        combinations: [CacheSizes]
    ) throws {
        let plain = try APIFixture(documents: ChangingRequests.documents)
        let requests = try ChangingRequests(plain)
        let expected = try requests.answers(of: plain, rounds: 1)
        for sizes in combinations {
            let cached = try APIFixture(documents: ChangingRequests.documents, caches: sizes, like: plain)
            // Once more and backwards, so that whatever was remembered is asked for at the same time as well.
            let answers = try requests.answers(of: cached, rounds: 2)
            #expect(answers.count == 2 * expected.count)
            for (number, answer) in answers.enumerated() {
                #expect(answer.masked == expected[number / 2].masked, "\(answer.asked) with \(sizes)")
            }
            try check(cached, sizes)
        }
    }

    /// That each cache that is on was of use, and that no other was used.
    private func check(_ api: APIFixture, _ sizes: CacheSizes) throws {
        for (name, entries) in [
            ("verdicts", sizes.verdicts), ("certificates", sizes.certificates), ("signatures", sizes.signatures),
        ] {
            let figures = try ReportedFigures(of: name, api)
            if entries == 0 {
                #expect(figures.hits == 0 && figures.entries == 0 && figures.evictions == 0, "\(name) with \(sizes)")
            } else {
                #expect(figures.hits > 0, "\(name) with \(sizes)")
                #expect(figures.entries > 0, "\(name) with \(sizes)")
                #expect(
                    (figures.evictions > 0) == (entries < 100 || sizes.verdictBytes < 1 << 20),
                    "\(name) with \(sizes)"
                )
            }
        }
    }
}

extension CacheSizes {
    /// Each of the caches on or off: all eight but for none, which the others are compared with.
    fileprivate var subsets: [CacheSizes] {
        (1..<8).map { bits in
            CacheSizes(
                verdicts: bits & 1 == 0 ? 0 : verdicts,
                verdictBytes: verdictBytes,
                certificates: bits & 2 == 0 ? 0 : certificates,
                signatures: bits & 4 == 0 ? 0 : signatures
            )
        }
    }
}
