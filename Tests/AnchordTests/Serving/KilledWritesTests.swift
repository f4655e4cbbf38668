import Foundation
import Glibc
import Testing
import TrustTestSupport

/// The changes that one client makes, in an order that their numbers determine.
private enum Writes {
    /// Each document has 400 policies of one name, so that a mixture of two documents would show.
    static func document(_ number: Int) -> String {
        "policies:\n" + (0..<400).map { "  p\($0): {evaluator: default}  # \(number)\n" }.joined()
    }

    /// The policy set after a change, of which every fifth deletes it; nil if there is none.
    static func set(after number: Int) -> String? {
        number < 0 || number % 5 == 4 ? nil : document(number % 4)
    }

    /// The blocks by name after a change: four are written, then these four are removed, and so on.
    static func blocks(after number: Int) -> [String: String] {
        var blocks: [String: String] = [:]
        for change in 0..<max(0, number + 1) {
            blocks["b\(change % 4)"] = change / 4 % 2 == 0 ? reason(change % 4) : nil
        }
        return blocks
    }

    static func reason(_ number: Int) -> String { String(repeating: "\(number)", count: 900) }

    /// Makes changes from `$1` on until the daemon no longer answers, and writes the number of the last one that it confirmed.
    static let script = """
        s=$1; b=$2; url=$3
        ask() { curl -s -o /dev/null -w '%{http_code}' -H 'Authorization: Bearer deploy' "$@"; }
        sets() {
            while :; do
                case $((s % 5)) in
                4) r=$(ask -X DELETE -H 'If-Match: *' "$url/policy-sets/pay");;
                0) r=$(ask -X PUT -H 'If-None-Match: *' -H 'Content-Type: application/yaml' --data-binary @d$((s % 4)).yaml \\
                    "$url/policy-sets/pay");;
                *) r=$(ask -X PUT -H 'If-Match: *' -H 'Content-Type: application/yaml' --data-binary @d$((s % 4)).yaml \\
                    "$url/policy-sets/pay");;
                esac
                case $r in 20?) echo $s > sets;; *) echo $r > sets.end; return;; esac
                s=$((s + 1))
            done
        }
        blocks() {
            while :; do
                case $((b / 4 % 2)) in
                0) r=$(ask -X PUT -H 'Content-Type: application/json' --data-binary @b$((b % 4)).json "$url/blocks/b$((b % 4))");;
                *) r=$(ask -X DELETE "$url/blocks/b$((b % 4))");;
                esac
                case $r in 20?) echo $b > blocks;; *) echo $r > blocks.end; return;; esac
                b=$((b + 1))
            done
        }
        evaluations() {
            while [ "$(ask -H 'Content-Type: application/x-pem-file' --data-binary @chain.pem "$url/evaluations")" = 200 ]; do :; done
        }
        sets & blocks & evaluations &
        # The first changes are confirmed before the daemon is killed, a random number of steps later.
        until [ -s sets ] && [ -s blocks ] || [ -e sets.end ] || [ -e blocks.end ]; do sleep 0.01; done
        head -c "$4" /dev/zero | sha256sum > /dev/null
        kill -9 "$5"
        wait
        """
}

/// A daemon that is killed while clients write policy sets and blocks.
///
/// `ANCHORD_KILL_WRITES` is the number of confirmed changes to make, and `ANCHORD_KILL_SEED` selects the times of the kills.
@Suite struct `A killed daemon with written policy sets and blocks` {
    private let files: ChainFiles
    private var directory: TemporaryDirectory { files.directory }

