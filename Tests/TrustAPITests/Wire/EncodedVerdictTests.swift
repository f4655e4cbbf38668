import Testing
import TrustModel

@testable import TrustAPI

@Suite struct `A cached verdict` {
    @Test func `has no spare capacity`() {
        var text: [UInt8] = []
        text.reserveCapacity(4096)
        text += [UInt8](repeating: UInt8(ascii: " "), count: 1000)
        let kept = EncodedVerdict(text, id: 0, evaluatedAt: nil).compact
        #expect(kept.bytes == text)
        // The allocator rounds sizes up.
        #expect(kept.bytes.capacity < 1100)
    }
}
