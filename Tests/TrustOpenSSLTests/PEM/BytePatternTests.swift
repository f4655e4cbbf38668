import Testing

@testable import TrustOpenSSL
@testable import X509Parsing

@Suite struct `A byte pattern` {
    @Test(arguments: ["-----", "-----BEGIN ", "\n\n", ":"])
    func `is found at the first occurrence`(pattern: String) {
        for length in 0...80 {
            for position in 0...length {
                let before = [UInt8](repeating: UInt8(ascii: "a"), count: position)
                let after = [UInt8](repeating: UInt8(ascii: "-"), count: length - position)
                check(pattern, in: before + Array(pattern.utf8) + after)
                check(pattern, in: before + after)
            }
        }
    }

    @Test func `is found only between two offsets`() {
        let text = Array("a:b:c".utf8)
        let colon = BytePattern(":")
        #expect(colon.first(in: text, from: 2, to: 5) == 3)
        #expect(colon.first(in: text, from: 2, to: 3) == nil)
        #expect(colon.first(in: text, from: 4, to: 5) == nil)
        #expect(colon.first(in: text, from: 5, to: 5) == nil)
    }

    private func check(_ pattern: String, in text: [UInt8]) {
        let bytes = Array(pattern.utf8)
        let expected = text.indices.first { text[$0...].starts(with: bytes) }
        #expect(BytePattern(pattern).first(in: text, from: 0, to: text.count) == expected)
    }
}
