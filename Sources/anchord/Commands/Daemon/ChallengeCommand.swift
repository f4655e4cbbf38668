import ArgumentParser
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL

struct ChallengeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "challenge",
        abstract: "Asks the running daemon how to answer an authentication challenge.",
        discussion: """
            Connects to the daemon over a Unix socket, as `anchord reload` does, and sends POST /v1/challenges.

            With the method serverTrust, the daemon evaluates the chain in --chain. With clientCertificate, it selects a \
            client identity for the server. All other methods get default handling.

            If `clients` is configured, the user, or the client of --token-file, needs the right `evaluate`; for an \
            identity, also the right `sign` with this identity, or else `read`.

            Prints the disposition with its reason, and then the verdict or the certificates of the identity.

            Exit status: 0 for useCredential, 1 for other dispositions, problems, and if no daemon responded, 2 if the \
            command line or the configuration is invalid, or the output cannot be written.

              anchord challenge api.example.com --method serverTrust --policy payments --chain chain.pem
              anchord challenge b2b.partner.example --port 443 --acceptable-issuer ca.pem
            """
    )

    @Argument(help: "The host of the server.") var host: String
    @OptionGroup var daemon: DaemonOptions
    @Option(help: "The authentication method.") var method = "clientCertificate"
    @Option(help: "The port of the server.") var port: Int?
    @Option(help: "The realm of the challenge.") var realm: String?
    @Option(help: "The policy for serverTrust.") var policy: String?
    @Option(help: ArgumentHelp("The chain of the server, PEM; `-` for standard input.", valueName: "file"))
    var chain: String?
    @Option(
        name: .customLong("acceptable-issuer"),
        help: ArgumentHelp("A certificate whose subject the server accepts as issuer. Repeatable.", valueName: "file")
    )
    var acceptableIssuers: [String] = []
    @Option(help: ArgumentHelp("How often the server has already rejected an answer.", valueName: "number"))
    var previousFailures = 0
    @Flag(help: "Print the JSON response.") var json = false

    func run() throws {
        let body = try self.body()
        let accept = json ? "application/json" : "text/plain"
        let response = try daemon.send(DaemonRequest("POST", "/v1/challenges", body: body, accept: accept))
        guard response.status == 200 else { throw DaemonOptions.refusal(response) }
        try StandardStream.writeResult(DaemonOptions.printable(response.body))
        let credential = json ? "{\"disposition\":\"useCredential\"" : "useCredential:"
        if !response.body.hasPrefix(credential) { throw ExitCode(ExitStatus.refused.rawValue) }
    }

    private func body() throws(CommandFailure) -> [UInt8] {
        let chain = try chain.map { file throws(CommandFailure) in
            String(decoding: try InputFile.bytes(of: file), as: UTF8.self)
        }
        var names: [String] = []
        for file in acceptableIssuers { names += try Self.subjects(in: file) }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("authenticationMethod", method)
            writer.member("host", host)
            writer.member("port", port)
            writer.member("realm", realm)
            writer.member("policy", policy)
            writer.member("chain", chain)
            if !names.isEmpty { writer.member("distinguishedNames", names) }
            writer.member("previousFailureCount", previousFailures)
        }
        return writer.bytes
    }

    /// Returns the subjects of the certificates in a file, in base64.
    private static func subjects(in file: String) throws(CommandFailure) -> [String] {
        let bytes = try InputFile.bytes(of: file)
        do throws(CertificateReadingError) {
            let certificates = try OpenSSLCertificateReader().certificates(in: bytes, limits: CertificateLimits())
            return certificates.map { Base64.encode($0.facts.subject.der) }
        } catch {
            throw CommandFailure(["\(QuotedText.printable(file)): \(error)"])
        }
    }
}
