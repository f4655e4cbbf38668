import TLSChainClient
import Testing
import TrustModel
import TrustOpenSSL

private func endpoint(_ text: String) throws(HostNameError) -> String? {
    try TLSEndpoint(text, names: IDN2Names())?.description
}

@Suite struct `A TLS endpoint` {
    @Test(arguments: [
        ("example.com:443", "example.com:443"), ("Example.COM.:1", "example.com:1"),
        ("192.0.2.1:65535", "192.0.2.1:65535"), ("[2001:DB8::1]:8443", "[2001:db8::1]:8443"),
        ("bücher.example:443", "xn--bcher-kva.example:443"), ("localhost:0443", "localhost:443"),
    ])
    func `is parsed from a host and a port`(text: String, expected: String) throws {
        #expect(try endpoint(text) == expected)
    }

    @Test(arguments: [
        "example.com", "example.com:", "example.com:0", "example.com:65536", "example.com:https", "chain.pem", "",
        "a:-1", "a:+1", "a:٣",
    ])
    func `requires a port from 1 to 65535`(text: String) throws {
        #expect(try endpoint(text) == nil)
    }

    @Test(arguments: [
        ("example.com", "example.com:443"), ("example.com:8443", "example.com:8443"), ("192.0.2.1", "192.0.2.1:443"),
        ("[2001:db8::1]", "[2001:db8::1]:443"), ("https://example.com", "example.com:443"),
        ("HTTPS://Example.com/a:1/chain.pem?q#f", "example.com:443"), ("https://example.com:8443/", "example.com:8443"),
        ("https://[2001:db8::1]/", "[2001:db8::1]:443"), ("https://bücher.example?", "xn--bcher-kva.example:443"),
        ("https://chain.pem/", "chain.pem:443"),
    ])
    func `has the default port unless it names another`(text: String, expected: String) throws {
        #expect(try TLSEndpoint(text, defaultPort: 443, names: IDN2Names())?.description == expected)
    }

    @Test(arguments: [
        "chain.pem", "Chain.PEM", "a.crt", "a.p7b", "a/b", "./example.com", "http://example.com/", "example.com/path",
        "example.com:", "example.com:0", "example.com:https", "https://example.com:0/", "https://example.com:/",
    ])
    func `is not parsed from names of files and other URLs`(text: String) throws {
        #expect(try TLSEndpoint(text, defaultPort: 443, names: IDN2Names()) == nil)
    }

    @Test(arguments: [
        ("https://user:secret@example.com/", "has credentials before it: leave them out"), ("https:///", "is empty"),
        ("", "is empty"),
    ])
    func `is rejected if a URL has credentials or no host`(text: String, reason: String) {
        #expect(throws: HostNameError(reason)) { try TLSEndpoint(text, defaultPort: 443, names: IDN2Names()) }
    }

    @Test(arguments: [
        ("2001:db8::1:443", "has a colon: put an IPv6 address in brackets, and omit the scheme"),
        (":443", "is empty"), ("a..b:443", "has an empty label"),
    ])
    func `is rejected if the host is invalid`(text: String, reason: String) {
        #expect(throws: HostNameError(reason)) { try endpoint(text) }
    }
}
