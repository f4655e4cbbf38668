import StructuredDocuments
import Testing
import TrustAPI
import TrustModel

@testable import anchord

@Suite struct `The clients of the configuration` {
    private static let digest = String(repeating: "0a", count: 32)
    private static let other = String(repeating: "0b", count: 32)

    private func read(_ file: String) throws -> EffectiveConfiguration {
        try ConfigurationReader.read(file: ("a.yaml", Array(file.utf8)), environment: [:], flags: [])
    }

    private func problems(_ clients: String, environment: [String: String] = [:]) -> [String] {
        do throws(ConfigurationError) {
            _ = try ConfigurationReader.read(
                file: ("a.yaml", Array("clients: \(clients)\n".utf8)),
                environment: environment,
                flags: []
            )
            return []
        } catch {
            return error.problems
        }
    }

    private static let all = """
        clients:
          - {name: payments, unixUser: payments, may: [evaluate, read, sign]}
          - {name: staff, unixGroup: 2000, may: [read]}
          - {name: deploy, tokens: [{sha256: "\(digest)"}, {sha256: "\(other)"}], may: [read, {write: [pay, "team-*"]}, reload, decisions]}
          - {name: anyone, anonymous: true, may: [evaluate]}

        """

    @Test func `have one credential and a list of rights`() throws {
        let clients = try read(Self.all).values.clients
        let tokens = [Self.digest, Self.other].compactMap { Fingerprint(hexadecimal: Array($0.utf8)[...]) }
        #expect(
            clients == [
                ClientConfiguration(
                    name: "payments",
                    credential: .unixUser(.name("payments")),
                    rights: [.evaluate, .read, .sign]
                ),
                ClientConfiguration(name: "staff", credential: .unixGroup(.number(2000)), rights: [.read]),
                ClientConfiguration(
                    name: "deploy",
                    credential: .tokens(tokens),
                    rights: [.read, .write, .reload, .decisions],
                    writable: ["pay", "team-*"].compactMap(WritePattern.init)
                ),
                ClientConfiguration(name: "anyone", credential: .anonymous, rights: [.evaluate]),
            ]
        )
        #expect(try read("threads: 1\n").values.clients == nil)
        let single = try read("clients: [{name: a, token: {sha256: \"\(Self.digest)\"}, may: [read]}]\n").values.clients
        #expect(single?.first?.credential == .tokens([tokens[0]]))
    }

    @Test func `are printed so that they can be read again`() throws {
        let effective = try read(Self.all)
        let text = ConfigurationText.effective(effective)
        #expect(text.contains("clients:  # file a.yaml:2\n  - {name: payments, unixUser: payments,"))
        #expect(try read(text).values == effective.values)
        #expect(!ConfigurationText.effective(try read("")).contains("clients"))
    }

    @Test(arguments: [
        ("", "a.yaml:1: /clients: expected a list, found nothing"),
        ("[]", "a.yaml:1: /clients: the list is empty: add an item or omit the key"),
        ("{}", "a.yaml:1: /clients: expected a list, found a mapping"),
        (
            "[{name: a, may: [read]}]",
            "a.yaml:1: /clients/0: expected one of unixUser, unixGroup, token, tokens and anonymous, found none"
        ),
        (
            "[{name: a, unixUser: b, anonymous: true, may: [read]}]",
            "a.yaml:1: /clients/0: expected one of unixUser, unixGroup, token, tokens and anonymous, found unixUser and "
                + "anonymous"
        ),
        (
            "[{name: a, anonymous: true, may: [sign]}]",
            "a.yaml:1: /clients/0: an anonymous client cannot have the right `sign`: only evaluate and read"
        ),
        (
            "[{name: a, anonymous: false, may: [read]}]",
            "a.yaml:1: /clients/0/anonymous: expected true; a client with a credential has no key `anonymous`"
        ),
        (
            "[{name: a, unixUser: b, may: [read]}, {name: a, unixUser: c, may: [read]}]",
            "a.yaml:1: /clients/1: another client has the name a"
        ),
        (
            "[{name: a, unixUser: b, may: [write]}]",
            "a.yaml:1: /clients/0/may/0: name the policy sets that the client may write: {write: [payments, \"team-*\"]}"
        ),
        (
            "[{name: a, unixUser: b, may: [{write: [\"*\"]}]}]",
            "a.yaml:1: /clients/0/may/0/write/0: expected the name of a policy set, or the beginning of names such as "
                + "\"team-*\""
        ),
        (
            "[{name: a, anonymous: true, may: [{write: [a]}]}]",
            "a.yaml:1: /clients/0: an anonymous client cannot have the right `write`: only evaluate and read"
        ),
        (
            "[{name: a b, unixUser: b, may: [read]}]",
            "a.yaml:1: /clients/0/name: expected 1 to 64 letters, digits and `.`, `_`, `-`, found `a b`"
        ),
        (
            "[{name: a, token: {sha256: abc}, may: [read]}]",
            "a.yaml:1: /clients/0/token/sha256: expected a SHA-256 digest of 64 hexadecimal digits, found 3 characters"
        ),
        (
            "[{name: a, token: {sha256: \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"}, may: [read]}]",
            "a.yaml:1: /clients/0/token/sha256: this is the SHA-256 digest of an empty token"
        ),
        (
            "[{name: a, unixUser: \"a:b\", may: [read]}]",
            "a.yaml:1: /clients/0/unixUser: expected a user name or a number from 0 to 4294967294"
        ),
        ("[{name: a, unixUser: b}]", "a.yaml:1: /clients/0: the key `may` is missing: expected a list of rights"),
    ])
    func `are rejected with the place and the expected value`(text: String, problem: String) {
        #expect(problems(text) == [problem])
    }

    @Test func `are rejected if a token is listed twice`() {
        let list = "[{name: a, tokens: [{sha256: \"\(Self.digest)\"}, {sha256: \"\(Self.digest)\"}], may: [read]}]"
        #expect(
            problems(list) == [
                "a.yaml:1: /clients/0: the token of a is listed twice; each token belongs to one client"
            ]
        )
    }

    @Test func `cannot be set by a variable`() {
        #expect(
            problems("[{name: a, unixUser: b, may: [read]}]", environment: ["ANCHORD_CLIENTS": "x"]) == [
                "environment ANCHORD_CLIENTS: the key `clients` can be set only in the configuration file"
            ]
        )
    }

    @Test func `need an existing account that does not stand for unknown ones`() throws {
        func messages(_ credential: ClientConfiguration.Credential) -> [String] {
            do throws(CommandFailure) {
                _ = try ClientConfiguration(name: "a", credential: credential, rights: []).resolved()
                return []
            } catch {
                return error.messages
            }
        }
        #expect(
            messages(.unixUser(.name("no-such-account"))) == [
                "clients: a: unixUser: the user `no-such-account` does not exist"
            ]
        )
        #expect(
            messages(.unixGroup(.number(65534))) == [
                "clients: a: unixGroup: the group 65534 has the ID 65534, which the system also reports for every unknown "
                    + "group; use another group"
            ]
        )
        let root = try ClientConfiguration(name: "r", credential: .unixUser(.name("root")), rights: [.read]).resolved()
        #expect(root == APIClient(name: "r", credential: .user(0), rights: [.read]))
    }
}
