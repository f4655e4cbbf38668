import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A daemon with the identity `partner`, and servers that require its certificate.
struct SigningClientScene {
    private let directory: TemporaryDirectory
    private let daemon: AnchordDaemon

    /// Starts the daemon with a new identity.
    ///
    /// - Parameters:
    ///   - kind: The type of the identity's key.
    ///   - signsDigests: The value of the identity's key `digests`.
    /// - Throws: An error if the daemon does not start.
    init(_ kind: TestKeyKind, signsDigests: Bool = false) throws {
        directory = try TemporaryDirectory()
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"), edit: Self.makeValid)
        let other = try TestAuthority.root("Other Root", key: .shared(.ecdsaP256, "other root"), edit: Self.makeValid)
        let issuing = try root.issueAuthority("Issuing", key: .shared(.ecdsaP256, "issuing"), edit: Self.makeValid)
        let server = try root.issueLeaf("localhost", key: .shared(.ecdsaP256, "server"), edit: Self.makeValid)
        let partner = try issuing.issueLeaf("partner", key: .shared(kind, "partner"), edit: Self.makeValid)
        try directory.write("root.pem", root.certificate.pem)
        try directory.write("other.pem", other.certificate.pem)
        try directory.write("server.pem", server.pem + (try server.key.privateKeyPEM()))
        try directory.write("partner.pem", partner.pem + issuing.certificate.pem)
        let key = try directory.write("partner.key", try partner.key.privateKeyPEM())
        try #require(unsafe chmod(key, 0o600) == 0)
        let path = directory.path
        let configuration = """
            listen: ["unix:\(path)/anchord.sock"]
            systemAnchors: \(path)/root.pem
            clients:
              - {name: tester, unixUser: \(geteuid()), may: [sign]}
            identities:
              partner:
                certificateChain: \(path)/partner.pem
                privateKey: \(path)/partner.key
                hosts: [localhost]
                clients: [tester]
                digests: \(signsDigests)
            """
        daemon = try AnchordDaemon(["--config", try directory.write("anchord.yaml", configuration + "\n")])
    }

    /// Makes a certificate valid for a day before and after the current time, since the clients use the real time.
    private static func makeValid(_ template: inout CertificateTemplate) {
        let now = Int64(Date().timeIntervalSince1970)
        template.notBefore = TestInstant(secondsSince1970: now - 86400)
        template.notAfter = TestInstant(secondsSince1970: now + 86400)
    }

    /// Starts a server that asks for certificates under the root, and requires a chain to one of its anchors.
    ///
    /// With other anchors, clients send a certificate that the server rejects.
    func server(anchors: String = "root.pem", _ arguments: [String] = []) throws -> TLSTestServer {
        let path = directory.path
        return try TLSTestServer(
            [
                "-cert", "\(path)/server.pem", "-key", "\(path)/server.pem", "-CAfile", "\(path)/root.pem",
                "-verifyCAfile", "\(path)/\(anchors)", "-Verify", "1", "-verify_return_error",
            ] + arguments
        )
    }

    /// Runs the client in C, and returns its exit status and output.
    func runGnuTLSClient(to server: TLSTestServer, anchors: String = "root.pem") throws -> (status: Int32, text: String)
    {
        let arguments = "anchord.sock partner partner.pem localhost \(server.port) \(anchors)"
        return try ShellCommand.run("\(try ExampleClients.gnuTLS.get()) \(arguments)", in: directory.path)
    }

    /// Runs the client in Go, and returns its exit status and output.
    func runGoClient(to server: TLSTestServer, maximumVersion: String) throws -> (status: Int32, text: String) {
        let arguments = [
            "-socket anchord.sock -identity partner -certificates partner.pem -ca root.pem",
            "-server localhost:\(server.port) -max-version \(maximumVersion)",
        ].joined(separator: " ")
        return try ShellCommand.run("\(try ExampleClients.go.get()) \(arguments)", in: directory.path)
    }
}

/// The clients in `Deploy/examples`, built once into the directory of the test program.
enum ExampleClients {
    static let hasGnuTLS =
        ProxyScene.areRequired || succeeds("command -v cc && pkg-config --exists gnutls libcurl jansson")
    static let hasGo = ProxyScene.areRequired || succeeds("command -v go")

    /// The path of the client in C.
    static let gnuTLS = Result {
        try build("gnutls-client") { "cc client.c -o \($0) $(pkg-config --cflags --libs gnutls libcurl jansson)" }
    }

    /// The path of the client in Go.
    static let go = Result {
        try build("go-client") {
            "export GOCACHE=\($0).cache GOPATH=\($0).path CGO_ENABLED=0; go vet && go build -buildvcs=false -o \($0)"
        }
    }

    private static func build(_ example: String, command: (String) -> String) throws -> String {
        let program = AnchordProgram.location.deletingLastPathComponent().appending(path: example).path
        let result = try ShellCommand.run(command(program), in: Repository.path("Deploy/examples/\(example)"))
        try #require(result.status == 0, "\(result.text)")
        return program
    }

    private static func succeeds(_ command: String) -> Bool {
        (try? ShellCommand.run(command, in: "/").status) == 0
    }
}
