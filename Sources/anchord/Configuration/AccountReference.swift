import Glibc
import StructuredDocuments

/// A user or a group of users, by name or by number.
enum AccountReference: Sendable, Equatable {
    case name(String)
    case number(UInt32)

    /// The databases of accounts.
    enum Kind: String {
        case user
        case group
    }

    /// The reason why an account has no number.
    struct Failure: Error, Equatable {
        /// The message as a clause.
        let reason: String
        /// `usage` if the account does not exist; `refused` if the database cannot be read, which may be temporary.
        let status: ExitStatus
    }

    /// The maximum size in bytes of an entry of a database; an entry of the group database lists all members.
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

    /// Returns the user ID or the group ID.
    ///
    /// - Parameters:
    ///   - kind: the database that has the name.
    ///   - key: the configuration key, for messages.
    /// - Returns: the number, which need not belong to an existing account if it was given as a number.
    /// - Throws: ``CommandFailure`` with status `usage` if the name is unknown, and with `refused` if the database cannot
    ///   be read, which may be temporary.
    func resolved(as kind: Kind, for key: String) throws(CommandFailure) -> UInt32 {
        do throws(Failure) {
            return try identifier(as: kind)
        } catch {
            throw CommandFailure(["\(key): \(error.reason)"], status: error.status)
        }
    }

    /// Returns the user ID or the group ID, like ``resolved(as:for:)``.
    func identifier(as kind: Kind) throws(Failure) -> UInt32 {
        switch self {
        case .number(let number): return number
        case .name(let name):
            var size = 1 << 12
            while size <= Self.maximumEntryBytes {
                let (result, number) = Self.entry(name, kind, ofAtMost: size)
                if let number { return number }
                switch result {
                case ERANGE: size *= 4
                case EINTR: continue
                // Some name services report unknown names as an error (getgrnam_r(3)).
                case 0, ENOENT, ESRCH, EBADF, EPERM:
                    let reason = "the \(kind.rawValue) \(QuotedText.of(name)) does not exist"
                    throw Failure(reason: reason, status: .usage)
                default: throw Self.unreadable(kind, "error \(result)")
                }
            }
            throw Self.unreadable(kind, "the entry of \(QuotedText.of(name)) is too large")
        }
    }

    private static func entry(_ name: String, _ kind: Kind, ofAtMost size: Int) -> (result: Int32, number: UInt32?) {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
            guard let start = buffer.baseAddress else { return (ENOMEM, nil) }
            switch kind {
            case .user:
                var entry = unsafe passwd()
                var found: UnsafeMutablePointer<passwd>?
                let result = unsafe getpwnam_r(name, &entry, start, buffer.count, &found)
                return (result, unsafe found == nil ? nil : entry.pw_uid)
            case .group:
                var entry = unsafe group()
                var found: UnsafeMutablePointer<group>?
                let result = unsafe getgrnam_r(name, &entry, start, buffer.count, &found)
                return (result, unsafe found == nil ? nil : entry.gr_gid)
            }
        }
    }

    private static func unreadable(_ kind: Kind, _ reason: String) -> Failure {
        Failure(reason: "the \(kind.rawValue) database cannot be read: \(reason)", status: .refused)
    }
}

extension AccountReference: CustomStringConvertible {
    var description: String {
        switch self {
        case .name(let name): name
        case .number(let number): "\(number)"
        }
    }
}
