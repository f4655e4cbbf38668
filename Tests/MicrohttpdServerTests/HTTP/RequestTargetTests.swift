import Testing

@testable import MicrohttpdServer

@Suite struct `Request target` {
    private func item(_ name: String, _ value: String) -> HTTPQueryItem { HTTPQueryItem(name: name, value: value) }

    @Test func `path and query are decoded, with "+" as a space only in the query`() throws {
        let target = try RequestTarget("/a%20b+c?x=1+2%2B3&%C3%A9&=v&x=", method: "GET")
        #expect(target.path == "/a b+c")
        #expect(target.query == [item("x", "1 2+3"), item("\u{e9}", ""), item("", "v"), item("x", "")])
    }

    @Test(arguments: [("/", 0), ("/?", 0), ("/?&&", 0), ("/?a", 1), ("/?a?b=c", 1), ("/?a=b=c", 1)])
    func `empty items of a query are omitted`(target: String, count: Int) throws {
        #expect(try RequestTarget(target, method: "GET").query.count == count)
    }

    @Test func `an absolute target has an authority and at least the path "/"`() throws {
        let target = try RequestTarget("HTTP://h:80?a=b", method: "GET")
        #expect(target.authority == "h:80")
        #expect(target.path == "/")
        #expect(target.query == [item("a", "b")])
    }

    @Test(arguments: ["/check/", "/check/a%2", "/check/%00?x=%zz#f", "/check/../a b", "/check/\u{E9}"])
    func `with the literal prefix is the path, without decoding or validation`(target: String) throws {
        let parsed = try RequestTarget(target, method: "GET", literalPrefix: "/check/")
        #expect(parsed.path == target)
        #expect(parsed.query.isEmpty)
        #expect(parsed.authority == nil)
    }

    @Test(arguments: ["/check", "/CHECK/a", "/%63heck/a", "//check/a", "http://h/check/a"])
    func `without the literal prefix is decoded`(target: String) throws {
        let parsed = try RequestTarget(target, method: "GET", literalPrefix: "/check/")
        #expect(try parsed == RequestTarget(target, method: "GET"))
    }
}
