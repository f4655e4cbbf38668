import ArgumentParser
import StructuredDocuments
import TLSChainClient
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustOpenSSL

/// `anchord pins`.
struct PinsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pins",
        abstract: "Plans which keys of a chain to pin.",
        discussion: """
            Says of each certificate whether to pin its key, which keys to pin together, what the next renewals break, \
            and writes a policy. Pin keys rather than certificates, the issuing authority's rather than the leaf's, and \
            always a set, so that any one of them can be replaced. --json writes what POST /v1/certificates answers. Of \
            public keys without certificates only the pins are written.

            A server is asked by TLS with its name and is not verified: whoever stands between may show certificates of \
            their own. Compare with another source before you pin.

            Exit status: 0 done, 2 the command line or a file is wrong, or the server cannot be asked.

              anchord pins chain.pem
              anchord pins backup.pub
              anchord pins example.com:443
              anchord pins '[2001:db8::1]:8443' --timeout 3s --json
            """
    )

    @Argument(
        help: ArgumentHelp(
            "A PEM or DER file of certificates and public keys, - for the standard input, or a server as host:port; an "
                + "IPv6 address in brackets. A file of that name wins.",
            valueName: "source"
        )
    )
    var source: String
    @Option(help: ArgumentHelp("How long a server may take in all, 1s to 300s.", valueName: "time"))
    var timeout = "10s"
    @Flag(help: "Write JSON instead of text.") var json = false

    func validate() throws {
        if Self.duration(timeout) == nil {
            throw ValidationError("\(QuotedText.of(timeout)) is no time to wait: expected 1s to 300s.")
        }
    }

    func run() throws {
        let endpoint = try endpoint()
        let materials = try materials(of: endpoint)
        let certificates = materials.compactMap { material in
            if case .certificate(let certificate) = material { certificate } else { nil }
        }
        let keys = materials.compactMap { material in
            if case .publicKey(let fingerprint) = material { fingerprint } else { nil }
        }
        let now = WallClock.now().instant
        let service = try EvaluationComponents().service(
            budget: WorkBudget(),
            limits: CertificateLimits(),
            allowsInlinePolicies: false
        )
        let plan: PinPlan?
        do throws(LibraryFailure) {
            plan = certificates.isEmpty ? nil : try service.pinPlan(for: certificates, at: now)
        } catch {
            throw CommandFailure([error.reason])
        }
        if json {
            let object = ChainDescription.json(certificates, plan: plan, publicKeys: keys, at: now)
            StandardStream.output.write(String(decoding: object, as: UTF8.self) + "\n")
        } else {
            let sections = [
                endpoint.map { "As shown by \($0), which was not verified: compare before you pin.\n" } ?? "",
                plan.map(PinPlanEncoder.text) ?? "",
                keys.map { "\($0.pin)\n" }.joined(),
            ]
            StandardStream.output.write(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
        }
    }

    /// The server that is meant; nil where a file is.
    private func endpoint() throws(CommandFailure) -> TLSEndpoint? {
        if source == "-" || InputFile.exists(source) { return nil }
        let endpoint: TLSEndpoint?
        do throws(HostNameError) {
            endpoint = try TLSEndpoint(source, names: IDN2Names())
        } catch {
            throw CommandFailure(["the host of \(QuotedText.of(source)) \(error.reason)"])
        }
        guard let endpoint else {
            throw CommandFailure(["\(QuotedText.of(source)) is no file; a server is named as host:port"])
        }
        return endpoint
    }

    private func materials(of endpoint: TLSEndpoint?) throws(CommandFailure) -> [PinMaterial] {
        guard let endpoint else {
            let name = source == "-" ? "the standard input" : source
            return try read(try InputFile.bytes(of: source), name: name)
        }
        let fetcher = TLSChainFetcher(timeout: .seconds(Self.duration(timeout) ?? 10))
        let shown: [[UInt8]]
        do throws(TLSChainError) {
            shown = try fetcher.certificates(of: endpoint)
        } catch {
            throw CommandFailure([QuotedText.printable("\(endpoint) \(error.reason)")])
        }
        var materials: [PinMaterial] = []
        for (position, der) in shown.enumerated() {
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

    /// Seconds within the bounds; nil for anything else.
    private static func duration(_ text: String) -> Int64? {
        let value = DocumentValue(DocumentNode(.string(text)), issues: DocumentIssues())
        return value.duration().flatMap { (1...300).contains($0) ? $0 : nil }
    }
}
