import Glibc
import SecretMemory
import Testing
import TrustTestSupport

@testable import FileAccess

@Suite struct `Files with secrets` {
    private let directory: TemporaryDirectory
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        path = try directory.write("key", "secret")
        unsafe chmod(path, 0o600)
    }

    private func failure(
        maximum: Int = 100,
        allowsOtherReaders: Bool = false,
        reader: FileReader = .process,
        whileReading: () -> Void = {}
    ) -> SecretFileFailure.Code? {
        do {
            _ = try LocalFiles.secret(
                of: path,
                maximum: maximum,
                allowsOtherReaders: allowsOtherReaders,
                reader: reader,
                whileReading: whileReading
            )
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `are read with all their bytes`() throws {
        let bytes = try LocalFiles.secret(of: path, maximum: 6)
        #expect(bytes.withSpan { span in span.indices.map { span[$0] } } == Array("secret".utf8))
        #expect(failure(maximum: 5) == .tooLarge)
    }

    @Test(
        arguments: [
            (0o600, nil), (0o400, nil), (0o640, nil), (0o440, nil), (0o604, SecretFileFailure.Code.permissions),
            (0o602, .permissions), (0o644, .permissions), (0o601, .permissions),
        ] as [(UInt32, SecretFileFailure.Code?)]
    )
    func `must not be accessible to all users, unless that is allowed`(mode: UInt32, code: SecretFileFailure.Code?) {
        unsafe chmod(path, mode)
        #expect(failure() == code)
        #expect(failure(allowsOtherReaders: true) == nil)
    }

    /// The table does not depend on the user who runs the test.
    @Test(
        arguments: [
            (0, 0, 0o600, true), (0, 0, 0o440, true), (7, 70, 0o600, true), (8, 70, 0o600, false), (0, 70, 0o640, true),
            (0, 71, 0o640, true), (0, 72, 0o640, false), (7, 72, 0o600, true), (7, 72, 0o620, false),
            (7, 70, 0o620, false),
            (0, 0, 0o644, false),
        ] as [(UInt32, UInt32, UInt32, Bool)]
    )
    func `must belong to root or to the daemon, and to one of its groups`(
        owner: UInt32,
        group: UInt32,
        mode: UInt32,
        isAccepted: Bool
    ) {
        let reader = FileReader(user: 7, groups: [70, 71])
        let complaint = FilePermissions(owner: owner, group: group, mode: mode).complaint(of: reader)
        #expect((complaint == nil) == isAccepted, "\(complaint ?? "")")
    }

    @Test func `that change while they are read are rejected`() throws {
        #expect(failure(whileReading: { unsafe _ = truncate(path, 3) }) == .changed)
        #expect(failure(whileReading: { unsafe _ = chmod(path, 0o400) }) == .changed)
        #expect(failure() == nil)
    }

    /// The open file keeps its contents, and the next read finds the new ones.
    @Test func `that are replaced while they are read have their old contents`() throws {
        let new = try directory.write("new", "other!")
        unsafe chmod(new, 0o600)
        let read = try LocalFiles.secret(
            of: path,
            maximum: 10,
            allowsOtherReaders: true,
            reader: .process,
            whileReading: {}
        )
        #expect(unsafe rename(new, path) == 0)
        #expect(read.withSpan { $0[0] } == UInt8(ascii: "s"))
        #expect(try LocalFiles.secret(of: path, maximum: 10).withSpan { $0[0] } == UInt8(ascii: "o"))
    }

    @Test func `must be regular files`() throws {
        #expect(throws: SecretFileFailure(code: .unreadable, reason: "does not exist")) {
            _ = try LocalFiles.secret(of: directory.path + "/absent", maximum: 10)
        }
        #expect(throws: SecretFileFailure(code: .unreadable, reason: "is not a regular file")) {
            _ = try LocalFiles.secret(of: directory.path, maximum: 10)
        }
    }

    /// Two bytes of tag, two of permissions, and four of the ID (linux/posix_acl_xattr.h).
    private func list(_ entries: [(tag: UInt8, permissions: UInt8, id: UInt8)]) -> [UInt8] {
        entries.reduce([2, 0, 0, 0]) { $0 + [$1.tag, 0, $1.permissions, 0, $1.id, 0, 0, 0] }
    }

    @Test func `are refused if their access control list names another user or group`() throws {
        let reader = FileReader(user: 7, groups: [8])
        let owners: [(UInt8, UInt8, UInt8)] = [(0x01, 6, 255), (0x04, 4, 255), (0x10, 4, 255), (0x20, 0, 255)]
        func complaint(_ entries: [(UInt8, UInt8, UInt8)]) throws -> String? {
            let list = try #require(AccessControlList(list(owners + entries)))
            return list.complaint(of: reader)
        }
        #expect(try complaint([]) == nil)
        #expect(try complaint([(0x02, 4, 7), (0x02, 4, 0), (0x08, 4, 8), (0x08, 4, 0), (0x02, 0, 9)]) == nil)
        #expect(try complaint([(0x02, 4, 9)])?.hasPrefix("is accessible to user 9 by its access control list") == true)
        #expect(try complaint([(0x08, 2, 9)])?.hasPrefix("is accessible to group 9 by its access control list") == true)
        #expect(AccessControlList([]) == nil)
        #expect(AccessControlList([1, 0, 0, 0]) == nil)
        #expect(AccessControlList([2, 0, 0, 0, 1]) == nil)
    }
}
