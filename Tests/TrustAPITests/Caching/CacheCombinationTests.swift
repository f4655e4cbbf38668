import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

/// Compares the verdicts of every combination of the three caches with those without caches.
@Suite struct `Verdicts with every combination of caches` {
    private static let large = CacheSizes(verdicts: 1000, certificates: 100, signatures: 100)
    /// Sizes that cause evictions.
    private static let small = CacheSizes(verdicts: 3, certificates: 2, signatures: 2)
    /// A size in bytes that causes evictions.
    private static let light = CacheSizes(verdicts: 100, verdictBytes: 9000, certificates: 2, signatures: 2)

    @Test(arguments: [large.subsets, small.subsets, [light]])
    func `equal those without caches at all times, with all policies and in any order`(
        combinations: [CacheSizes]
    ) throws {
        let plain = try APIFixture(documents: ChangingRequests.documents)
        let requests = try ChangingRequests(plain)
        let expected = try requests.answers(of: plain, rounds: 1)
        for sizes in combinations {
            let cached = try APIFixture(documents: ChangingRequests.documents, caches: sizes, like: plain)
            // Two rounds, so that every request is repeated at the same time.
            let answers = try requests.answers(of: cached, rounds: 2)
            #expect(answers.count == 2 * expected.count)
            for (number, answer) in answers.enumerated() {
                #expect(answer.masked == expected[number / 2].masked, "\(answer.request) with \(sizes)")
            }
            try check(cached, sizes)
        }
    }

    /// Checks that each enabled cache had hits, and that no other cache was used.
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
    /// All combinations of enabled caches, except for none.
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
