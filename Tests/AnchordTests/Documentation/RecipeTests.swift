import Foundation
import Testing
import TrustTestSupport

/// Tests of the commands and sample policy sets for development servers and debugging proxies.
@Suite struct `Recipes for a limited time` {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        // The only system anchor, so that nothing else is trusted.
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"))
        try directory.write("system.pem", root.certificate.pem)
    }

    /// Returns the indented commands below a heading of Guide.md that create certificates.
    private func commands(below heading: String) throws -> String {
        let page = try String(
            contentsOfFile: Repository.path("Sources/anchord/Documentation.docc/Guide.md"),
            encoding: .utf8
        )
        let section = try #require(page.components(separatedBy: "\n\(heading)\n").dropFirst().first)
        let text = section.components(separatedBy: "\n##")[0]
        let start = try #require(text.range(of: "    openssl req"))
        return String(text[start.lowerBound...].prefix(while: { $0 != "`" }).components(separatedBy: "\n\n")[0])
    }

    /// Copies a sample as its comment says, with another end.
    private func install(_ sample: String, until end: String) throws {
        let text = try String(
            contentsOfFile: Repository.path("Deploy/policies/\(sample).yaml.example"),
            encoding: .utf8
        )
        #expect(text.components(separatedBy: "expires: 2026-01-01").count == 2)
        try directory.write("\(sample).yaml", text.replacing("expires: 2026-01-01", with: "expires: \(end)"))
    }

    private func evaluate(_ chain: String, host: String, policy: String) throws -> AnchordProgram.Result {
        try AnchordProgram.run([
            "evaluate", "\(directory.path)/\(chain)", "--host", host, "--policies", directory.path, "--policy", policy,
            "--system-anchors", "\(directory.path)/system.pem",
        ])
    }

    private func expectValid() throws {
        let result = try AnchordProgram.run([
            "policies", "check", directory.path, "--system-anchors", "\(directory.path)/system.pem",
        ])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// Whether a verdict refuses the chain because the pins have ended.
    private func hasEnded(_ result: AnchordProgram.Result) -> Bool {
        result.status == 1 && result.output.contains("error pin.setExpired: ")
    }

    @Test func `the sample trusts the development server of the guide, for one host, until its date`() throws {
        let made = try ShellCommand.run(
            try commands(below: "### A development server with a self-signed certificate"),
            in: directory.path
        )
        #expect(made.status == 0, "\(made.text)")
        try install("development-server", until: "2100-01-01")
        try expectValid()
        let trusted = try evaluate("dev.pem", host: "dev.example.com", policy: "development-server")
        #expect(trusted.output.hasPrefix("trusted: allow "), "\(trusted.output)")
        let elsewhere = try evaluate("dev.pem", host: "api.example.com", policy: "development-server")
        #expect(elsewhere.output.hasPrefix("untrusted: deny "), "\(elsewhere.output)")
        // The unchanged sample has ended.
        try install("development-server", until: "2026-01-01")
        try expectValid()
        #expect(hasEnded(try evaluate("dev.pem", host: "dev.example.com", policy: "development-server")))
    }

    /// The extensions of mitmproxy's certificates; its leaf has the key of the root.
    private static let proxyCommands = """
        openssl req -x509 -newkey rsa:2048 -noenc -days 3650 -subj '/CN=mitmproxy/O=mitmproxy' -keyout root.key \
            -addext basicConstraints=critical,CA:TRUE -addext extendedKeyUsage=serverAuth \
            -addext keyUsage=critical,keyCertSign,cRLSign -out proxy-root.pem
        printf '%s\\n' extendedKeyUsage=serverAuth subjectAltName=DNS:api.partner.example \
            subjectKeyIdentifier=none authorityKeyIdentifier=keyid >extensions
        openssl req -new -key root.key -subj /CN=api.partner.example -out leaf.csr
        openssl x509 -req -in leaf.csr -CA proxy-root.pem -CAkey root.key -days 365 -extfile extensions -out proxied.pem
        """

    @Test func `the sample trusts a debugging proxy for the named host until its date`() throws {
        let made = try ShellCommand.run(Self.proxyCommands, in: directory.path)
        #expect(made.status == 0, "\(made.text)")
        try install("debugging-proxy", until: "2100-01-01")
        try expectValid()
        let host = "api.partner.example"
        let trusted = try evaluate("proxied.pem", host: host, policy: "debugging-proxy")
        #expect(trusted.output.hasPrefix("trusted: allow "), "\(trusted.output)")
        let elsewhere = try evaluate("proxied.pem", host: "www.partner.example", policy: "debugging-proxy")
        #expect(elsewhere.output.hasPrefix("untrusted: deny "), "\(elsewhere.output)")
        try install("debugging-proxy", until: "2026-01-01")
        #expect(hasEnded(try evaluate("proxied.pem", host: host, policy: "debugging-proxy")))
    }

    @Test func `samples are not loaded before they are copied, and contain no key and no disabled policy`() throws {
        let samples = try FileManager.default.contentsOfDirectory(atPath: Repository.path("Deploy/policies"))
            .filter { $0.hasSuffix(".example") }
        #expect(samples.sorted() == ["debugging-proxy.yaml.example", "development-server.yaml.example"])
        for sample in samples {
            let text = try String(contentsOfFile: Repository.path("Deploy/policies/\(sample)"), encoding: .utf8)
            for word in ["-----BEGIN", "sha256/", "evaluator: disabled", "mode: report"] {
                #expect(!text.contains(word), "\(sample)")
            }
        }
        let loaded = try AnchordProgram.run(["policies", "check", Repository.path("Deploy/policies")])
        #expect(!loaded.output.contains("development-server") && !loaded.output.contains("debugging-proxy"))
    }
}

