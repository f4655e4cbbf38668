import Glibc
import Synchronization
import Testing
import TrustTestSupport

@testable import FileAccess

@Suite struct `A socket for datagrams` {
    @Test func `that cannot be opened reports why, and is opened later`() throws {
        let directory = try TemporaryDirectory()
        let mayOpen = Mutex(false)
        let sender = DatagramSocket(to: "\(directory.path)/none", patience: 1) {
            guard mayOpen.withLock({ $0 }) else {
                errno = EMFILE
                return -1
            }
            return socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        }
        let lacking = #expect(throws: LocalFiles.Failure.self) { try sender.send([1]) }
        #expect(lacking?.reason == LocalFiles.Failure(errno: EMFILE).reason)
        mayOpen.withLock { $0 = true }
        let missing = #expect(throws: LocalFiles.Failure.self) { try sender.send([1]) }
        #expect(missing?.reason == LocalFiles.Failure(errno: ENOENT).reason)
    }
}
