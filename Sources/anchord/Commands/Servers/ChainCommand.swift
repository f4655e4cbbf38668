import ArgumentParser
import StructuredDocuments
import TrustAPI
import TrustModel

struct ChainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chain",
        abstract: "Writes the certificates that a server sends, as PEM.",
        discussion: """
            Connects to a TLS server and writes its certificates in the order in which it sends them, the leaf first. \
            Comments before each certificate show its subject, issuer, validity and SHA-256 fingerprint. Comments at \
            the beginning show the protocol version, and whether the server stapled an OCSP response.

            Nothing is verified: an attacker on the network can present other certificates. `anchord evaluate` \
            evaluates the file, or the server itself. If the server does not complete the handshake, a line on \
            standard error shows whether it proved that it has the key of its certificate.

            Exit status: 0 for success, 2 if the command line is invalid, the server presents no certificates, or the \
            output cannot be written.

              anchord chain example.com:443
              anchord chain example.com:443 --output chain.pem
              anchord chain mail.example.com:25 --starttls smtp
              anchord chain 192.0.2.1:443 --server-name www.example.com
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The server, as HOST:PORT, HOST or https://HOST/. Put IPv6 addresses in brackets.",
            valueName: "server"
        )
    )
    var source: String
    @OptionGroup var output: OutputFile
    @OptionGroup var server: ServerOptions

    func run() throws {
        let endpoint = try server.endpoint(source)
        try output.check()
        let serverName = server.indicatedName(for: endpoint)
        let chain = try server.unverifiedChain(of: endpoint, serverName: serverName)
        let text = ChainText.of(chain, from: endpoint, serverName: serverName, at: WallClock.now().instant)
        try output.write(text)
    }
}
