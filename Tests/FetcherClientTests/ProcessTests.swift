import FetchProtocol
import Foundation
import Glibc
import Testing
import TrustTestSupport

@testable import FetcherClient

/// Programs in place of anchord-fetcher, as shell scripts.
final class FetcherScript {
    private let files: TemporaryDirectory
    let location: FetcherLocation

    /// Writes a script, in which `$0` is its own path.
    init(_ body: String) throws {
        files = try TemporaryDirectory()
        let path = files.path + "/anchord-fetcher"
        // Another process writes the file: this one could pass an open descriptor to a child of another test, and a file that
        // is open for writing cannot be executed.
        let copy = Process()
        copy.executableURL = URL(filePath: "/bin/sh")
        let source = try files.write("script", "#!/bin/sh\n\(body)\n")
        copy.arguments = ["-c", "cat \(source) >\(path) && chmod 755 \(path)"]
        try copy.run()
        copy.waitUntilExit()
        location = .executable(path: path)
    }

    /// Returns what the script has written to the file `$0.out`.
    var output: String {
        (try? String(contentsOfFile: files.path + "/anchord-fetcher.out", encoding: .utf8)) ?? ""
    }

    /// A command that accepts the settings.
    static let accept = #"printf '\000\000\000\011\020\000\000\000\004test' >&3"#

    /// A command that does nothing until the script is killed.
    static let idle = "exec /bin/sleep 100"  // Deliberate pause: the program is idle.
}

