import Testing
import TrustTestSupport

/// A status of 0 means `allow` to scripts, so an option for help must not replace the evaluation.
@Suite struct `help and version options` {
    @Test(arguments: [
        ["evaluate", "FILE", "-h", "api.example.com"], ["evaluate", "-h", "api.example.com", "FILE"],
        ["evaluate", "FILE", "-hapi.example.com"], ["evaluate", "-hapi.example.com"], ["evaluate", "FILE", "--help"],
        ["evaluate", "FILE", "--host", "api.example.com", "-h"], ["evaluate", "FILE", "-help"],
        ["evaluate", "FILE", "--help-hidden"], ["evaluate", "FILE", "--version"], ["--version", "evaluate", "FILE"],
        ["-h", "evaluate", "FILE"], ["--experimental-dump-help", "evaluate", "FILE"],
        ["policies", "check", "FILE", "-h"],
        ["policies", "test", "FILE", "--version"], ["policies", "-h", "check", "FILE"],
        ["reload", "--config", "FILE", "--help"], ["serve", "--config", "FILE", "-h"], ["pins", "FILE", "-h"],
        ["chain", "FILE", "-h"], ["challenge", "FILE", "-h"], ["anchors", "import", "FILE", "-h"],
        ["evidence", "purge", "--directory", "FILE", "-h"], ["help", "evaluate", "FILE"],
        ["--generate-completion-script", "bash", "evaluate", "FILE"],
    ])
    func `beside other arguments are errors without output`(arguments: [String]) throws {
        let files = try ChainFiles()
        let result = try AnchordProgram.run(arguments.map { $0 == "FILE" ? files.chain : $0 })
        #expect(result.status == 2, "\(arguments): \(result.output)")
        #expect(result.output == "")
        #expect(!result.errors.isEmpty)
    }

    @Test func `name the option for the host`() throws {
        let files = try ChainFiles()
        let result = try AnchordProgram.run(["evaluate", files.chain, "-h", "api.example.com"])
        #expect(
            result.errors
                == "anchord: help and version options are accepted only without other arguments, and nothing was "
                + "done: for help, run `anchord evaluate --help`; for the host of the certificate, use --host\n"
        )
    }

    @Test(arguments: [
        ["-h"], ["--help"], ["help"], ["--version"], ["evaluate", "-h"], ["evaluate", "--help"], ["help", "evaluate"],
        ["policies", "--help"], ["policies", "check", "-h"], ["help", "policies", "check"], ["evaluate", "--version"],
        ["--generate-completion-script", "bash"], ["--generate-completion-script=zsh"], ["--experimental-dump-help"],
    ])
    func `alone, or after the names of commands, are answered`(arguments: [String]) throws {
        let result = try AnchordProgram.run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.output.isEmpty)
    }
}
