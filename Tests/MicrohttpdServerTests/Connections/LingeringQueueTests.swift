import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `Sockets handed over for lingering` {
    /// Hands one end of a new pair over, as a worker does before it closes its own descriptor; returns the peer's end.
    private func handOver(to handover: LingeringQueue) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        handover.add(duplicateOf: ends[0])
        close(ends[0])
        return ends[1]
    }

    /// Whether the other end of the peer's socket is closed.
    private func isClosed(_ peer: Int32) -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(peer, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }

    @Test func `stay open until they are taken and closed`() throws {
        let handover = LingeringQueue()
        let peer = try handOver(to: handover)
        defer { close(peer) }
        #expect(!handover.isEmpty && !isClosed(peer))
        let taken = handover.take()
        #expect(taken.count == 1 && handover.isEmpty && !isClosed(peer))
        for descriptor in taken { close(descriptor) }
        #expect(isClosed(peer))
    }

    @Test func `are closed at the end, and at once after it`() throws {
        let handover = LingeringQueue()
        let before = try handOver(to: handover)
        handover.end()
        let after = try handOver(to: handover)
        defer { for peer in [before, after] { close(peer) } }
        #expect(isClosed(before) && isClosed(after))
        #expect(handover.isEmpty && handover.take().isEmpty)
    }
}
