import Testing
import TrustModel

@Suite struct `A host name` {
    /// Converts nothing; non-ASCII names are tested with the library.
    private struct NoNames: InternationalizedNames {
        func asciiName(of name: String) throws(HostNameError) -> String { throw HostNameError("is not ASCII") }
    }

    /// Returns the same result for every name.
    private struct OneName: InternationalizedNames {
        let answer: String
        func asciiName(of name: String) throws(HostNameError) -> String { answer }
    }

    @Test(arguments: [
        ("api.example.com", "api.example.com"),
        ("API.Example.COM", "api.example.com"),
        ("api.example.com.", "api.example.com"),
        ("localhost", "localhost"),
        ("_service.example.com", "_service.example.com"),
        ("1.example.com", "1.example.com"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("1.2.3.4x", "1.2.3.4x"),
        ("0x7f.example", "0x7f.example"),
        ("1x0", "1x0"),
        ("a-b.example", "a-b.example"),
    ])
    func `is a DNS name in lower case without its trailing dot`(text: String, name: String) throws {
        let host = try HostName(text, names: NoNames())
        #expect(host == .dns(name))
        #expect(host.description == name)
    }

    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:DB8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"), ("::1", "::1"),
    ])
    func `is an IP address, with optional brackets for IPv6`(text: String, address: String) throws {
        let host = try HostName(text, names: NoNames())
        #expect(host == IPAddress(address).map(HostName.ip))
        #expect(host.description == address)
    }

    @Test(arguments: [
        "fe80::1%eth0", "FE80::1%eth0", "[fe80::1%eth0]", "[fe80::1%25eth0]", "fe80::1%25en1", "fe80::1%1",
        "fe80::1%br-lan.7_a~b", "[FE80:0::1%25]",
    ])
    func `is an IPv6 address without its zone (RFC 4007, RFC 6874)`(text: String) throws {
        #expect(try HostName(text, names: NoNames()) == IPAddress("fe80::1").map(HostName.ip))
    }

    @Test(arguments: [
        ("fe80::1%", "has an IPv6 zone that is empty, too long or not a name"),
        ("[fe80::1%]", "has an IPv6 zone that is empty, too long or not a name"),
        ("fe80::1%eth 0", "has an IPv6 zone that is empty, too long or not a name"),
        ("fe80::1%eth0]", "has an IPv6 zone that is empty, too long or not a name"),
        ("fe80::1%eth0/64", "has an IPv6 zone that is empty, too long or not a name"),
        ("fe80::1%\u{0}", "has an IPv6 zone that is empty, too long or not a name"),
        ("fe80::1%" + String(repeating: "a", count: 65), "has an IPv6 zone that is empty, too long or not a name"),
        ("192.0.2.1%eth0", "has a zone, which only IPv6 addresses have"),
        ("::ffff:192.0.2.1%eth0", "has a zone, which only IPv6 addresses have"),
        ("host%eth0", "has a character that is not allowed in DNS names"),
        ("%eth0", "has a character that is not allowed in DNS names"),
    ])
    func `has a zone only after an IPv6 address, and only a named one`(text: String, reason: String) {
        #expect(throws: HostNameError(reason)) { try HostName(text, names: NoNames()) }
    }

    @Test(arguments: [
        ("0xc0000207", "192.0.2.7"), ("0XC0000207", "192.0.2.7"), ("3221225991", "192.0.2.7"),
        ("192.0.519", "192.0.2.7"),
        ("192.519", "192.0.2.7"), ("0xc0.0x0.0x2.0x7", "192.0.2.7"), ("192.0.0x2.7.", "192.0.2.7"),
        ("127.1", "127.0.0.1"),
        ("1.2.3.4.", "1.2.3.4"), ("0", "0.0.0.0"), ("0x", "0.0.0.0"), ("4294967295", "255.255.255.255"),
        ("::ffff:192.0.2.7", "192.0.2.7"), ("[::FFFF:c000:207]", "192.0.2.7"),
        ("::ffff:0:192.0.2.7", "::ffff:0:c000:207"),
        ("::192.0.2.7", "::c000:207"),
    ])
    func `is the same address in each notation that clients accept (WHATWG URL)`(
        text: String,
        address: String
    ) throws {
        let host = try HostName(text, names: NoNames())
        #expect(host.description == address)
        #expect(host == IPAddress(address).map(HostName.ip))
    }

    @Test(arguments: [
        ("", "is empty"),
        (".", "is not 1 to 253 octets long"),
        ("..", "has an empty label"),
        (".example.com", "has an empty label"),
        ("a..example.com", "has an empty label"),
        ("example.com..", "has an empty label"),
        ("*.example.com", "has a wildcard, which only certificates may have"),
        ("*", "has a wildcard, which only certificates may have"),
        ("f*.example.com", "has a wildcard, which only certificates may have"),
        ("example.com:443", "has a colon: give the host without scheme and port"),
        ("https://example.com", "has a colon: give the host without scheme and port"),
        ("[::1]:443", "has a colon: give the host without scheme and port"),
        ("192.0.2.1:443", "has a colon: give the host without scheme and port"),
        ("[192.0.2.1]", "has a character that is not allowed in DNS names"),
        ("[]", "has a character that is not allowed in DNS names"),
        ("example.com/", "has a character that is not allowed in DNS names"),
        ("user@example.com", "has a character that is not allowed in DNS names"),
        ("exam ple.com", "has a character that is not allowed in DNS names"),
        ("example.com\0", "has a character that is not allowed in DNS names"),
        ("example.com\n", "has a character that is not allowed in DNS names"),
        ("-a.example.com", "has a label that begins or ends with a hyphen"),
        ("a-.example.com", "has a label that begins or ends with a hyphen"),
        ("1.2.3.256", "ends in a number but is not an IPv4 address"),
        ("example.1", "ends in a number but is not an IPv4 address"),
        ("example.0x1", "ends in a number but is not an IPv4 address"),
        ("example.0xg", "ends in a number but is not an IPv4 address"),
        ("0xg", "ends in a number but is not an IPv4 address"),
        ("1.2.3.4.5", "ends in a number but is not an IPv4 address"),
        ("1.2.65536", "ends in a number but is not an IPv4 address"),
        ("256.2.3.4", "ends in a number but is not an IPv4 address"),
        ("4294967296", "ends in a number but is not an IPv4 address"),
        ("0x100000000", "ends in a number but is not an IPv4 address"),
        ("99999999999999999999999", "ends in a number but is not an IPv4 address"),
        ("012.0.0.1", "ends in a number but is not an IPv4 address"),
        ("192.0.2.07", "ends in a number but is not an IPv4 address"),
        ("00", "ends in a number but is not an IPv4 address"),
    ])
    func `is rejected with a reason`(text: String, reason: String) {
        #expect(throws: HostNameError(reason)) { try HostName(text, names: NoNames()) }
    }

    @Test func `has labels of at most 63 octets`() throws {
        let longest = String(repeating: "a", count: 63) + ".example"
        #expect(try HostName(longest, names: NoNames()) == .dns(longest))
        #expect(throws: HostNameError("has a label of more than 63 octets")) {
            try HostName("a" + longest, names: NoNames())
        }
    }

    @Test func `has at most 253 octets without its trailing dot`() throws {
        let longest = String(repeating: "a.", count: 126) + "b"
        #expect(longest.utf8.count == 253)
        #expect(try HostName(longest, names: NoNames()) == .dns(longest))
        #expect(try HostName(longest + ".", names: NoNames()) == .dns(longest))
        #expect(throws: HostNameError("is not 1 to 253 octets long")) { try HostName("a" + longest, names: NoNames()) }
        #expect(throws: HostNameError("is longer than a DNS name can be")) {
            try HostName(String(repeating: "ü", count: 513), names: OneName(answer: "a"))
        }
    }

    @Test func `is converted and then checked if it is not ASCII`() throws {
        #expect(
            try HostName("bücher.example", names: OneName(answer: "xn--bcher-kva.example")).description
                == "xn--bcher-kva.example"
        )
        #expect(throws: HostNameError("is not ASCII")) { try HostName("bücher.example", names: NoNames()) }
        #expect(try HostName("１２７.0.0.1", names: OneName(answer: "127.0.0.1")).description == "127.0.0.1")
        #expect(throws: HostNameError("has an empty label")) {
            try HostName("ü", names: OneName(answer: ".example"))
        }
    }

    /// Tries each character below U+0100 at the start, in the middle and at the end of a label.
    @Test func `has a subject alternative name without characters that a shell or OpenSSL interprets`() throws {
        var accepted = 0
        for scalar in (0..<0x100).compactMap(Unicode.Scalar.init) {
            for text in ["\(scalar)a.example", "a\(scalar)b.example", "a\(scalar).example", "\(scalar)"] {
                for names in [NoNames(), OneName(answer: text)] as [any InternationalizedNames] {
                    guard let host = try? HostName(text, names: names) else { continue }
                    #expect(host.subjectAlternativeName.contains(/^(DNS:[a-z0-9_][a-z0-9._-]*|IP:[0-9.]+)$/), "\(text)")
                    accepted += 1
                }
            }
        }
        #expect(accepted > 200)
    }

    @Test(arguments: [
        ("API.example.com.", "DNS:api.example.com"), ("192.0.2.1", "IP:192.0.2.1"), ("[2001:DB8::1]", "IP:2001:db8::1"),
    ])
    func `has a subject alternative name of its kind`(text: String, name: String) throws {
        #expect(try HostName(text, names: NoNames()).subjectAlternativeName == name)
    }
}
