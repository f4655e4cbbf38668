import Synchronization
import Testing
import TrustEvaluation
import TrustEvidence
import TrustModel

@testable import TrustService

@Suite struct `The validity of a decision` {
    private final class Memory: EvidenceMemory {
        let changes = Atomic<UInt64>(0)

        var changeCount: UInt64 { changes.load(ordering: .relaxed) }

        func storedResult(for need: EvidenceNeed) -> GatheredEvidence.Result? { nil }
        func revokingResult(for need: EvidenceNeed) -> GatheredEvidence.Result? { nil }
        func refresh(_ needs: [EvidenceNeed]) {}
        func isFollowing(_ need: EvidenceNeed) -> Bool { false }
        func keep(_ issuers: [FetchedIssuer]) {}
        var watched: WatchedTopics { WatchedTopics() }
        func topics(of need: EvidenceNeed) -> [EvidenceTopic] { [] }
        func changes(since count: UInt64) -> [EvidenceTopic: UInt64]? { [:] }
    }

    private static let now = Instant(secondsSince1970: 1_800_000_000)
    private let memory = Memory()

    /// Returns a trusted verdict for an instant, stable for a number of seconds after it.
    private func verdict(at instant: Instant = now, stableFor seconds: Int64, scripted: Int64? = nil) -> Verdict {
        Verdict(
            .accepted(.implicitTrust, reasons: []),
            policy: PolicyIdentity(set: "own", name: "p", rule: nil, revision: nil),
            evaluatedAt: instant,
            reuse: VerdictReuse(stableUntil: instant.adding(seconds: seconds), seconds: scripted)
        )
    }

    private func used(isFollowed: Bool, isComplete: Bool) -> DecisionValidity.UsedEvidence {
        DecisionValidity.UsedEvidence(
            basis: EvidenceBasis(memory),
            isFollowed: isFollowed,
            isComplete: isComplete
        )
    }

    /// Returns the last of some seconds after now at which a verdict is valid; nil if it is valid at none.
    private func last(_ verdict: Verdict, isTimed: Bool, _ used: DecisionValidity.UsedEvidence?) -> Int64? {
        let validity = DecisionValidity(verdict, isTimed: isTimed, from: Self.now, under: 7, used: used)
        return [0, 1, 9, 10, 59, 60, 1000, 1001, 1_000_000].last { (seconds: Int64) in
            validity.holds(under: 7, at: Self.now.adding(seconds: seconds))
        }
    }

    @Test func `ends with the stability of the verdict, and never for a chosen time`() {
        #expect(last(verdict(stableFor: 1000), isTimed: false, nil) == 1000)
        #expect(last(verdict(stableFor: 1000), isTimed: true, nil) == 1_000_000)
        let followed = used(isFollowed: true, isComplete: true)
        #expect(last(verdict(stableFor: 1000), isTimed: false, followed) == 1000)
        #expect(last(verdict(stableFor: 1000), isTimed: true, followed) == 1_000_000)
    }

    @Test func `ends after a minute if no one fetches the evidence again, also for a chosen time`() {
        let alone = used(isFollowed: false, isComplete: true)
        for isTimed in [false, true] {
            #expect(last(verdict(stableFor: 1000), isTimed: isTimed, alone) == 59)
        }
        #expect(last(verdict(stableFor: 9), isTimed: false, alone) == 9)
    }

    @Test func `ends with its second if evidence was looked for in vain, also for a chosen time`() {
        for isTimed in [false, true] {
            for isFollowed in [false, true] {
                let incomplete = used(isFollowed: isFollowed, isComplete: false)
                #expect(last(verdict(stableFor: 0), isTimed: isTimed, incomplete) == 0)
            }
        }
    }

    @Test func `ends with the shortest limit of scripts and evidence`() {
        let alone = used(isFollowed: false, isComplete: true)
        #expect(last(verdict(stableFor: 1000, scripted: 10), isTimed: true, alone) == 9)
        #expect(last(verdict(stableFor: 1000, scripted: 1001), isTimed: true, alone) == 59)
        #expect(last(verdict(stableFor: 1000, scripted: 1001), isTimed: true, nil) == 1000)
    }

    @Test func `ends with other policies, with newer evidence, and before its evaluation`() {
        let followed = used(isFollowed: true, isComplete: true)
        let verdict = verdict(stableFor: 1000)
        let validity = DecisionValidity(verdict, isTimed: false, from: Self.now, under: 7, used: followed)
        #expect(!validity.holds(under: 8, at: Self.now))
        #expect(!validity.holds(under: 7, at: Self.now.adding(seconds: -1)))
        #expect(validity.holds(under: 7, at: Self.now))
        memory.changes.add(1, ordering: .relaxed)
        #expect(!validity.holds(under: 7, at: Self.now))
    }
}
