import Testing
import TrustModel
import TrustOpenSSL

@Suite struct `An internationalized host name` {
    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"),
        ("BÜCHER.example.", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("ｅｘａｍｐｌｅ．com", "example.com"),
        ("e\u{301}.example", "xn--9ca.example"),
    ])
    func `is converted to A-labels (IDNA 2008 with UTS 46 mapping, non-transitional)`(text: String, name: String) throws
    {
        #expect(try HostName(text, names: IDN2Names()) == .dns(name))
    }

    @Test func `is an IP address if its digits form one`() throws {
        #expect(try HostName("１２７．０．０．１", names: IDN2Names()) == .ip(.v4([127, 0, 0, 1])))
    }

    @Test(arguments: [
        "bücher.example\0.evil.example", "ü\0", "ü..example", ".ü.example", "*.bücher.example", "bücher.example:443",
        "１２７．０．０．256", "ü\u{202E}.example", "\u{301}a.example", "ü example", "☃\u{200D}.example",
        String(repeating: "ü", count: 60) + ".example", "\u{FFFD}.example",
    ])
    func `is rejected if it is invalid, for example with a NUL`(text: String) {
        #expect(throws: HostNameError.self) { try HostName(text, names: IDN2Names()) }
    }
}
