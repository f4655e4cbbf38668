import CMicrohttpdShims
import Glibc

/// Reads the rest of requests whose response was sent, then closes the sockets; used only on the acceptor's thread.
struct LingeringSockets: ~Copyable {
    /// The maximum number of sockets; adding another one closes the oldest.
    private static let maximum = 128
    /// The maximum time that a socket stays open, in milliseconds.
    private static let lifetime: UInt64 = 2000
    /// The maximum number of bytes read from a socket, more than clients usually have in transit.
    private static let maximumBytes = 16 << 20

    private struct Entry {
        let descriptor: Int32
        let deadline: UInt64
        var bytesLeft: Int
    }

    private var entries: [Entry] = []
    /// The buffer for discarded bytes, in the size that one system call usually returns.
    private var discardBuffer = [UInt8](repeating: 0, count: 64 << 10)

    deinit {
        for entry in entries { close(entry.descriptor) }
    }

    var isEmpty: Bool { entries.isEmpty }

    var descriptors: [Int32] { entries.map(\.descriptor) }

    /// Adds a socket and takes ownership of its descriptor.
    mutating func add(_ descriptor: Int32, now: UInt64) {
        if entries.count >= LingeringSockets.maximum { close(entries.removeFirst().descriptor) }
        entries.append(
            Entry(
                descriptor: descriptor,
                deadline: now + LingeringSockets.lifetime,
                bytesLeft: LingeringSockets.maximumBytes
            )
        )
    }

    /// Discards the available bytes, and closes the sockets that are finished or overdue.
    mutating func service(now: UInt64) {
        var kept: [Entry] = []
        for var entry in entries {
            if entry.deadline > now && drain(&entry) {
                kept.append(entry)
            } else {
                close(entry.descriptor)
            }
        }
        entries = kept
    }

    /// Fills the buffer at most once; returns whether more bytes may follow.
    private mutating func drain(_ entry: inout Entry) -> Bool {
        let count = unsafe discardBuffer.withUnsafeMutableBytes {
            unsafe recv(entry.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        entry.bytesLeft -= count
        return entry.bytesLeft > 0
    }
}