@Suite struct `The process of the fetcher` {
    @Test func `a missing program is reported with its path, and nothing else fails`() async throws {
        let scene = ClientScene(.executable(path: "/nonexistent/anchord-fetcher"))
        let why = "cannot execute /nonexistent/anchord-fetcher: No such file or directory"
        #expect(await scene.outcome().why == why)
        // After the delay, the client tries again.
        #expect(await scene.holds { if case .failed(why, _) = $0.client.figures.state { true } else { false } })
        #expect(scene.failures.first == why)
        #expect(
            FetcherLocation.executable(path: "/nonexistent/anchord-fetcher").obstacle
                == "cannot use /nonexistent/anchord-fetcher: No such file or directory"
        )
        #expect(FetcherLocation.executable(path: "/bin/sh").obstacle == nil)
    }

    @Test func `a missing socket is reported with its path`() async throws {
        let scene = ClientScene(.socket(path: "/nonexistent/fetcher.sock"))
        #expect(await scene.outcome().why == "cannot connect to /nonexistent/fetcher.sock: No such file or directory")
    }

    @Test func `a program that exits at once is started again with growing delays, and its status is reported`()
        async throws
    {
        let script = try FetcherScript("echo started >>$0.out; exit 3")
        let scene = ClientScene(script.location)
        #expect(await scene.outcome().why == "anchord-fetcher exited with status 3")
        #expect(await scene.holds { $0.failures.count >= 3 })
        let delays = scene.events.prefix(3).map { if case .failed(_, let delay) = $0 { delay } else { Duration.zero } }
        #expect(delays == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
        #expect(scene.client.figures.restarts >= 2)
        // Each start follows the delay after a failure.
        #expect(script.output.split(separator: "\n").count <= scene.failures.count + 1)
        // Meanwhile, fetches fail at once.
        #expect(await scene.outcome().why == "anchord-fetcher exited with status 3")
    }

    @Test func `the program has only its socket, an empty environment, and no inherited signal settings`() async throws
    {
        let script = try FetcherScript(
            """
            { ls /proc/$$/fd; tr '\\0' '\\n' </proc/$$/environ; /bin/grep -E '^Sig(Blk|Ign|Cgt)' /proc/self/status; } >$0.out
            \(FetcherScript.accept)
            while :; do /bin/sleep 0.05; done
            """
        )
        // A descriptor without FD_CLOEXEC, which the program must not have.
        let leaked = dup(STDOUT_FILENO)
        defer { close(leaked) }
        unsafe setenv("ANCHORD_TEST_SECRET", "1", 1)
        let scene = ClientScene(script.location)
        let outcome = OutcomeRecorder()
        scene.begin(as: "all", outcome)
        #expect(await scene.holds { if case .running = $0.client.figures.state { true } else { false } })
        var lines = script.output.split(separator: "\n").map(String.init)
        // The shell has opened its script and saved its standard output.
        lines.removeAll { ["10", "11", "12", "255"].contains($0) }
        #expect(lines.prefix(4) == ["0", "1", "2", "3"])
        #expect(lines.dropFirst(4).filter { !$0.hasPrefix("Sig") } == [])
        #expect(lines.contains("SigBlk:\t0000000000000000"))
        let ignored = try #require(lines.first { $0.hasPrefix("SigIgn:") }).dropFirst("SigIgn:\t".count)
        // The C library ignores two signals of its own, 32 and 33.
        #expect(try #require(UInt64(ignored, radix: 16)) & 0x7FFF_FFFF == 0)
    }

    @Test func `the outstanding fetches of a killed process fail, and it is started again`() async throws {
        let script = try FetcherScript("\(FetcherScript.accept); \(FetcherScript.idle)")
        let scene = ClientScene(script.location)
        let recorder = OutcomeRecorder()
        scene.begin(as: "all", recorder)
        #expect(await scene.holds { if case .running = $0.client.figures.state { true } else { false } })
        guard case .running(let first?) = scene.client.figures.state else { return }
        kill(first, SIGKILL)
        #expect(await scene.holds { _ in recorder.count == 1 })
        #expect(recorder.outcomes["all"]?.map(\.why) == ["anchord-fetcher was ended by signal 9"])
        #expect(await scene.holds { if case .running = $0.client.figures.state { true } else { false } })
        guard case .running(let second?) = scene.client.figures.state else { return }
        #expect(second != first)
        #expect(kill(first, 0) == -1, "reaped")
        scene.client.stop()
        #expect(kill(second, 0) == -1, "killed and reaped")
    }

    @Test func `a program that ignores SIGTERM and the end of its connection is killed`() async throws {
        let script = try FetcherScript(
            "trap '' TERM HUP INT; echo $$ >$0.out; \(FetcherScript.accept); exec 3>&-; while :; do /bin/sleep 0.05; done"
        )
        let scene = ClientScene(script.location)
        #expect(await scene.outcome().why == "anchord-fetcher closed the connection")
        let id = try #require(Int32(script.output.split(separator: "\n").first ?? ""))
        #expect(await scene.holds { _ in kill(id, 0) == -1 })
    }

    @Test func `after a stop there are no zombies, threads and descriptors left`() async throws {
        await #expect(processExitsWith: .success) {
            func entries(_ directory: String) -> Int {
                (try? FileManager.default.contentsOfDirectory(atPath: directory).count) ?? -1
            }
            func use(_ script: FetcherScript, failures: Int) {
                let scene = ClientScene(script.location) { $0.readiness = .milliseconds(50) }
                scene.begin(as: "all", OutcomeRecorder())
                while scene.failures.count < failures { usleep(1000) }
                if failures == 0 { while scene.events.isEmpty { usleep(1000) } }
                scene.client.stop()
            }
            let scripts = [
                (try FetcherScript("\(FetcherScript.accept); \(FetcherScript.idle)"), 0),
                (try FetcherScript("exit 1"), 3),
                (try FetcherScript(FetcherScript.idle), 3),
                (try FetcherScript("echo garbage >&3; \(FetcherScript.idle)"), 3),
            ]
            for (script, failures) in scripts { use(script, failures: failures) }
            func children() -> Int {
                let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
                // String(contentsOfFile:) leaks 4 KiB for each empty file of /proc.
                let lists = tasks.compactMap {
                    FileHandle(forReadingAtPath: "/proc/self/task/\($0)/children")?.readDataToEndOfFile()
                }
                return lists.reduce(0) { $0 + $1.split(separator: UInt8(ascii: " ")).count }
            }
            // A sanitizer may have a thread and a child of its own.
            let (descriptors, threads) = (entries("/proc/self/fd"), entries("/proc/self/task"))
            let others = children()
            for _ in 0..<3 { for (script, failures) in scripts { use(script, failures: failures) } }
            guard entries("/proc/self/fd") == descriptors else { exit(2) }
            guard entries("/proc/self/task") <= threads else { exit(3) }
            guard children() <= others else { exit(4) }
            exit(0)
        }
    }

    @Test func `without a fetch there is no thread and no process`() async throws {
        await #expect(processExitsWith: .success) {
            // Threads of the test library may start meanwhile, but not once for each client.
            let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
            let clients = (0..<20).map { _ in
                FetcherClient(.executable(path: "/bin/false"), settings: FetcherSettings())
            }
            // Another client starts a thread and a process, and ends both.
            let other = ClientScene(.executable(path: "/bin/false"))
            guard await other.outcome().code == "unavailable" else { exit(2) }
            other.client.stop()
            let added = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count - threads
            var status: Int32 = 0
            let hasChild = unsafe waitpid(-1, &status, WNOHANG) != -1
            clients.forEach { $0.stop() }
            exit(added < 10 && !hasChild && clients.allSatisfy { $0.figures.state == .stopped } ? 0 : 1)
        }
    }
}
