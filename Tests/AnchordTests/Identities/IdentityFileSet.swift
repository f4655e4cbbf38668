import Foundation
import Glibc
import TrustTestSupport

/// The files of identities, written by `openssl` and valid at the current time.
struct IdentityFileSet {
    static let passphrase = "correct-horse-battery"
    static let host = "b2b.partner.example"

    let directory: TemporaryDirectory
    let issuing: TestAuthority
    let leaf: TestCertificate

    init() throws {
        directory = try TemporaryDirectory()
        let root = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "root"), edit: Self.valid())
        issuing = try root.issueAuthority("Issuing", key: .shared(.ecdsaP256, "issuing"), edit: Self.valid())
        leaf = try issuing.issueLeaf("partner", key: .shared(.ecdsaP256, "partner"), edit: Self.valid())
        try directory.write("root.pem", root.certificate.pem)
        try directory.write("issuing.pem", issuing.certificate.pem)
        try writeSecret("passphrase", Array(Self.passphrase.utf8))
    }

    /// Returns a change of a template, whose validity is relative to the current time in days.
    static func valid(_ days: ClosedRange<Int64> = -1...90) -> (inout CertificateTemplate) -> Void {
        let now = Int64(Date().timeIntervalSince1970)
        return { template in
            template.notBefore = TestInstant(secondsSince1970: now + days.lowerBound * 86400)
            template.notAfter = TestInstant(secondsSince1970: now + days.upperBound * 86400)
        }
    }

    var path: String { directory.path }

    /// Replaces a file by renaming, as the documentation requires.
    func writeSecret(_ name: String, _ bytes: [UInt8], mode: mode_t = 0o600) throws {
        let new = try directory.write("\(name).new", bytes)
        guard unsafe chmod(new, mode) == 0, unsafe rename(new, "\(path)/\(name)") == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Returns a PKCS #12 file of a certificate with its issuer.
    func pkcs12(_ certificate: TestCertificate? = nil, _ options: String = "") throws -> [UInt8] {
        try OpenSSLProgram().pkcs12(
            certificate ?? leaf,
            others: [issuing.certificate],
            passphrase: Self.passphrase,
            options
        )
    }

    /// Starts a daemon with the identities and one client that may evaluate, read and sign.
    ///
    /// - Parameters:
    ///   - identities: The lines of the section `identities`, with `DIRECTORY` instead of the path; nil omits it.
    ///   - user: The user ID of the client.
    ///   - environment: The environment.
    ///   - wrapper: A shell script that ends with `exec "$@"`.
    /// - Returns: The daemon.
    /// - Throws: An error if the daemon does not start.
    func daemon(
        _ identities: String?,
        user: UInt32 = geteuid(),
        environment: [String: String] = [:],
        wrapper: String? = nil
    ) throws -> AnchordDaemon {
        let lines = identities.map { "identities:\n" + $0.replacing("DIRECTORY", with: path) } ?? ""
        let configuration = """
            listen: ["unix:\(path)/anchord.sock"]
            systemAnchors: \(path)/root.pem
            clients:
              - {name: tester, unixUser: \(user), may: [evaluate, read, sign]}

            """
        let file = try directory.write("anchord.yaml", configuration + lines + "\n")
        return try AnchordDaemon(["--config", file], environment: environment, wrapper: wrapper)
    }

    /// Runs a command of `anchord` that sends a request to the daemon.
    func run(_ arguments: [String]) throws -> AnchordProgram.Result {
        try AnchordProgram.run(
            Array(arguments.prefix(1)) + ["--socket", "\(path)/anchord.sock"] + arguments.dropFirst()
        )
    }

    /// Requests a signature with curl, and returns the body and the status.
    func sign(_ name: String) throws -> String {
        let hash = Data(repeating: 1, count: 32).base64EncodedString()
        try directory.write(
            "request.json",
            #"{"algorithm": "ecdsaWithSHA256", "tls13CertificateVerify": {"role": "client", "transcriptHash": "\#(hash)"}}"#
        )
        let options = "--unix-socket anchord.sock -H 'Content-Type: application/json' -d @request.json"
        let url = "http://localhost/v1/identities/\(name)/signatures"
        return try ShellCommand.run("curl -s -w '\\n%{http_code}' \(options) \(url)", in: path).text
    }
}

extension AnchordDaemon {
    /// The values of a key in the log entries with a message so far.
    func logged(_ message: String, _ key: String) -> [String] {
        lines.compactMap { line in
            let entry = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return entry?["message"] as? String == message ? entry?[key] as? String : nil
        }
    }
}
