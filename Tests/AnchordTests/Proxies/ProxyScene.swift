import Foundation
import Glibc
import Testing
import TrustTestSupport

/// A proxy as in `Deploy/examples`, with a daemon, an application and clients with certificates.
struct ProxyScene {
    /// The advice in the message of skipped tests.
    static let advice = "requires the Debian packages nginx-light, haproxy, caddy, apache2-bin, lua-socket and curl"
    /// Whether the tests must run, so that a missing program is a failure, as in continuous integration.
    static let areRequired = ProcessInfo.processInfo.environment["ANCHORD_REQUIRE_EXAMPLES"] != nil
    static let hasNginx = areRequired || FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")
    static let hasHAProxy = areRequired || FileManager.default.isExecutableFile(atPath: "/usr/sbin/haproxy")
    static let hasCaddy = areRequired || FileManager.default.isExecutableFile(atPath: "/usr/bin/caddy")
    static let hasApache = areRequired || FileManager.default.isExecutableFile(atPath: "/usr/sbin/apache2")
    static let principal = "spiffe://corp.example/ns/pay/sa/billing"

    let directory: TemporaryDirectory
    let intermediate: TestAuthority
    /// The options of curl for the address of the proxy.
    var endpoint = "--unix-socket proxy.sock"

    init() throws {
        directory = try TemporaryDirectory()
        #expect(unsafe chmod(directory.path, 0o755) == 0)
        let root = try TestAuthority.root("Client Root", key: .shared(.ecdsaP256, "root"), edit: Self.makeValid)
        intermediate = try root.issueAuthority(
            "Client Issuing",
            key: .shared(.ecdsaP256, "intermediate"),
            edit: Self.makeValid
        )
        let other = try TestAuthority.root("Other Root", key: .shared(.ecdsaP256, "other root"), edit: Self.makeValid)
        try directory.write("client-ca/root.pem", root.certificate.pem)
        try directory.write("client-ca/intermediate.pem", intermediate.certificate.pem)
        try directory.write("system.pem", root.certificate.pem)
        let server = try root.issueLeaf("shop.example", key: .shared(.ecdsaP256, "server"))
        try directory.write("tls/server.pem", server.pem)
        try directory.write("tls/server.key", try server.key.privateKeyPEM())
        try directory.write("server.pem", server.pem + (try server.key.privateKeyPEM()))
        try client("allowed", of: intermediate, uri: Self.principal)
        try client("denied", of: intermediate, uri: "spiffe://corp.example/ns/pay")
        try client("foreign", of: other, uri: Self.principal)
        let policy = try Self.example("policies/edge.yaml").replacing("/etc/anchord", with: directory.path)
        try directory.write("policies/edge.yaml", policy)
    }

    /// Writes the certificate and the key of a client, valid now.
    private func client(_ name: String, of authority: TestAuthority, uri: String) throws {
        let certificate = try authority.issueLeaf(name, key: .shared(.ecdsaP256, "client")) {
            $0.subjectAlternativeNames = [.uri(uri)]
            $0.extendedKeyUsages = [.clientAuthentication]
            Self.makeValid(&$0)
        }
        try directory.write("\(name).pem", certificate.pem + (try certificate.key.privateKeyPEM()))
    }

    /// Makes a certificate valid for a day before and after the current time, since proxies use the real time.
    private static func makeValid(_ template: inout CertificateTemplate) {
        let now = Int64(Date().timeIntervalSince1970)
        template.notBefore = TestInstant(secondsSince1970: now - 86400)
        template.notAfter = TestInstant(secondsSince1970: now + 86400)
    }

    static func example(_ name: String) throws -> String {
        try String(contentsOfFile: Repository.path("Deploy/examples/\(name)"), encoding: .utf8)
    }

    /// Starts the daemon with the configuration of an example, adjusted to the directory and to this user.
    func daemon(_ example: String, adjust: (String) -> String = { $0 }) throws -> AnchordDaemon {
        let user = geteuid() == 0 ? "www-data" : "\(geteuid())"
        let configuration = try adjust(Self.example(example))
            .replacing("/etc/anchord", with: directory.path)
            .replacing("/run/anchord", with: directory.path)
            .replacing("unixUser: www-data", with: "unixUser: \(user)")
        let file = try directory.write(
            "anchord.yaml",
            configuration + "systemAnchors: \(directory.path)/system.pem\nunixSocketMode: \"0666\"\n"
        )
        return try AnchordDaemon(["--config", file])
    }

    /// Sends a request to the proxy as a client, and returns the status and the body.
    func request(
        _ client: String?,
        _ path: String = "/",
        _ arguments: String = ""
    ) throws -> (status: Int, body: String) {
        let certificate = client.map { "--cert \($0).pem" } ?? ""
        let command =
            "curl --silent --insecure --max-time 30 \(endpoint) \(certificate) \(arguments) "
            + "--write-out '\\n%{http_code}' 'https://shop.example\(path)'"
        let text = try ShellCommand.run(command, in: directory.path).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (lines.last.flatMap { Int($0) } ?? 0, lines.dropLast().joined(separator: "\n"))
    }

    /// Waits until a file of the proxy has a line with a text, and returns the line.
    func logLine(_ file: String, with text: String) throws -> String {
        for _ in 0..<12_000 {
            let lines = (try? String(contentsOfFile: "\(directory.path)/\(file)", encoding: .utf8)) ?? ""
            let line = lines.split(separator: "\n", omittingEmptySubsequences: false).dropLast().first {
                $0.contains(text)
            }
            if let line { return String(line) }
            usleep(10_000)
        }
        throw MissingLine(text: text)
    }

    private struct MissingLine: Error {
        let text: String
    }

    /// Returns the value of a header field of a client's certificate in the format of RFC 9440.
    func clientCertificateField(_ client: String) throws -> String {
        let command = "openssl x509 -in \(client).pem -outform DER | base64 --wrap 0"
        return ":\(try ShellCommand.run(command, in: directory.path).text):"
    }

    /// Returns the percent-encoded PEM of a client's certificate.
    func escapedPEM(_ client: String) throws -> String {
        let escapes = "s/+/%2B/g; s,/,%2F,g; s/=/%3D/g; s/ /%20/g; s/$/%0A/"
        let command = "openssl x509 -in \(client).pem | sed '\(escapes)' | tr -d '\\n'"
        return try ShellCommand.run(command, in: directory.path).text
    }
}

/// A proxy process, killed on deinitialization.
final class ProxyProcess {
    private let process = Process()

    /// Starts a program, whose output may go to a file, and waits until its socket exists.
    init(_ program: String, _ arguments: [String], socket: String, log: String? = nil) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        if let log { _ = FileManager.default.createFile(atPath: log, contents: nil) }
        process.standardOutput = log.flatMap { FileHandle(forWritingAtPath: $0) } ?? FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<3000 where process.isRunning && !FileManager.default.fileExists(atPath: socket) { usleep(10_000) }
        try #require(FileManager.default.fileExists(atPath: socket), "\(program) did not start")
    }

    deinit {
        process.terminate()
        process.waitUntilExit()
    }
}
