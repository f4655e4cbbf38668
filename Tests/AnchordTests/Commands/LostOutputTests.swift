import Foundation
import Testing
import TrustTestSupport

@Suite struct `a result that cannot be written` {
    private let chain: ServedChain

    init() throws { chain = try ServedChain() }

    /// Writes to a device that is always full (full(4)).
    private func run(_ arguments: [String]) throws -> AnchordProgram.Result {
        try AnchordProgram.run(arguments, outputTo: "/dev/full")
    }

    private static let error = "anchord: standard output cannot be written (error \(ENOSPC))\n"

    @Test(arguments: [
        ["pins", "FILE"], ["pins", "FILE", "--json"], ["serve", "--print-config"],
        ["policies", "check", "DIRECTORY", "--system-anchors", "ANCHORS"], ["--help"], ["--version"],
        ["evaluate", "FILE", "--anchors", "ANCHORS", "--at", ChainFiles.valid, "--host", ServedChain.host],
        ["evaluate", "FILE", "--anchors", "ANCHORS", "--at", ChainFiles.late, "--host", ServedChain.host, "--json"],
        ["evaluate", "FILE", "FILE", "--anchors", "ANCHORS", "--host", ServedChain.host],
        ["evaluate", "FILE", "FILE", "FILE", "--anchors", "ANCHORS", "--host", ServedChain.host, "--json"],
    ])
    func `exits with 2 for each command and each verdict`(arguments: [String]) throws {
        let chain = chain
        let file = try chain.directory.write("chain.pem", chain.leaf.pem + chain.issuing.certificate.pem)
        try chain.directory.write("policies/one.yaml", "otherwise: deny")
        let anchor = try chain.anchor()
        let result = try run(
            arguments.map { argument in
                switch argument {
                case "FILE": file
                case "DIRECTORY": chain.directory.path + "/policies"
                case "ANCHORS": anchor
                default: argument
                }
            }
        )
        #expect(result.status == 2)
        #expect(result.errors == Self.error)
    }

    @Test func `exits with 2 for a reload, which has happened`() throws {
        try chain.directory.write("policies/one.yaml", "otherwise: deny")
        let socket = chain.directory.path + "/anchord.sock"
        let daemon = try AnchordDaemon([
            "--listen", "127.0.0.1:0", "--listen", "unix:\(socket)", "--policies", chain.directory.path + "/policies",
            "--system-anchors", try chain.anchor(),
        ])
        let result = try run(["reload", "--socket", socket])
        #expect(result.status == 2)
        #expect(result.errors == Self.error)
        _ = try daemon.entry("policies reloaded")
    }
}