    init() throws {
        files = try ChainFiles()
        let digest = try ShellCommand.run("printf deploy | sha256sum | head -c 64", in: files.directory.path).text
        try directory.write(
            "anchord.yaml",
            """
            systemAnchors: \(files.root)
            listen: ["127.0.0.1:0"]
            writtenPolicies: \(directory.path)/written
            blocks: {directory: \(directory.path)/stored}
            clients: [{name: deploy, tokens: [{sha256: "\(digest)"}], may: [read, evaluate, block, {write: [pay]}]}]

            """
        )
        for number in 0..<4 {
            try directory.write("d\(number).yaml", Writes.document(number))
            let match = #"{"spkiSha256": ["sha256/\#(Data(count: 32).base64EncodedString())"]}"#
            try directory.write("b\(number).json", #"{"match": \#(match), "reason": "\#(Writes.reason(number))"}"#)
        }
        try directory.write("writes.sh", Writes.script)
        _ = try ShellCommand.run("cp \(files.chain) chain.pem", in: directory.path)
    }

    /// The state after a restart.
    private struct State: Equatable {
        let set: String?
        let blocks: [String: String]
    }

    private func curl(_ arguments: String) throws -> (status: String, body: String) {
        let text = try ShellCommand.run(
            "curl -s -w '\\n%{http_code}' -H 'Authorization: Bearer deploy' \(arguments)",
            in: directory.path
        ).text
        let end = text.lastIndex(of: "\n") ?? text.startIndex
        return (String(text[end...].dropFirst()), String(text[..<end]))
    }

    private func state(at url: String) throws -> State {
        let set = try curl("-H 'Accept: application/yaml' \(url)/policy-sets/pay")
        let list = try curl("\(url)/blocks")
        let object = try JSONSerialization.jsonObject(with: Data(list.body.utf8)) as? [String: Any]
        let blocks = (object?["blocks"] as? [[String: Any]] ?? []).compactMap { block -> (String, String)? in
            guard let id = block["id"] as? String, let reason = block["reason"] as? String else { return nil }
            return (id, reason)
        }
        return State(set: set.status == "200" ? set.body : nil, blocks: Dictionary(blocks) { first, _ in first })
    }

    private func number(_ name: String) throws -> Int {
        let text = try String(contentsOfFile: "\(directory.path)/\(name)", encoding: .utf8)
        return try #require(Int(text.filter(\.isNumber)))
    }

    @Test func `has each change that was confirmed, and that in progress as a whole or not at all`() throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["ANCHORD_KILL_WRITES"].flatMap { Int($0) } ?? 0
        var random = SeededGenerator(seed: environment["ANCHORD_KILL_SEED"].flatMap { UInt64($0) } ?? 1)
        // The last changes that are in force.
        var (sets, blocks, rounds, unconfirmed) = (-1, -1, 0, 0)
        while rounds < 20 || sets + blocks + 2 < wanted {
            let daemon = try AnchordDaemon(["--config", directory.path + "/anchord.yaml"])
            let url = "http://\(try #require(daemon.addresses.first))/v1"
            if rounds > 0 {
                let found = try state(at: url)
                let (isNextSet, isNextBlock) = (
                    found.set == Writes.set(after: sets + 1), found.blocks == Writes.blocks(after: blocks + 1)
                )
                #expect(isNextSet || found.set == Writes.set(after: sets), "round \(rounds), change \(sets)")
                #expect(
                    isNextBlock || found.blocks == Writes.blocks(after: blocks),
                    "round \(rounds), change \(blocks)"
                )
                sets += isNextSet ? 1 : 0
                blocks += isNextBlock ? 1 : 0
                unconfirmed += (isNextSet ? 1 : 0) + (isNextBlock ? 1 : 0)
            }
            let steps = Int.random(in: 1...(8 << 20), using: &random)
            _ = try ShellCommand.run(
                "rm -f sets blocks sets.end blocks.end; sh writes.sh \(sets + 1) \(blocks + 1) \(url) \(steps) \(daemon.processID)",
                in: directory.path
            )
            // The next daemon cannot lock the directory before this one has ended.
            #expect(daemon.ends)
            for name in ["sets.end", "blocks.end"] {
                let status = try String(contentsOfFile: "\(directory.path)/\(name)", encoding: .utf8)
                #expect(status == "000\n", "\(name): a change was refused")
            }
            (sets, blocks) = (try number("sets"), try number("blocks"))
            rounds += 1
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/written/pay")
        // The daemon was killed before the last write could remove the oldest revision.
        #expect(names.count { !$0.hasPrefix(".") } <= 21)
        guard wanted > 0 else { return }
        print(
            "\(sets + 1) changes of a set, \(blocks + 1) of blocks, \(rounds) kills, \(unconfirmed) in force unconfirmed"
        )
    }
}
