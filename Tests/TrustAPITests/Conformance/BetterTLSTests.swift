import Testing
import TrustEvaluation

@Suite(
    .enabled(
        if: ConformanceVectors.fileOfBetterTLS != nil,
        Comment(rawValue: ConformanceVectors.adviceOnBetterTLS)
    )
)
struct `Public vectors (BetterTLS)` {
    @Test(arguments: ["server", "rfc5280Strict"])
    func `every case has the expected verdict`(profile: String) throws {
        let api = try APIFixture(limits: .init(count: 256, bytesEach: 262_144))
        let cases = try ConformanceVectors.cases(of: ["bettertls"], in: ConformanceVectors.fileOfBetterTLS)
        #expect(!cases.isEmpty)
        for example in cases {
            let answer = try api.evaluate(example.request(profile: profile))
            #expect((answer.trusted ?? false) == example.shouldPass, "\(example.id): \(answer.text.prefix(300))")
        }
    }

    @Test func `every verdict is the same until its last stable second, and then changes unless a candidate does`()
        throws
    {
        var stability = VerdictStability(try APIFixture(limits: .init(count: 256, bytesEach: 262_144)))
        for example in try ConformanceVectors.cases(of: ["bettertls"], in: ConformanceVectors.fileOfBetterTLS) {
            try stability.check(example.request(), example.id)
        }
        #expect(stability.unexplained == [])
    }
}
