import Foundation
import MicrohttpdServer
import Testing
import TrustModel
import TrustTestSupport

/// Tests of constraints that depend on the time of evaluation, with and without caches.
@Suite struct `Cached verdicts under minimumRemaining` {
    private static let policies: [(constraints: String, isTrustedBefore: Bool)] = [
        (#"{"minimumRemaining": "20d"}"#, true), (#"{"not": {"minimumRemaining": "20d"}}"#, false),
        (#"{"anyOf": [{"leaf": {"serialNumbers": ["01"]}}, {"minimumRemaining": "20d"}]}"#, true),
        (#"{"allOf": [{"allOf": [{"minimumRemaining": "20d"}]}]}"#, true),
    ]

    @Test(arguments: policies)
    func `equal new ones around the boundary`(constraints: String, isTrustedBefore: Bool) throws {
        let plain = try ConstraintScene()
        let cached = try ConstraintScene(
            caches: CacheSizes(verdicts: 100, certificates: 100, signatures: 100),
            like: plain
        )
        let constraints = try ConstraintScene.nest(constraints, at: "")
        // The leaf ends sixty days after the reference time.
        let boundary = APIFixture.now.adding(seconds: 40 * 86400)
        for offset: Int64 in [-86400, -1, 0, 1, 2, 86400, 0, -1] {
            for scene in [plain, cached] { scene.api.clock.now = boundary.adding(seconds: offset) }
            let expected = try plain.answer(constraints)
            #expect(expected.trusted == (offset <= 0 ? isTrustedBefore : !isTrustedBefore), "\(offset)")
            for _ in 0..<3 {
                let answer = try cached.answer(constraints)
                #expect(answer.text.dropFirst(45) == expected.text.dropFirst(45), "\(offset)")
                #expect(answer.response.headers["Cache-Control"] == expected.response.headers["Cache-Control"])
            }
        }
        let figures = try ReportedFigures(of: "verdicts", cached.api)
        #expect(figures.hits > 8)
    }

    @Test func `are valid until the remaining validity is too short`() throws {
        let scene = try ConstraintScene()
        #expect(try scene.answer(["minimumRemaining": "20d"]).object["validUntil"] as? String == "2026-02-10T00:00:00Z")
        // In a composite, and with the shorter one of two.
        let nested = ["anyOf": [["minimumRemaining": "20d"], ["minimumRemaining": "30d"]]]
        #expect(try scene.answer(nested).object["validUntil"] as? String == "2026-01-31T00:00:00Z")
        #expect(
            try scene.answer(["not": ["minimumRemaining": "90d"]]).object["validUntil"] as? String
                == "2026-03-02T00:00:00Z"
        )
    }

    @Test func `are violated by a malformed end`() throws {
        let scene = try ConstraintScene()
        let leaf = try scene.api.issuing.issueLeaf("api.example.com") { $0.notAfterEncoding = .text("never") }
        let chain = leaf.pem + scene.api.issuing.certificate.pem
        #expect(
            try scene.answer(["minimumRemaining": "1d"], chain: chain).violations
                == ["0 minimumRemaining: at least 1d until notAfter → a malformed notAfter"]
        )
        #expect(
            try scene.answer(["not": ["minimumRemaining": "1d"]], chain: chain).violations == [
                "- not: not met → uncertain"
            ]
        )
    }
}
