import ArgumentParser
import Testing

@testable import anchord

@Suite struct `Command lines of daemons` {
    @Test(arguments: [
        [], ["anchord.yaml"], ["--config"], ["--config", "anchord.yaml"], ["--config", ""], ["--config", " "],
        ["--config", "help"],
        ["--config", "serve"], ["--config", "a=b"], ["--config", "@file"], ["--config", "é"],
        ["--config", "e\u{301}-"],
        ["--config", "-"], ["--config", "--"], ["--config", "-x"], ["--config", "-\u{301}x"], ["--config", "--check"],
        ["--config", "--help"], ["--config=anchord.yaml"], ["--check", "a"], ["--listen", "unix:a"], ["--help"],
        ["help"],
        ["--config", "a", "--check"], ["--config", "a", "--config", "b"], ["--", "--config", "a"], ["--conﬁg", "a"],
    ])
    func `have the same meaning without the parser`(_ options: [String]) throws {
        let arguments = ["serve"] + options
        guard let plain = PlainServe(arguments) else { return }
        let parsed = try #require(try Anchord.parseAsRoot(arguments) as? ServeCommand)
        #expect(parsed.config == plain.config)
        #expect(!parsed.printConfig)
        #expect(!parsed.check)
        #expect(parsed.flags.given.isEmpty)
    }

    @Test func `of a unit and of a file need no parser`() {
        #expect(PlainServe(["serve"])?.config == nil)
        #expect(PlainServe(["serve"]) != nil)
        #expect(PlainServe(["serve", "--config", "anchord.yaml"])?.config == "anchord.yaml")
    }

    @Test(arguments: [
        [], ["reload"], ["serve", "--check"], ["serve", "--config"], ["serve", "--config", "-x"],
        ["serve", "--config", "--help"],
        ["serve", "--listen", "unix:a"], ["reload", "--config", "a"], ["--config", "serve", "a"],
    ])
    func `with other options need the parser`(_ arguments: [String]) {
        #expect(PlainServe(arguments) == nil)
    }
}
