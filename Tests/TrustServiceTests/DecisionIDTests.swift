import Testing

@testable import TrustService

@Suite struct `A decision identifier` {
    @Test func `has the time and the random bits at the positions of RFC 9562`() {
        // unix_ts_ms, rand_a and rand_b; the variant is the two bits before the last.
        let id = DecisionID(milliseconds: 0xA1B2_C3D4_E5F6, 0x789, 0x1234_5678_9ABC_DEF0 << 2)
        #expect(id.description == "a1b2c3d4-e5f6-7789-9234-56789abcdef0")
    }

    @Test func `has a fixed version and variant for all random words`() {
        #expect(DecisionID(milliseconds: 0, 0, 0).description == "00000000-0000-7000-8000-000000000000")
        #expect(
            DecisionID(milliseconds: 0xFFFF_FFFF_FFFF, .max, .max).description == "ffffffff-ffff-7fff-bfff-ffffffffffff"
        )
    }

    @Test func `overwrites another identifier and nothing else`() {
        var text = Array("<".utf8) + [UInt8](repeating: 0x20, count: DecisionID.length) + Array(">".utf8)
        DecisionID(milliseconds: 0x0123_4567_89AB, 0xCDE, 0x3EDC_BA98_7654_3210 << 2).write(over: &text, at: 1)
        #expect(String(decoding: text, as: UTF8.self) == "<01234567-89ab-7cde-bedc-ba9876543210>")
    }
}

@Suite struct `The text of a decision identifier` {
    @Test func `is read back, also in upper case`() {
        let source = DecisionIDSource(workers: 1)
        for number in 0..<1000 {
            let id = source.next(milliseconds: UInt64(number) << 32, worker: 0)
            #expect(DecisionID(id.description) == id)
            #expect(DecisionID(id.description.uppercased()) == id)
        }
    }

    @Test(arguments: [
        "", "x", "a1b2c3d4-e5f6-7789-9234-56789abcdef", "a1b2c3d4-e5f6-7789-9234-56789abcdef00",
        "a1b2c3d4e5f6-7789-9234-56789abcdef00", "+1b2c3d4-e5f6-7789-9234-56789abcdef0",
        "a1b2c3d4-e5f6-7789-9234-56789abcdeg0", "a1b2c3d4_e5f6-7789-9234-56789abcdef0",
        "ａ1b2c3d4-e5f6-7789-9234-56789abcdef0",
    ])
    func `is nothing else`(text: String) {
        #expect(DecisionID(text) == nil)
    }

    @Test func `is compared in full length only`() {
        #expect(DecisionID(String(repeating: "0", count: 1_000_000)) == nil)
    }
}
