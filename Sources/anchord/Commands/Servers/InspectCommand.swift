import ArgumentParser
import StructuredDocuments
import TrustAPI
import TrustModel
import TrustOpenSSL

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows what the certificates of a file or a server contain.",
        discussion: """
            Prints the names, validity, key, purposes, locations, extensions, SHA-256 fingerprint and pin of each \
            certificate, and its weaknesses. --json prints the response of POST /v1/certificates.

            The command verifies neither signatures nor the host: use `anchord evaluate`. An attacker on the network can \
            replace the certificates of a server.

            Exit status: 0 for success, 2 if the command line or an input file is invalid, the server presents no \
            certificates, or the output cannot be written.

              anchord inspect chain.pem
              anchord inspect example.com
              anchord inspect https://example.com/
              anchord inspect mail.example.com:25 --starttls smtp
              openssl s_client -connect example.com:443 -showcerts </dev/null | anchord inspect -
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A PEM or DER file of certificates, - for standard input, or a server, as HOST:PORT, HOST or https://HOST/. If a "
                + "file with that name exists, the file is read.",
            valueName: "source"
        )
    )
    var source: String
    @Flag(help: "Print JSON instead of text.") var json = false
    @OptionGroup var server: ServerOptions

    func run() throws {
        let certificates = try server.certificates(orFile: source)
        let now = WallClock.now().instant
        if json {
            let plan = try EvaluationComponents().pinPlan(for: certificates, at: now)
            let object = ChainDescription.json(certificates, plan: plan, at: now)
            try StandardStream.writeResult(String(decoding: object, as: UTF8.self) + "\n")
        } else {
            let lines = CertificateText.lines(of: certificates, at: now)
            try StandardStream.write(lines: lines)
        }
    }
}
