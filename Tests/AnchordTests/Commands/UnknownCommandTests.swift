import Testing

@Suite struct `An unknown command` {
    @Test(arguments: [
        (["statu"], "`statu`; did you mean `anchord status`?"),
        (["polices", "check", "x"], "`polices`; did you mean `anchord policies`?"),
        (["policies", "chek", "x"], "`policies chek`; did you mean `anchord policies check`?"),
        (["xyzzyx"], "`xyzzyx`; for the list of commands, run `anchord --help`"),
        (["evidence", "xyzzyx"], "`evidence xyzzyx`; for the list of commands, run `anchord evidence --help`"),
        (["help", "statu"], "`statu`; did you mean `anchord status`?"),
        (["a\nb`c\u{1b}[1m"], "`a\\nb\\u{60}c\\u{1B}[1m`; for the list of commands, run `anchord --help`"),
    ])
    func `is an error that names the most similar command`(arguments: [String], message: String) throws {
        let result = try AnchordProgram.run(arguments)
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == "anchord: unknown command \(message)\n")
    }

    @Test func `is not a word after the name of a command`() throws {
        let result = try AnchordProgram.run(["status", "statu"])
        #expect(result.errors.hasPrefix("anchord: Unexpected argument 'statu'\n"), "\(result.errors)")
    }
}

@Suite struct `anchord version` {
    @Test func `prints the same as --version`() throws {
        let (command, option) = (try AnchordProgram.run(["version"]), try AnchordProgram.run(["--version"]))
        #expect(command.status == 0 && option.status == 0)
        #expect(command.output == option.output)
        #expect(command.output.wholeMatch(of: #/\d+\.\d+\S*\n/#) != nil, "\(command.output)")
        #expect(try AnchordProgram.run(["version", "x"]).status == 2)
    }
}
