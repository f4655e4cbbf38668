import CMicrohttpdShims
import Glibc

/// Answered sockets being read empty before they are closed; belongs to the acceptor's thread.
struct LingeringSockets: ~Copyable {
    /// How many sockets may linger; one more closes the oldest.
    private static let maximum = 128
    /// How long a socket lingers at most, in milliseconds.
    private static let lifetime: UInt64 = 2000
    /// How many bytes are read off a socket at most: as many as a client may well have under way.
    private static let maximumBytes = 16 << 20

    private struct Entry {
        let descriptor: Int32
        let deadline: UInt64
        var bytesLeft: Int
    }

    private var entries: [Entry] = []
    /// Where the unwanted bytes go; 64 KiB is what one system call usually yields.
    private var scrap = [UInt8](repeating: 0, count: 64 << 10)

    deinit {
        for entry in entries { close(entry.descriptor) }
    }

    /// Whether none lingers.
    var isEmpty: Bool { entries.isEmpty }

    /// The descriptors to wait for.
    var descriptors: [Int32] { entries.map(\.descriptor) }

    /// Takes over a socket whose answer is on its way.
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

    /// Reads what there is, and closes the sockets that are finished or out of time.
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

    /// Reads at most one scrapful; whether more may come.
    private mutating func drain(_ entry: inout Entry) -> Bool {
        let count = unsafe scrap.withUnsafeMutableBytes {
            unsafe recv(entry.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
        }
        guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
        entry.bytesLeft -= count
        return entry.bytesLeft > 0
    }
}
