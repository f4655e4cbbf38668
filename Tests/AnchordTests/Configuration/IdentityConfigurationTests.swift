import Testing
import TrustIdentities
import TrustModel

@testable import anchord

@Suite struct `The identities of the configuration` {
    private func read(_ file: String) throws -> EffectiveConfiguration {
        try ConfigurationReader.read(file: ("a.yaml", Array(file.utf8)), environment: [:], flags: [])
    }

    private func problems(_ identities: String, environment: [String: String] = [:]) -> [String] {
        do throws(ConfigurationError) {
            _ = try ConfigurationReader.read(
                file: ("a.yaml", Array("identities: \(identities)\n".utf8)),
                environment: environment,
                flags: []
            )
            return []
        } catch {
            return error.problems
        }
    }

    private static let all = """
        identities:
          partner:
            pkcs12: /etc/anchord/partner.p12
            passphrase: {credential: partner}
            hosts: ["*.partner.example", "api.example:8443", "[2001:db8::1]:443", "192.0.2.1", "**.example.org"]
            clients: [payments, deploy]
            digests: true
          plain: {certificateChain: /a/chain.pem, privateKey: /a/key.pem}
          from-file: {pkcs12: a.p12, passphrase: {file: /a/passphrase}, allowReadableByOthers: true}
          from.environment: {pkcs12: a.p12, passphrase: {environment: PASSPHRASE}}

        """

