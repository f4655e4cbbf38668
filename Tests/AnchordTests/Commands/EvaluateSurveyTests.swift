import Foundation
import Synchronization
import SystemThreads
import Testing
import TrustTestSupport

@testable import anchord

@Suite struct `anchord evaluate for several chains` {
    private let chain: ServedChain
    private let root: String

    init() throws {
        chain = try ServedChain()
        root = try chain.anchor()
    }

    private func evaluate(_ arguments: [String], input: String = "") throws -> AnchordProgram.Result {
        let common = ["evaluate", "--anchors", root, "--at", ChainFiles.valid]
        return try AnchordProgram.run(common + arguments, input: input)
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    private func chainFile() throws -> String {
        try chain.directory.write("chain.pem", chain.leaf.pem + chain.issuing.certificate.pem)
    }

    private func expiredFile() throws -> String {
        let expired = try chain.issuing.issueLeaf(ServedChain.host, key: .shared(.ecdsaP256, "leaf")) {
            $0.notAfter = TestInstant(secondsSince1970: $0.notBefore.secondsSince1970 + 86_400)
        }
        return try chain.directory.write("expired.pem", expired.pem + chain.issuing.certificate.pem)
    }

    @Test func `prints a line for each chain, in order, and exits with 1 if one is not allowed`() throws {
        let (good, expired) = (try chainFile(), try expiredFile())
        let allowed = try evaluate([good, good, "--host", ServedChain.host])
        #expect(allowed.status == 0, "\(allowed.errors)")
        #expect(lines(allowed.output).count == 3)
        let result = try evaluate([expired, good, "--host", ServedChain.host])
        #expect(result.status == 1)
        #expect(result.errors == "")
        let lines = lines(result.output)
        #expect(lines[0].split(separator: " ") == ["CHAIN", "VERDICT", "DAYS", "FIRST", "REASON"])
        #expect(lines[1].split(separator: " ").prefix(4) == [expired[...], "untrusted", "-29", "time.expired:"])
        #expect(lines[2].split(separator: " ").prefix(3) == [good[...], "trusted", "60"])
    }

    @Test func `exits with 2 if a chain has no verdict, and still prints the others`() throws {
        let good = try chainFile()
        let result = try evaluate([good, "chian.pem", try expiredFile(), "--host", ServedChain.host])
        #expect(result.status == 2)
        let lines = lines(result.output)
        #expect(lines.count == 4)
        #expect(lines[2].contains("error") && lines[2].contains("`chian.pem` is neither a file nor a server"))
    }

    @Test func `evaluates the servers of a file or of standard input`() throws {
        let server = try TLSTestServer(chain.arguments())
        let list =
            "\u{20}127.0.0.1:\(server.port)\r\n\n# comment\nhttps://localhost:\(server.port)/ # main\n127.0.0.1:1\n"
        let file = try chain.directory.write("servers.txt", list)
        for result in [
            try evaluate(["--hosts", file, "--host", ServedChain.host]),
            try evaluate(["--hosts", "-", "--host", ServedChain.host], input: list),
        ] {
            #expect(result.status == 2)
            let lines = lines(result.output)
            #expect(lines.count == 4, "\(result.output)")
            #expect(lines[1].hasPrefix("127.0.0.1:\(server.port) ") && lines[1].contains("  trusted  "))
            #expect(lines[2].hasPrefix("https://localhost:\(server.port)/ ") && lines[2].contains("  trusted  "))
            #expect(lines[3].contains("error") && lines[3].contains("refused the connection"))
        }
    }

    @Test func `reads no file that has the name of a listed server`() throws {
        let name = try chainFile()
        let result = try evaluate(["--hosts", try chain.directory.write("list", name), "--host", ServedChain.host])
        #expect(result.status == 2)
        #expect(result.output.contains("is not a server, which is written as"))
    }

    @Test func `prints an object for each chain with --json`() throws {
        let (good, expired) = (try chainFile(), try expiredFile())
        let common = ["evaluate", "--anchors", root, "--at", ChainFiles.valid, "--host", ServedChain.host]
        // The check of the program reads one JSON text, so the option is abbreviated by a shell.
        let arguments = (common + [good, "nothing.pem", expired]).joined(separator: " ")
        let command = "\(AnchordProgram.location.path) \(arguments) --json"
        let result = try ShellCommand.run(command, in: chain.directory.path)
        #expect(result.status == 2)
        let objects = lines(result.text).map { line in
            #expect(StrictJSON.defect(of: Array(line.utf8)) == nil)
            return (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
        }
        #expect(objects.compactMap { $0["source"] as? String } == [good, "nothing.pem", expired])
        let verdicts = objects.map { ($0["evaluation"] as? [String: Any])?["verdict"] as? String }
        #expect(verdicts == ["trusted", nil, "untrusted"])
        #expect(objects.map { $0["daysLeft"] as? Int } == [60, nil, -29])
        #expect((objects[1]["error"] as? String)?.hasPrefix("`nothing.pem` is neither") == true)
    }

    @Test func `prints no control characters, and no forged lines, from names`() throws {
        let hostile = "\u{1B}[2J\nx  trusted\u{202E}"
        let leaf = try chain.issuing.issueLeaf("a.example", key: .shared(.ecdsaP256, "leaf")) {
            $0.subject = .commonName(hostile)
        }
        let file = try chain.directory.write("hostile\u{1B}[2J\u{202E}.pem", leaf.pem)
        let result = try evaluate([file, file, hostile, "--host", ServedChain.host])
        #expect(result.status == 2)
        #expect(lines(result.output).count == 4, "\(result.output)")
    }

    @Test func `prints only errors with --quiet`() throws {
        let good = try chainFile()
        let result = try evaluate([good, "nothing.pem", try expiredFile(), "--host", ServedChain.host, "-q"])
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("anchord: nothing.pem: `nothing.pem` is neither"), "\(result.errors)")
        #expect(lines(result.errors).count == 1)
        #expect(try evaluate([good, try expiredFile(), "--host", ServedChain.host, "-q"]).status == 1)
    }

    @Test func `colors the verdict on a terminal, and no name`() throws {
        let good = try chain.directory.write("trusted:", chain.leaf.pem + chain.issuing.certificate.pem)
        let command = [AnchordProgram.location.path, "evaluate", good, try expiredFile(), "--anchors", root]
        let options = "--at \(ChainFiles.valid) --host \(ServedChain.host)"
        let text = try ShellCommand.run(
            "TERM=xterm script -qec '\(command.joined(separator: " ")) \(options)' /dev/null",
            in: chain.directory.path
        ).text
        let colored = text.matches(of: #/\x1B\[(\d+)m([^\x1B]*)\x1B\[0m/#).map { "\($0.1) \($0.2)" }
        #expect(colored == ["32 trusted      ", "31 untrusted    "], "\(text)")
    }

    /// A socket must not take the number of a closed stream, or its peer would receive the output.
    @Test func `opens no socket in place of a closed stream`() throws {
        // The pipe is never written, so that the program waits for the list of servers.
        let command = """
            mkfifo list; exec 3<>list
            \(AnchordProgram.location.path) evaluate --hosts list <&- >&- 2>&- 3>&- &
            pid=$!
            until [[ $(readlink /proc/$pid/exe) = */anchord && $(ls -l /proc/$pid/fd) = */list* ]]; do sleep 0.05; done
            readlink /proc/$pid/fd/0 /proc/$pid/fd/1 /proc/$pid/fd/2; kill $pid
            """
        let result = try ShellCommand.run(command, in: chain.directory.path)
        #expect(result.text == "/dev/null\n/dev/null\n/dev/null\n")
    }

    @Test func `evaluates many chains`() throws {
        let good = try chainFile()
        let result = try evaluate([String](repeating: good, count: 600) + ["--host", ServedChain.host])
        #expect(result.status == 0)
        #expect(lines(result.output).count == 601)
    }

    @Test func `reads standard input for one argument only`() throws {
        let input = chain.leaf.pem + chain.issuing.certificate.pem
        let result = try evaluate(["-", "--intermediates", "-", "--host", ServedChain.host], input: input)
        #expect(result.status == 2)
        #expect(result.errors == "anchord: only one argument can be -, because standard input is read once\n")
    }

    @Test(arguments: [
        ([], "Missing expected argument"), (["-", "-"], "standard input is read once"),
        (["-", "--hosts", "-"], "standard input is read once"), (["a", "b", "--explain"], "requires --json"),
        (["a", "b", "--trace"], "one chain only"),
        (["--hosts", "/nonexistent"], "/nonexistent does not exist"),
        (["--hosts", "/dev/null"], "/dev/null lists no server"),
    ])
    func `exits with 2 for an invalid command line`(arguments: [String], message: String) throws {
        let result = try evaluate(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains(message), "\(result.errors)")
    }
}

@Suite struct `Ordered work` {
    @Test func `delivers the results in the order of the inputs, with a bounded number in progress`() throws {
        let inputs = NumberSource(count: 10_000)
        let work = OrderedWork(window: 8, next: { inputs.next() }, body: { $0 * 2 })
        var results: [Int] = []
        try work.run(threads: 5) { result throws(CommandFailure) in
            results.append(result)
            #expect(inputs.taken <= results.count + 8)
        }
        #expect(results == (0..<10_000).map { $0 * 2 })
    }

    @Test func `takes no further input after the delivery fails`() throws {
        let inputs = NumberSource(count: .max)
        let work = OrderedWork(window: 4, next: { inputs.next() }, body: { $0 })
        #expect(throws: CommandFailure.self) {
            try work.run(threads: 3) { result throws(CommandFailure) in
                if result == 100 { throw CommandFailure(["full"]) }
            }
        }
        #expect(inputs.taken <= 104)
    }

    @Test(.timeLimit(.minutes(5))) func `ends if the delivery fails while a thread waits for an input`() throws {
        let inputs = NumberSource(count: .max)
        let end = Semaphore()
        defer { end.signal() }
        let work = OrderedWork(
            window: 4,
            next: {
                guard inputs.taken == 1 else { return inputs.next() }
                end.wait()
                return nil
            },
            body: { $0 }
        )
        #expect(throws: CommandFailure.self) {
            try work.run(threads: 3) { _ throws(CommandFailure) in throw CommandFailure(["full"]) }
        }
    }

    @Test func `ends without inputs`() throws {
        let work = OrderedWork(window: 1, next: { nil as Int? }, body: { $0 })
        try work.run(threads: 4) { _ throws(CommandFailure) in Issue.record("a result") }
    }
}

private final class NumberSource: Sendable {
    private let position = Mutex(0)
    private let count: Int

    init(count: Int) { self.count = count }

    var taken: Int { position.withLock { $0 } }

    func next() -> Int? {
        position.withLock { position in
            guard position < count else { return nil }
            defer { position += 1 }
            return position
        }
    }
}
