import Glibc
import Testing

@testable import MicrohttpdServer

@Suite struct `Sockets queued for lingering` {
    /// Queues one end of a new socket pair, as a worker does before it closes its descriptor; returns the client's end.
    private func enqueueSocket(in queue: LingeringQueue) throws -> Int32 {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        queue.add(duplicateOf: ends[0])
        close(ends[0])
        return ends[1]
    }

    /// Whether the server's end of the socket is closed.
    private func isClosed(_ peer: Int32) -> Bool {
        var byte: UInt8 = 0
        return unsafe recv(peer, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }

    @Test func `stay open until they are taken and closed`() throws {
        let queue = LingeringQueue()
        let peer = try enqueueSocket(in: queue)
        defer { close(peer) }
        #expect(!queue.isEmpty && !isClosed(peer))
        let taken = queue.take()
        #expect(taken.count == 1 && queue.isEmpty && !isClosed(peer))
        for descriptor in taken { close(descriptor) }
        #expect(isClosed(peer))
    }

    @Test func `are closed when the queue ends, or immediately if added later`() throws {
        let queue = LingeringQueue()
        let before = try enqueueSocket(in: queue)
        queue.end()
        let after = try enqueueSocket(in: queue)
        defer { for peer in [before, after] { close(peer) } }
        #expect(isClosed(before) && isClosed(after))
        #expect(queue.isEmpty && queue.take().isEmpty)
    }
}
