import Testing
import TrustModel

@Suite struct `A distinguished name` {
    private func name(_ attributes: [DistinguishedName.Attribute], key: [UInt8] = []) -> DistinguishedName {
        DistinguishedName(der: [], attributes: attributes, matchingKey: key)
    }

    private func commonName(_ value: String, startsRelativeName: Bool = true) -> DistinguishedName.Attribute {
        DistinguishedName.Attribute(type: .commonName, value: value, startsRelativeName: startsRelativeName)
    }

    @Test func `is written with the most specific name first (RFC 4514 §2.1)`() {
        let organization = DistinguishedName.Attribute(type: OID(2, 5, 4, 10), value: "Example")
        let second = DistinguishedName.Attribute(type: OID(1, 2, 3), value: "x", startsRelativeName: false)
        #expect(name([organization, commonName("api")]).description == "CN=api,O=Example")
        #expect(name([organization, commonName("api"), second]).description == "CN=api+1.2.3=x,O=Example")
        #expect(name([organization, second, commonName("api")]).description == "CN=api,O=Example+1.2.3=x")
        #expect(name([]).description.isEmpty)
    }

    @Test(arguments: [
        ("a,b", #"CN=a\,b"#), ("a+b", #"CN=a\+b"#), (#"a"b"#, #"CN=a\"b"#), (#"a\b"#, #"CN=a\\b"#),
        ("a<b>c;d", #"CN=a\<b\>c\;d"#), ("a=b", "CN=a=b"), ("#a#", ##"CN=\#a#"##), (" a ", #"CN=\ a\ "#),
        (" ", #"CN=\ "#),
        ("a  b", "CN=a  b"), ("", "CN="), ("a\nb", #"CN=a\0ab"#), ("a\0b", #"CN=a\00b"#), ("a\u{85}b", #"CN=a\c2\85b"#),
        ("a\u{2028}b", #"CN=a\e2\80\a8b"#), ("a\u{2029}b", #"CN=a\e2\80\a9b"#), ("a\u{7F}b", #"CN=a\7fb"#),
        ("a\u{202E}b", #"CN=a\e2\80\aeb"#), ("ü", "CN=ü"),
    ])
    func `escapes characters that are reserved or could forge text (RFC 4514 §2.4)`(value: String, text: String) {
        #expect(name([commonName(value)]).description == text)
    }

    /// In quadratic time, this would take more than a quarter of an hour.
    @Test(.timeLimit(.minutes(15)))
    func `is written in linear time`() {
        let name = name([commonName(String(repeating: "a", count: 1_000_000))])
        #expect(name.description.utf8.count == 1_000_003)
    }

    @Test func `is truncated in messages if it is longer than any public name`() {
        let long = DistinguishedName(
            der: [UInt8](repeating: 0, count: 60000),
            attributes: [commonName(String(repeating: "x", count: 60000))],
            matchingKey: []
        )
        #expect(long.description == "CN=" + String(repeating: "x", count: 64) + "…")
        #expect(name([commonName("api")]).description == "CN=api")
    }

    @Test func `is equal to another name with the same matching key`() {
        #expect(name([commonName("A")], key: [1]) == name([commonName("a")], key: [1]))
        #expect(name([commonName("A")], key: [1]) != name([commonName("A")], key: [2]))
        #expect(Set([name([commonName("A")], key: [1]), name([], key: [1])]).count == 1)
    }

    @Test func `returns the values of an attribute type in encoded order`() {
        let organization = DistinguishedName.Attribute(type: OID(2, 5, 4, 10), value: "Example")
        let subject = name([commonName("first"), organization, commonName("second", startsRelativeName: false)])
        #expect(subject.values(of: .commonName) == ["first", "second"])
        #expect(subject.values(of: OID(1, 2)).isEmpty)
    }
}
