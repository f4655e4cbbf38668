import ArgumentParser
import StructuredDocuments
import TLSChainClient
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustService

struct PinsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pins",
        abstract: "Recommends which public keys of a chain to pin.",
        discussion: """
            Prints whether to pin the key of each certificate, until when each pin will match, which keys to pin \
            together, and the keys of a policy with these pins, if at least two can be pinned. --json prints the response of POST /v1/certificates. For public \
            keys without certificates, only the pins are printed.

            Pin keys rather than certificates, and the key of the issuing CA rather than that of the leaf. Always pin \
            at least two keys, so that each of them can be replaced.

            The certificate of a server is not verified: an attacker on the network can present other certificates. \
            Compare the pins with another source before you use them. If the server does not complete the handshake, a line \
            on standard error shows whether it proved that it has the key of its certificate. The TLS handshake sends the server's name (SNI).

            Exit status: 0 for success, 2 if the command line or an input file is invalid, the server presents no \
            certificates, or the output cannot be written.

              anchord pins chain.pem
              anchord pins backup.pub
              anchord pins example.com:443
              anchord pins mail.example.com:25 --starttls smtp
              anchord pins '[2001:db8::1]:8443' --timeout 3s --json
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A PEM or DER file of certificates and public keys, - for standard input, or a server, as HOST:PORT, HOST or "
                + "https://HOST/. If a file with that name exists, the file is read.",
            valueName: "source"
        )
    )
    var source: String
    @Flag(help: "Print JSON instead of text.") var json = false
    @OptionGroup var server: ServerOptions

    func run() throws {
        let endpoint = try server.endpoint(orFile: source)
        let materials = try materials(of: endpoint)
        let certificates = materials.compactMap { material in
            if case .certificate(let certificate) = material { certificate } else { nil }
        }
        let keys = materials.compactMap { material in
            if case .publicKey(let fingerprint) = material { fingerprint } else { nil }
        }
        let now = WallClock.now().instant
        let plan = certificates.isEmpty ? nil : try EvaluationComponents().pinPlan(for: certificates, at: now)
        if json {
            let object = ChainDescription.json(certificates, plan: plan, publicKeys: keys, at: now)
            try StandardStream.writeResult(String(decoding: object, as: UTF8.self) + "\n")
        } else {
            let sections = [
                endpoint.map {
                    "Certificates from \($0), not verified: compare the pins with another source before you "
                        + "use them.\n"
                } ?? "",
                plan.map(PinPlanEncoder.text) ?? "",
                keys.map { "\($0.pin)\n" }.joined(),
            ]
            try StandardStream.writeText(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
        }
    }

    private func materials(of endpoint: TLSEndpoint?) throws(CommandFailure) -> [PinMaterial] {
        guard let endpoint else {
            let name = source == "-" ? "standard input" : source
            return try read(try InputFile.bytes(of: source), name: name)
        }
        let name = server.indicatedName(for: endpoint)
        let shown = try server.unverifiedChain(of: endpoint, serverName: name, orFile: source)
        var materials: [PinMaterial] = []
        for (position, der) in shown.certificates.enumerated() {
            materials += try read(der, name: "certificate \(position) of \(endpoint)")
        }
        return materials
    }

    private func read(_ bytes: [UInt8], name: String) throws(CommandFailure) -> [PinMaterial] {
        do throws(CertificateReadingError) {
            return try OpenSSLCertificateReader().pinMaterials(in: bytes, limits: CertificateLimits())
        } catch {
            throw CommandFailure([QuotedText.printable("\(name): \(error)")])
        }
    }
}
