import CSystemShims
import Glibc

/// The users and groups that a file's access control list names (acl(5)); empty for a file without a list.
struct AccessControlList: Equatable {
    let users: [UInt32]
    let groups: [UInt32]

    private static let maximumBytes = 8192
    private static let version: UInt32 = 2
    private static let (userTag, groupTag): (UInt32, UInt32) = (0x02, 0x08)

    /// Reads the list of an open file; nil if it cannot be read or has more than about a thousand entries.
    init?(of descriptor: Int32) {
        var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
        let count = unsafe csystemshims_fgetxattr(descriptor, "system.posix_acl_access", &bytes, bytes.count)
        if count < 0, errno == ENODATA || errno == EOPNOTSUPP {
            self.init([UInt8(Self.version), 0, 0, 0])
        } else {
            guard count >= 0 else { return nil }
            self.init(Array(bytes[..<count]))
        }
    }

    /// Parses the value of the extended attribute `system.posix_acl_access` (linux/posix_acl_xattr.h).
    ///
    /// It has a version of four bytes, then a tag, permissions and an ID of two, two and four bytes for each entry, all
    /// little-endian. Entries without permissions are omitted; the mask is ignored, because it can change.
    init?(_ bytes: [UInt8]) {
        func number(at start: Int, _ count: Int) -> UInt32 {
            (0..<count).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
        }
        guard bytes.count >= 4, (bytes.count - 4) % 8 == 0, number(at: 0, 4) == Self.version else { return nil }
        let entries = stride(from: 4, to: bytes.count, by: 8).filter { number(at: $0 + 2, 2) != 0 }
        users = entries.filter { number(at: $0, 2) == Self.userTag }.map { number(at: $0 + 4, 4) }
        groups = entries.filter { number(at: $0, 2) == Self.groupTag }.map { number(at: $0 + 4, 4) }
    }

    /// Returns a predicate if the list names a user or a group other than root and those of the reader.
    func complaint(of reader: FileReader) -> String? {
        let strangers =
            users.filter { $0 != 0 && $0 != reader.user }.map { "user \($0)" }
            + groups.filter { $0 != 0 && !reader.groups.contains($0) }.map { "group \($0)" }
        guard let stranger = strangers.first else { return nil }
        return "is accessible to \(stranger) by its access control list; remove the list with setfacl --remove-all"
    }
}
