import ArgumentParser
import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustPolicies

struct BlocksAddCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Writes a block to the running daemon, or replaces it.",
        discussion: """
            Connects to the daemon over a Unix socket, as `anchord reload` does. The user, or the client of --token-file, \
            needs the right `block` in `clients` of the configuration, which also needs `blocks.directory`.

            --key-of blocks the key of the first certificate in a file, so that no other certificate for the key is trusted \
            either. --pin blocks a key by its digest. --match is any other matcher as JSON; see the page Blocks.

            When the command ends, the daemon sends no response any more that allows what the block matches.

            Exit status: 0 if the block is in force, 1 if it was not permitted, is not valid or no daemon responded, 2 if the command \
            line, the configuration or the certificate is invalid, or the output cannot be written.

              anchord blocks add stolen-2026-11 --key-of stolen.pem --reason "Laptop lost, ticket 4711" --until 2027-01-31
              anchord blocks add test-ca --match '{"subjectCommonName": "Test CA"}' --reason "Not for production"
            """
    )

    @Argument(help: "The name of the block.") var id: String
    @OptionGroup var daemon: DaemonOptions
    @Option(help: "The text for people who find out that a certificate is blocked.") var reason: String
    @Option(
        help: ArgumentHelp("The last day of the block, or its last second. It must not have passed.", valueName: "date")
    )
    var until: String?
    @Option(help: ArgumentHelp("A certificate, PEM or DER, whose key is blocked.", valueName: "file")) var keyOf:
        String?
    @Option(
        help: ArgumentHelp(
            "The digest of a blocked key, such as sha256/ and 44 characters. Repeatable.",
            valueName: "pin"
        )
    )
    var pin: [String] = []
    @Option(help: ArgumentHelp("A matcher as JSON.", valueName: "json")) var match: String?

    func validate() throws {
        guard BlockListReader.isName(id) else {
            throw ValidationError("\(QuotedText.of(id)) is not a valid name of a block.")
        }
        guard [keyOf != nil, !pin.isEmpty, match != nil].count(where: \.self) == 1 else {
            throw ValidationError("State what is blocked: with one of --key-of, --pin and --match.")
        }
    }

    func run() throws {
        let request = DaemonRequest("PUT", "/v1/blocks/\(id)", body: try body())
        let response = try daemon.send(request)
        guard [200, 201].contains(response.status) else { throw DaemonOptions.refusal(response) }
        try StandardStream.writeResult("\(id) is \(response.status == 201 ? "added" : "replaced") and in force\n")
    }

    private func body() throws(CommandFailure) -> [UInt8] {
        let matcher: DocumentNode
        if let match {
            do throws(JSONReader.SyntaxError) {
                matcher = try JSONReader.read(Array(match.utf8))
            } catch {
                throw CommandFailure(["--match is not valid JSON: at byte \(error.offset): \(error.reason)"])
            }
        } else {
            let pins = try keyOf.map { file throws(CommandFailure) in [try Self.pin(in: file)] } ?? pin
            let list = DocumentNode(.sequence(pins.map { DocumentNode(.string($0)) }))
            matcher = DocumentNode(.mapping([DocumentNode.Entry(key: "spkiSha256", value: list)]))
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("match")
            writer.document(matcher)
            writer.member("reason", reason)
            writer.member("until", until)
        }
        return writer.bytes
    }

    /// Returns the digest of the key of the first certificate in a file.
    private static func pin(in file: String) throws(CommandFailure) -> String {
        let bytes = try InputFile.bytes(of: file)
        let certificates: [Certificate]
        do throws(CertificateReadingError) {
            certificates = try OpenSSLCertificateReader().certificates(in: bytes, limits: CertificateLimits())
        } catch {
            throw CommandFailure(["\(QuotedText.printable(file)): \(error)"])
        }
        guard let first = certificates.first else {
            throw CommandFailure(["\(QuotedText.printable(file)) has no certificate"])
        }
        return first.facts.publicKeyFingerprint.pin
    }
}