    @Test func `have files, a passphrase, servers and clients`() throws {
        let identities = try read(Self.all).values.identities
        #expect(
            identities == [
                IdentityConfiguration(
                    name: "partner",
                    source: .pkcs12("/etc/anchord/partner.p12"),
                    passphrase: .credential("partner"),
                    hosts: [
                        IdentityHost(.oneLabelBefore("partner.example")),
                        IdentityHost(.exact(.dns("api.example")), port: 8443),
                        IdentityHost(
                            .exact(.ip(.v6([0x20, 0x01, 0x0D, 0xB8] + [UInt8](repeating: 0, count: 11) + [1]))),
                            port: 443
                        ),
                        IdentityHost(.exact(.ip(.v4([192, 0, 2, 1])))), IdentityHost(.labelsBefore("example.org")),
                    ],
                    clients: ["payments", "deploy"],
                    digests: true
                ),
                IdentityConfiguration(
                    name: "plain",
                    source: .pem(certificateChain: "/a/chain.pem", privateKey: "/a/key.pem")
                ),
                IdentityConfiguration(
                    name: "from-file",
                    source: .pkcs12("a.p12"),
                    passphrase: .file("/a/passphrase"),
                    allowReadableByOthers: true
                ),
                IdentityConfiguration(
                    name: "from.environment",
                    source: .pkcs12("a.p12"),
                    passphrase: .environment("PASSPHRASE")
                ),
            ]
        )
        #expect(try read("threads: 1\n").values.identities == nil)
    }

    @Test func `are printed so that they can be read again`() throws {
        let effective = try read(Self.all)
        let text = ConfigurationText.effective(effective)
        #expect(text.contains("identities:  # file a.yaml:2\n"), "\(text)")
        #expect(try read(text).values == effective.values)
        #expect(!ConfigurationText.effective(try read("")).contains("\nidentities"))
    }

    @Test(arguments: [
        ("[]", "a.yaml:1: /identities: expected a mapping, found a list"),
        ("{}", "a.yaml:1: /identities: expected 1 to 256 identities, found 0"),
        (
            "{a b: {pkcs12: x}}",
            "a.yaml:1: /identities/a b: the name of an identity has 1 to 64 letters, digits and `.`, `_`, `-`"
        ),
        ("{a: {}}", "a.yaml:1: /identities/a: expected the key pkcs12, or both keys certificateChain and privateKey"),
        (
            "{a: {privateKey: x}}",
            "a.yaml:1: /identities/a: expected the key pkcs12, or both keys certificateChain and privateKey"
        ),
        (
            "{a: {pkcs12: x, privateKey: y}}",
            "a.yaml:1: /identities/a: expected the key pkcs12, or both keys certificateChain and privateKey"
        ),
        (
            "{a: {pkcs12: x, passphrase: {}}}",
            "a.yaml:1: /identities/a/passphrase: expected one of file, environment and credential, found 0"
        ),
        (
            "{a: {pkcs12: x, passphrase: {file: y, environment: Z}}}",
            "a.yaml:1: /identities/a/passphrase: expected one of file, environment and credential, found 2"
        ),
        (
            "{a: {pkcs12: x, passphrase: {credential: ../y}}}",
            "a.yaml:1: /identities/a/passphrase/credential: expected the name of a credential without `/`, found `../y`"
        ),
        (
            "{a: {pkcs12: x, passphrase: swordfish}}",
            "a.yaml:1: /identities/a/passphrase: a passphrase cannot be in the configuration: expected {file: PATH}, "
                + "{environment: NAME} or {credential: NAME}"
        ),
        (
            "{a: {pkcs12: x, hosts: [\"b.example:0\"]}}",
            "a.yaml:1: /identities/a/hosts/0: expected a port from 1 to 65535 after the host, found `b.example:0`"
        ),
        (
            "{a: {pkcs12: x, hosts: [\"b.example:\"]}}",
            "a.yaml:1: /identities/a/hosts/0: expected a port from 1 to 65535 after the host, found `b.example:`"
        ),
        (
            "{a: {pkcs12: x, hosts: [\"*.com\"]}}",
            "a.yaml:1: /identities/a/hosts/0: the host `*.com` has a wildcard before the public suffix `com`, "
                + "under which anyone can register names"
        ),
        (
            "{a: {pkcs12: x, hosts: [\"a b\"]}}",
            "a.yaml:1: /identities/a/hosts/0: the host `a b` has a character that is not allowed in DNS names"
        ),
        ("{a: {pkcs12: x, hosts: b.example}}", "a.yaml:1: /identities/a/hosts: expected a list, found text"),
        (
            "{a: {pkcs12: x, clients: [\"b c\"]}}",
            "a.yaml:1: /identities/a/clients/0: expected 1 to 64 letters, digits and `.`, `_`, `-`, found `b c`"
        ),
        (
            "{a: {pkcs12: x, digests: sometimes}}",
            "a.yaml:1: /identities/a/digests: expected true or false, found `sometimes`"
        ),
        (
            "{a: {pkcs12: x, key: y}}",
            "a.yaml:1: /identities/a/key: unknown key `key`"
        ),
    ])
    func `are rejected with the place and the expected value`(text: String, problem: String) {
        #expect(problems(text) == [problem])
    }

    @Test func `name configured clients, if there are any`() {
        let identities = "{a: {pkcs12: x, clients: [b]}}"
        #expect(problems(identities) == [])
        #expect(
            problems(identities + "\nclients: [{name: c, unixUser: c, may: [sign]}]") == [
                "identities: a: the client `b` does not exist in `clients`; did you mean `c`?"
            ]
        )
        #expect(problems(identities + "\nclients: [{name: b, unixUser: c, may: [sign]}]") == [])
    }

    @Test func `do not repeat a passphrase in messages`() {
        let texts = ["{a: {pkcs12: x, passphrase: swordfish}}", "{a: {pkcs12: x, passphrase: {file: [swordfish]}}}"]
        for text in texts { #expect(problems(text).count == 1 && !problems(text)[0].contains("swordfish")) }
    }

    @Test func `cannot be set by a variable`() {
        #expect(
            problems("{a: {pkcs12: x}}", environment: ["ANCHORD_IDENTITIES": "x"]) == [
                "environment ANCHORD_IDENTITIES: the key `identities` can be set only in the configuration file"
            ]
        )
    }
}
