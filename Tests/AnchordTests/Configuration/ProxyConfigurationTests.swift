import Foundation
import Testing
import TrustAPI
import TrustPolicies
import TrustTestSupport

@testable import anchord

@Suite struct `The proxies of the configuration` {
    private static let clients = """
        clients: [{name: edge, unixUser: www-data, may: []}, {name: anyone, anonymous: true, may: [read]}]

        """

    private func read(_ proxies: String) throws(ConfigurationError) -> EffectiveConfiguration {
        let text = Self.clients + "proxies: \(proxies)\n"
        return try ConfigurationReader.read(file: ("a.yaml", Array(text.utf8)), environment: [:], flags: [])
    }

    @Test func `have a client, a format, a policy and optionally a header field, a host and a deadline`() throws {
        let effective = try read(
            "[{name: a, client: edge, format: escapedPEM, policy: edge/mtls, header: X-A, host: Shop.Example, "
                + "deadline: 400ms}, "
                + "{name: b, client: edge, format: xfcc, policy: edge, host: null}, "
                + "{name: c, client: edge, format: rfc9440, policy: edge}]"
        )
        let policy = try #require(PolicyName("edge/mtls"))
        let set = try #require(PolicyName("edge"))
        let first = TrustedProxy(
            client: "edge",
            format: .escapedPEM,
            header: "X-A",
            policy: policy,
            host: "shop.example",
            deadline: .milliseconds(400)
        )
        let second = TrustedProxy(client: "edge", format: .xfcc, header: "X-Forwarded-Client-Cert", policy: set)
        let third = TrustedProxy(client: "edge", format: .rfc9440, header: "Client-Cert", policy: set)
        #expect(effective.values.proxies?.map(\.name) == ["a", "b", "c"])
        #expect(effective.values.proxies?.map(\.proxy) == [first, second, third])
        let printed = ConfigurationText.effective(effective)
        let again = try ConfigurationReader.read(file: ("a.yaml", Array(printed.utf8)), environment: [:], flags: [])
        #expect(again.values == effective.values)
    }

    @Test(arguments: [
        ("[]", "a.yaml:2: /proxies: the list is empty: add an item or omit the key"),
        (
            "[{name: a, client: edg, format: xfcc, policy: edge}]",
            "proxies: a: the client `edg` does not exist in `clients`; did you mean `edge`?"
        ),
        (
            "[{name: a, client: anyone, format: xfcc, policy: edge}]",
            "proxies: a: the client `anyone` is anonymous; name a client with a credential"
        ),
        (
            "[{name: a, client: edge, format: xfc, policy: edge}]",
            "a.yaml:2: /proxies/0/format: expected rfc9440, escapedPEM, derBase64 or xfcc, found `xfc`; did you mean `xfcc`?"
        ),
        (
            "[{name: a, client: edge, format: derBase64, policy: edge}]",
            "a.yaml:2: /proxies/0: the key `header` is missing: expected the name of the header field that the proxy sets"
        ),
        (
            "[{name: a, client: edge, format: xfcc, policy: edge, header: Authorization}]",
            "a.yaml:2: /proxies/0/header: expected the name of the header field that the proxy sets, found `Authorization`"
        ),
        (
            "[{name: a, client: edge, format: xfcc, policy: edge, header: Traceparent}]",
            "a.yaml:2: /proxies/0/header: expected the name of the header field that the proxy sets, found `Traceparent`"
        ),
        (
            "[{name: a, client: edge, format: xfcc, policy: a b}]",
            "a.yaml:2: /proxies/0/policy: expected a policy set or a policy such as edge/mtls, found `a b`"
        ),
        (
            "[{name: a, client: edge, format: xfcc, policy: a, deadline: 31s}]",
            "a.yaml:2: /proxies/0/deadline: expected 1ms to 30000ms, found 31000ms"
        ),
        (
            "[{name: a, client: edge, format: xfcc, policy: a}, {name: a, client: edge, format: xfcc, policy: a}]",
            "a.yaml:2: /proxies/1: another proxy has the name a"
        ),
    ])
    func `are rejected with the place and the expected value`(text: String, problem: String) {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        #expect(error?.problems == [problem])
    }

    @Test func `are refused at startup if their policy does not exist or requires a host`() throws {
        let files = try ChainFiles()
        for (policy, message) in [
            ("system", "/proxies: a: the policy validates the host: set `host`"),
            ("sytem", "/proxies: a: There is no policy set `sytem`; did you mean `system`?"),
        ] {
            let text =
                Self.clients + "systemAnchors: \(files.root)\nlisten: [\"127.0.0.1:0\"]\n"
                + "proxies: [{name: a, client: edge, format: xfcc, policy: \(policy)}]\n"
            let file = try files.directory.write("anchord.yaml", text)
            let command = "\(AnchordProgram.location.path) serve --config \(file)"
            let result = try ShellCommand.run(command, in: files.directory.path)
            #expect(result.status == 2)
            #expect(result.text.contains(file) && result.text.contains(message), "\(result.text)")
        }
    }
}
