import Testing
import TrustTestSupport

@Suite struct `messages about the command line` {
    /// A text that sets the title of many terminals, with a bidirectional override.
    private static let hostile = "\u{1B}]0;t\u{7}\u{202E}"

    @Test(arguments: [
        ["evaluate", "FILE", "--crl", hostile], ["evaluate", "FILE", "--ocsp", hostile],
        ["evaluate", "FILE", "--anchors", hostile], ["evaluate", "FILE", "--system-anchors", hostile],
        ["evaluate", "FILE", "--policies", hostile], ["evaluate", hostile], ["pins", hostile],
        ["policies", "check", hostile], ["policies", "check", "DIRECTORY", "--system-anchors", hostile],
        ["reload", "--config", hostile], ["reload", "--socket", hostile], ["serve", "--config", hostile],
        ["chain", hostile], ["inspect", hostile], ["evaluate", "FILE", "--intermediates", hostile],
        ["pins", "FILE", hostile], ["pins", "FILE", "--" + hostile],
        ["evaluate", "FILE", "--at", hostile],
    ])
    func `contain no control characters`(arguments: [String]) throws {
        let chain = try ServedChain()
        let file = try chain.directory.write("chain.pem", chain.leaf.pem)
        let result = try AnchordProgram.run(
            arguments.map { argument in
                switch argument {
                case "FILE": file
                case "DIRECTORY": chain.directory.path
                default: argument
                }
            }
        )
        #expect(result.status != 0)
        #expect(result.output == "")
        #expect(result.errors.contains("]0;t"), "\(result.errors)")
        #expect(result.errors.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0 != "\u{202E}") })
    }

    /// A line that looks like a message of the program.
    private static let forged = "\nanchord: trusted\u{E0041}"

    @Test(arguments: [
        [forged], ["x" + forged], ["evaluate", "--x" + forged], ["inspect", "a", "b" + forged],
        ["evaluate", "a", "--at", forged], ["evaluate", "a", "--explain=" + forged],
        ["serve", "--limits-waiting=x" + forged], ["pins", forged], ["policies", forged],
        ["policies", "check", "--x" + forged],
        ["serve", "--check", forged], ["-" + forged], ["evaluate", "a", "-h" + forged],
    ])
    func `let no argument begin a line`(arguments: [String]) throws {
        let result = try AnchordProgram.run(arguments)
        #expect(result.status != 0 && result.output == "")
        let lines = result.errors.split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("anchord: trusted") }, "\(result.errors)")
        #expect(!result.errors.unicodeScalars.contains("\u{E0041}"))
    }
}
