import Testing
import TrustModel

@testable import FetchRules

@Suite struct `The rules of fetching` {
    @Test(
        arguments: [
            // The first and last address of each network of the IANA registries that is not globally reachable.
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
            "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0", "172.31.255.255",
            "192.0.0.0", "192.0.0.8", "192.0.0.11", "192.0.0.170", "192.0.0.255", "192.0.2.1", "192.88.99.1",
            "192.168.0.0",
            "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.7", "203.0.113.7", "224.0.0.1",
            "239.255.255.255", "240.0.0.0", "255.255.255.255",
            "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1",
            "2001::1", "2001:2::1", "2001:10::1", "2001:1ff:ffff::1", "2001:db8::1", "2002:7f00:1::1", "3fff::1",
            "3fff:fff:ffff::1", "4000::1", "5f00::1", "fc00::1", "fdff::1", "fe80::1", "febf::1", "fec0::1", "ff02::1",
        ]
    )
    func `address is not public`(text: String) throws {
        #expect(try !PublicAddresses.contains(#require(IPAddress(text))))
    }

    @Test(
        arguments: [
            "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
            "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.0.9",
            "192.0.0.10",
            "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
            "::ffff:1.1.1.1", "2000::1", "2001:1::1", "2001:3::1", "2001:4:112::1", "2001:20::1", "2001:30::1",
            "2001:200::1", "2001:db7::1", "2001:db9::1", "2003::1", "2606:4700::1111", "2620:4f:8000::1", "3ffe::1",
            "3fff:1000::1",
        ]
    )
    func `address is public`(text: String) throws {
        #expect(try PublicAddresses.contains(#require(IPAddress(text))))
    }

    @Test func `networks have a prefix without further bits`() throws {
        #expect(try #require(IPNetwork("10.0.0.0/8")).contains(#require(IPAddress("10.255.1.2"))))
        #expect(try !#require(IPNetwork("10.0.0.0/8")).contains(#require(IPAddress("11.0.0.0"))))
        #expect(try #require(IPNetwork("0.0.0.0/0")).contains(#require(IPAddress("255.1.2.3"))))
        #expect(try !#require(IPNetwork("0.0.0.0/0")).contains(#require(IPAddress("2000::1"))))
        #expect(try #require(IPNetwork("127.0.0.1")).contains(#require(IPAddress("::ffff:127.0.0.1"))))
        #expect(try #require(IPNetwork("::ffff:10.0.0.0/104")).contains(#require(IPAddress("10.9.9.9"))))
        #expect(try !#require(IPNetwork("::ffff:10.0.0.0/104")).contains(#require(IPAddress("11.9.9.9"))))
        #expect(try #require(IPNetwork("fc00::/7")).contains(#require(IPAddress("fdff::1"))))
        #expect(IPNetwork("10.0.0.0/8")?.description == "10.0.0.0/8")
        #expect(IPNetwork("::1")?.description == "::1")
        for text in [
            "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0.0/8/8", "::/129", "/8",
        ] {
            #expect(IPNetwork(text) == nil, "\(text)")
        }
    }

    @Test(
        arguments: [
            ("http://ocsp.example.com", "http://ocsp.example.com/"),
            ("HTTP://OCSP.Example.COM:80/a%2Fb?c=d#e", "http://ocsp.example.com/a%2Fb?c=d"),
            ("http://ocsp.example.com:8080/MFEw/+=", "http://ocsp.example.com:8080/MFEw/+="),
            ("http://ocsp.example.com:?x", "http://ocsp.example.com/?x"),
            ("http://xn--bcher-kva.example./", "http://xn--bcher-kva.example/"),
            ("http://127.0.0.1:81/", "http://127.0.0.1:81/"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://[::1]/", "http://[::1]/"),
            ("http://[::FFFF:127.0.0.1]:90", "http://127.0.0.1:90/"),
        ]
    )
    func `URL is fetched in normal form`(text: String, normal: String) throws {
        let url = try FetchURL(text)
        #expect(url.description == normal)
        #expect(try FetchURL(normal) == url)
    }

    @Test(
        arguments: [
            "", "http:", "http://", "http:///a", "https://a.example/", "ldap://a.example/", "file:///etc/passwd",
            "ftp://a.example/", "//a.example/", "http:/a.example/", "http://user@a.example/", "http://u:p@a.example/",
            "http://a.example@b.example/", "http://a.example\\@b.example/", "http://a.example:0/",
            "http://a.example:65536/", "http://a.example:8o/", "http://a.example:-1/", "http://a.example:80:80/",
            "http://a..example/", "http://.example/", "http://*.example/", "http://[::1]x/", "http://[::1/",
            "http://[::1%25eth0]/",
            "http://[a.example]/", "http://::1/", "http://1.2.3.4.5/", "http://08.1.1.1/", "http://ä.example/",
            "http://a example/", "http://a.example/ b", "http://a.example/\r\nHost: b", "http://a.example/\u{0}",
            "http://a.example/<>", "http://a.example/`", "http://%61.example/", "http://a.example/é",
        ]
    )
    func `URL is refused`(text: String) {
        #expect(throws: FetchURLError.self) { _ = try FetchURL(text) }
    }

    @Test func `URLs have at most 2048 bytes`() throws {
        let start = "http://a.example/"
        let longest = start + String(repeating: "a", count: FetchURL.maximumBytes - start.utf8.count)
        #expect(try FetchURL(longest).description == longest)
        #expect(throws: FetchURLError("has 2049 bytes, more than 2048")) { _ = try FetchURL(longest + "a") }
    }

    @Test func `only public addresses on port 80 are reached by default`() throws {
        let rules = try AllowedDestinations([])
        let host = HostName.dns("ocsp.example.com")
        let (open, loopback) = try (#require(IPAddress("1.1.1.1")), #require(IPAddress("127.0.0.1")))
        #expect(rules.permits(open, port: 80, for: host))
        #expect(!rules.permits(open, port: 443, for: host))
        #expect(!rules.permits(loopback, port: 80, for: host))
        #expect(!rules.permits(loopback, port: 80, for: .ip(loopback)))
    }

    @Test func `an allowed name has any address and port, and an allowed address any name and port`() throws {
        let rules = try AllowedDestinations(["OCSP.corp.example", "10.0.0.0/8", "::1"])
        let (inside, outside) = try (#require(IPAddress("10.1.2.3")), #require(IPAddress("192.168.1.1")))
        #expect(rules.permits(outside, port: 8080, for: .dns("ocsp.corp.example")))
        #expect(rules.permits(inside, port: 8080, for: .dns("other.example")))
        #expect(try rules.permits(#require(IPAddress("::ffff:10.1.2.3")), port: 1, for: .dns("other.example")))
        #expect(!rules.permits(outside, port: 80, for: .dns("other.example")))
        #expect(!rules.permits(outside, port: 80, for: .dns("a.ocsp.corp.example")))
        #expect(try rules.permits(#require(IPAddress("::1")), port: 1, for: .ip(#require(IPAddress("::1")))))
        #expect(try rules.permits(#require(IPAddress("1.1.1.1")), port: 80, for: .dns("other.example")))
    }

    @Test(
        arguments: [
            "", "*.example", "a.example:80", "http://a.example", "a.example/path", "10.0.0.1/8", "a..example",
            "ä.example",
            "a.example.", "user@a.example", "a.example?b", "a.example#b", "[::1]",
        ]
    )
    func `entry of the list is refused`(entry: String) {
        #expect(throws: AllowedDestinationError.self) { _ = try AllowedDestinations([entry]) }
    }
}
