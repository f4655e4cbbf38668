import Foundation
import Glibc
import Testing
import TrustTestSupport

/// The protection of the memory with private keys from other processes.
///
/// The owner of the files in /proc shows PR_SET_DUMPABLE (proc(5)), with which the kernel also writes no core files. The
/// daemon blocks signals from outside, so no test can cause a core dump.
@Suite struct `The memory of a daemon with identities` {
    private static let partner = "  partner: {pkcs12: DIRECTORY/partner.p12, passphrase: {file: DIRECTORY/passphrase}}"
    private let files: IdentityFileSet
    private let owner = OtherUser(user: 54001, group: 54001)

    init() throws {
        files = try IdentityFileSet()
        try files.writeSecret("partner.p12", files.pkcs12())
    }

    @Test(.enabled(if: OtherUser.arePossible, "requires root, to act as other users, and a program that they can run"))
    func `cannot be read by other processes of its user`() throws {
        _ = try ShellCommand.run("chown -R 54001:54001 .", in: files.path)
        let wrapper = "exec \(owner.command.joined(separator: " ")) \"$@\""
        func outcomes(_ daemon: AnchordDaemon) throws -> [String] {
            try ["maps", "environ", "auxv", "mem"].map { file in
                let result = try owner.run(["head", "-c", "1", "/proc/\(daemon.processID)/\(file)"])
                return result.output.contains("Permission denied") ? "denied" : "opened"
            }
        }
        func fileOwner(_ daemon: AnchordDaemon) throws -> String {
            try ShellCommand.run("stat -c %u /proc/\(daemon.processID)/maps", in: "/").text
        }
        do {
            let daemon = try files.daemon(Self.partner, user: owner.user, wrapper: wrapper)
            #expect(daemon.logged("an identity was loaded", "identity") == ["partner"])
            #expect(try outcomes(daemon) == ["denied", "denied", "denied", "denied"])
            #expect(try fileOwner(daemon) == "0\n")
        }
        // Without identities the daemon can be debugged; other modules may forbid access to `mem`.
        let daemon = try files.daemon(nil, user: owner.user, wrapper: wrapper)
        #expect(try outcomes(daemon).prefix(3) == ["opened", "opened", "opened"])
        #expect(try fileOwner(daemon) == "54001\n")
    }
}
