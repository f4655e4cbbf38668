import Glibc
import StructuredDocuments

/// A group of users, by name or by number.
enum GroupReference: Sendable, Equatable {
    case name(String)
    case number(UInt32)

    /// The maximum size in bytes of an entry of the group database, which lists all members.
    private static let maximumEntryBytes = 1 << 22

    /// Reads digits as a number and other text as a name; nil if neither is possible.
    init?(_ text: String) {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // The highest number means "unchanged" in chown(2).
            guard let number = UInt32(text), number < .max else { return nil }
            self = .number(number)
        } else {
            guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x3A && $0 != 0x7F }) else { return nil }
            self = .name(text)
        }
    }

    /// Returns the group ID.
    ///
    /// - Throws: ``CommandFailure`` with status `usage` if the name is unknown, and with `refused` if the group database
    ///   cannot be read, which may be temporary.
    func resolved() throws(CommandFailure) -> UInt32 {
        switch self {
        case .number(let number): return number
        case .name(let name):
            var size = 1 << 12
            while size <= Self.maximumEntryBytes {
                let (result, number) = Self.entry(name, size)
                if let number { return number }
                switch result {
                case ERANGE: size *= 4
                case EINTR: continue
                // Some name services report unknown names as an error (getgrnam_r(3)).
                case 0, ENOENT, ESRCH, EBADF, EPERM:
                    let quoted = QuotedText.of(name)
                    throw CommandFailure(["unixSocketGroup: the group \(quoted) does not exist"], status: .usage)
                default: throw Self.unreadable("error \(result)")
                }
            }
            throw Self.unreadable("the entry of \(QuotedText.of(name)) is too large")
        }
    }

    private static func entry(_ name: String, _ size: Int) -> (result: Int32, number: UInt32?) {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            var entry = unsafe group()
            var found: UnsafeMutablePointer<group>?
            guard let start = buffer.baseAddress else { return (ENOMEM, nil) }
            let result = unsafe getgrnam_r(name, &entry, start, buffer.count, &found)
            return (result, unsafe found == nil ? nil : entry.gr_gid)
        }
    }

    private static func unreadable(_ reason: String) -> CommandFailure {
        CommandFailure(["unixSocketGroup: the group database cannot be read: \(reason)"], status: .refused)
    }
}

extension GroupReference: CustomStringConvertible {
    var description: String {
        switch self {
        case .name(let name): name
        case .number(let number): "\(number)"
        }
    }
}
