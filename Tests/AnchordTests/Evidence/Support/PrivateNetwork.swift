import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A network namespace with its own loopback interface and its own resolv.conf, which no packet can leave.
///
/// The sockets that tests create in it remain there, although the test runs outside.
final class PrivateNetwork {
    /// Why the namespace cannot be created, for the message of skipped tests; nil if it can.
    static let obstacle: String? = {
        guard geteuid() == 0 else { return "requires root, to create network namespaces" }
        guard (try? ShellCommand.run("ip -V", in: "/tmp").status) == 0 else {
            return "requires the Debian package iproute2"
        }
        let attempt = try? ShellCommand.run(
            "unshare --net --mount sh -ec 'ip link set lo up; ip address add fd00::1/128 dev lo nodad; mount --bind /dev/null /etc/resolv.conf'",
            in: "/tmp"
        )
        return attempt?.status == 0 ? nil : "requires the right to create network and mount namespaces, and IPv6"
    }()
    static let isPossible = obstacle == nil
    /// The message of skipped tests.
    static var advice: Comment { "\(obstacle ?? "")" }

    private struct Failure: Error {
        let step: String
    }

    private let holder = Process()

    /// Creates the namespace; the addresses are added to its loopback interface, and 127.0.0.1 is its DNS server.
    init(addresses: [String], in directory: TemporaryDirectory) throws {
        let resolver = try directory.write("resolv.conf", "nameserver 127.0.0.1\noptions timeout:1 attempts:2\n")
        let ready = "\(directory.path)/namespace.ready"
        let commands =
            ["ip link set lo up"]
            // Without the detection of duplicates, an IPv6 address can be bound at once.
            + addresses.map { "ip address add \($0) dev lo" + ($0.contains(":") ? " nodad" : "") } + [
                "mount --bind \(resolver) /etc/resolv.conf", ": > \(ready)",
                "exec sleep 600",  // Deliberate pause: the process keeps the namespace until it is killed.
            ]
        holder.executableURL = URL(filePath: "/usr/bin/env")
        holder.arguments = ["unshare", "--net", "--mount", "sh", "-ec", commands.joined(separator: "\n")]
        holder.standardInput = FileHandle.nullDevice
        holder.standardOutput = FileHandle.nullDevice
        holder.standardError = FileHandle.nullDevice
        try holder.run()
        for _ in 0..<1000 where holder.isRunning && !FileManager.default.fileExists(atPath: ready) { usleep(10_000) }
        guard FileManager.default.fileExists(atPath: ready) else { throw Failure(step: "the namespace") }
    }

    deinit {
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
    }

    /// The shell script that runs a program in the namespace, for ``AnchordDaemon``.
    var wrapper: String {
        "exec nsenter --target \(holder.processIdentifier) --net --mount \"$@\""
    }

    /// Runs a function on a thread in the namespace, such as to create sockets.
    func inside<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        let box = Box<Result>()
        let path = "/proc/\(holder.processIdentifier)/ns/net"
        // The thread ends, so that no other code runs on it.
        Thread.detachNewThread {
            box.result = Swift.Result {
                guard Self.enter(path) else { throw Failure(step: path) }
                return try body()
            }
            box.hasEnded.signal()
        }
        box.hasEnded.wait()
        guard let result = box.result else { throw Failure(step: path) }
        return try result.get()
    }

    /// Moves this thread into a network namespace.
    private static func enter(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        // The Glibc module does not export this function.
        guard descriptor >= 0, let function = unsafe dlsym(nil, "setns") else { return false }
        defer { close(descriptor) }
        let setns = unsafe unsafeBitCast(function, to: (@convention(c) (Int32, Int32) -> Int32).self)
        return setns(descriptor, 0) == 0
    }

    /// Carries the result of the thread, which is written before the signal and read after it.
    private final class Box<Result: Sendable>: @unchecked Sendable {
        var result: Swift.Result<Result, any Error>?
        let hasEnded = DispatchSemaphore(value: 0)
    }
}