/// Tests of the command in the remedy of `host.noSAN`.
@Suite struct `The command for a missing subject alternative name` {
    private static let issue = """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 30 -subj /CN=Root -keyout root.key \
            -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -out root.pem
        openssl ecparam -name prime256v1 -genkey -noout -out server.key
        printf '%s\\n' extendedKeyUsage=serverAuth keyUsage=digitalSignature >extensions
        """
    private static let sign =
        "openssl x509 -req -in server.csr -CA root.pem -CAkey root.key -days 30 -copy_extensions copy "
        + "-extfile extensions -out server.pem"

    @Test(arguments: [
        ("API.example.com.", "DNS:api.example.com"), ("_a.example", "DNS:_a.example"), ("192.0.2.1", "IP:192.0.2.1"),
        ("bücher.example", "DNS:xn--bcher-kva.example"), ("[2001:db8::1]", "IP:2001:db8::1"),
    ])
    func `creates a CSR that cures the error`(host: String, name: String) throws {
        let directory = try TemporaryDirectory()
        func run(_ command: String) throws {
            let result = try ShellCommand.run("set -e\n" + command, in: directory.path)
            #expect(result.status == 0, "\(result.text)")
        }
        func evaluate() throws -> AnchordProgram.Result {
            let files = (chain: "\(directory.path)/server.pem", root: "\(directory.path)/root.pem")
            return try AnchordProgram.run(["evaluate", files.chain, "--host", host, "--anchors", files.root])
        }
        try run(Self.issue)
        try run("openssl req -new -key server.key -subj /CN=server -out server.csr")
        try run(Self.sign)
        let refused = try evaluate()
        #expect(refused.output.contains("\nerror host.noSAN: "), "\(refused.output)")
        let command = try #require(refused.output.firstMatch(of: /`(openssl req [^`]*)`/)?.1)
        #expect(command.contains(" -addext 'subjectAltName=\(name)' "))
        try run(String(command))
        try run(Self.sign)
        let cured = try evaluate()
        #expect(cured.output.hasPrefix("trusted: allow "), "\(cured.output)")
    }

    @Test(arguments: [
        "a';touch x;'.example", "$(touch x).example", "a b.example", "`x`.example", "a\nb.example", "-a.example",
    ])
    func `is not printed for a host that a shell could interpret`(host: String) throws {
        let files = try ChainFiles()
        let result = try AnchordProgram.run(["evaluate", files.chain, "--host=\(host)", "--anchors", files.root])
        #expect(result.status != 0)
        #expect(!result.output.contains("openssl req"), "\(result.output)")
    }
}
