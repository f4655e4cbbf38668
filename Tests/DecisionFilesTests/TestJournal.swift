import Glibc
import Testing
import TrustTestSupport

/// A socket in place of that of systemd's journal, with the entries that it receives.
final class TestJournal {
    /// The fields of an entry in their order.
    struct Entry: Equatable {
        var fields: [(name: String, value: String)] = []

        subscript(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }

        static func == (one: Entry, other: Entry) -> Bool { one.fields.elementsEqual(other.fields, by: ==) }
    }

    let path: String
    private var descriptor: Int32 = -1

    init(_ path: String) throws {
        self.path = path
        try open()
    }

    deinit { close(descriptor) }

    /// Ends the process behind the socket, as a restart of the journal does.
    func end() {
        close(descriptor)
        unsafe _ = unlink(path)
        descriptor = -1
    }

    /// Listens at the path.
    func open() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let result = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0, "\(path): \(errno)")
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Waits for an entry; returns nil if it cannot be parsed or none comes.
    func entry() -> Entry? {
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Self.parse(bytes[..<count]) : nil
    }

    /// Whether an entry has arrived.
    var hasEntry: Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, 0) == 1
    }

    private static func parse(_ bytes: ArraySlice<UInt8>) -> Entry? {
        var (entry, rest) = (Entry(), bytes)
        while !rest.isEmpty {
            guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "\n") }) else {
                return nil
            }
            let (name, isText) = (String(decoding: rest[..<end], as: UTF8.self), rest[end] == UInt8(ascii: "="))
            rest = rest[(end + 1)...]
            let length: Int
            if isText {
                guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                length = end - rest.startIndex
            } else {
                length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
            }
            guard rest.count > length, rest[rest.startIndex + length] == UInt8(ascii: "\n") else { return nil }
            entry.fields.append((name, String(decoding: rest.prefix(length), as: UTF8.self)))
            rest = rest.dropFirst(length + 1)
        }
        return entry
    }
}
