import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@Suite struct `Generated chains with faults` {
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `have exactly their faults as reasons, with any additional certificates in any order`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let chain = try GeneratedChain(&random)
            let verdict = try chain.engineCase().verdict()
            let reasons = verdict.reasons.filter { $0.severity > .notice }.map(\.summary)
            #expect(Set(reasons).sorted() == chain.reports, "\(chain.profile) \(chain.path.count) \(chain.faults)")
            #expect((verdict.outcome == .trusted) == chain.isSound, "\(chain.profile) \(chain.faults)")
            for _ in 0..<2 {
                let shuffled = chain.sent.shuffled(using: &random)
                let again = try chain.engineCase(sending: shuffled).verdict()
                #expect(again.whole == verdict.whole, "\(chain.profile) \(chain.faults)")
            }
        }
    }

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `have the same verdict until its last stable second, and then another one`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let chain = try GeneratedChain(&random)
            var engineCase = try chain.engineCase()
            engineCase.explain = false
            let verdict = try engineCase.verdict()
            engineCase.instant = verdict.reuse.stableUntil
            #expect(try engineCase.verdict().whole == verdict.whole, "\(chain.profile) \(chain.faults)")
            engineCase.instant = verdict.reuse.stableUntil.adding(seconds: 1)
            #expect(try engineCase.verdict().whole != verdict.whole, "\(chain.profile) \(chain.faults)")
        }
    }

    @Test func `are trusted if valid, even with faulty certificates of the same CAs`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            let chain = try FaultyHierarchy(intermediates: Int.random(in: 1...4, using: &random), faults: [], &random)
            let others = try chain.path.dropFirst() + chain.faultyTwins(&random)
            let anchor = try #require(chain.path.last)
            let question = EngineCase([chain.path[0]] + others.shuffled(using: &random), anchors: [anchor])
            let verdict = try question.verdict()
            #expect(verdict.summaries == ["notice notice.anchor \(chain.path.count - 1)"])
            #expect(verdict.pathDER == chain.path.map(\.der))
        }
    }
}

extension Verdict {
    /// The verdict's members that a client sees, as text.
    fileprivate var whole: [String] {
        [
            "\(outcome) \(action) \(result) \(resultRule) \(String(describing: validUntil))",
            "\(reasons)", "\(checks)", "\(pathDER)", "\(rejectedPaths)", "\(String(describing: matchedPin))",
        ]
    }
}
