import Glibc

/// The user and the groups with which this process opens files.
package struct FileReader: Sendable, Equatable {
    /// The effective user.
    package let user: UInt32
    /// The effective group and the supplementary groups.
    package let groups: Set<UInt32>

    /// Creates a reader from its identifiers.
    package init(user: UInt32, groups: Set<UInt32>) {
        self.user = user
        self.groups = groups
    }

    /// The reader of this process.
    package static var process: FileReader {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = unsafe getgroups(Int32(groups.count), &groups)
        return FileReader(user: geteuid(), groups: Set(groups.prefix(Int(max(0, count))) + [getegid()]))
    }
}

/// The owner, the group and the permission bits of a file.
struct FilePermissions: Equatable {
    let owner: UInt32
    let group: UInt32
    let mode: UInt32

    /// The user and the group of the superuser.
    private static let root: UInt32 = 0

    /// Returns a predicate if users other than the owner and the reader can access the file; nil if they cannot.
    ///
    /// The owner must be root or the reader. A group may have access if it is one of the reader's, or root's: systemd
    /// gives access to a credential by an access control list, whose mask appears as permissions of root's group.
    func complaint(of reader: FileReader) -> String? {
        let text = "0" + String(mode & 0o777, radix: 8)
        guard owner == Self.root || owner == reader.user else {
            return "belongs to user \(owner), who could read and change it; change its owner to root or to user "
                + "\(reader.user)"
        }
        guard mode & 0o007 == 0 else {
            return "is accessible to all users (mode \(text)); change its mode to 0600 or 0640"
        }
        guard mode & 0o020 == 0 else {
            return "can be changed by group \(group) (mode \(text)); change its mode to 0600 or 0640"
        }
        guard mode & 0o070 == 0 || group == Self.root || reader.groups.contains(group) else {
            return
                "is accessible to group \(group), which is not a group of the daemon (mode \(text)); change its mode to "
                + "0600"
        }
        return nil
    }
}
