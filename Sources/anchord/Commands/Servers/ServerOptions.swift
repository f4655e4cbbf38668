import ArgumentParser
import StructuredDocuments
import TLSChainClient
import TrustEvaluation
import TrustModel
import TrustOpenSSL

/// The options of the commands that connect to a TLS server.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The DNS name to send in the TLS handshake (SNI). (default: the host of the server)",
            valueName: "name"
        )
    )
    var serverName: String?
    @Option(
        name: .customLong("starttls"),
        help: ArgumentHelp("The protocol in which to ask the server to start TLS.", valueName: "protocol")
    )
    var startTLS: StartTLS?
    @Option(
        help: ArgumentHelp(
            "The maximum time from the name resolution to the end of the TLS handshake, 1s to 300s.",
            valueName: "time"
        )
    )
    var timeout = "10s"

    func validate() throws {
        if Self.seconds(timeout) == nil {
            throw ValidationError("\(QuotedText.of(timeout)) is not a valid timeout: expected 1s to 300s.")
        }
        if let serverName { _ = try Self.dnsName(serverName) }
    }

    /// Returns the server that an argument names, or nil if the argument is a file or `-`.
    func endpoint(orFile source: String) throws(CommandFailure) -> TLSEndpoint? {
        if source == "-" || InputFile.exists(source) {
            guard startTLS == nil, serverName == nil else {
                let what = source == "-" ? "standard input" : "the file \(QuotedText.of(source))"
                throw CommandFailure(["--starttls and --server-name require a server, found \(what)"])
            }
            return nil
        }
        return try endpoint(
            source,
            else: "neither a file nor a server: there is no such file, and a server is written as"
        )
    }

    /// Returns the server that an argument names.
    func endpoint(
        _ source: String,
        else alternative: String = "not a server, which is written as"
    ) throws(CommandFailure) -> TLSEndpoint {
        let endpoint: TLSEndpoint?
        do throws(HostNameError) {
            endpoint = try TLSEndpoint(source, defaultPort: startTLS == nil ? 443 : nil, names: IDN2Names())
        } catch {
            throw CommandFailure(["the host of \(QuotedText.of(source)) \(error.reason)"])
        }
        if let endpoint { return endpoint }
        let forms = startTLS == nil ? "HOST:PORT, HOST or https://HOST/" : "HOST:PORT with --starttls"
        throw CommandFailure(["\(QuotedText.of(source)) is \(alternative) \(forms)"])
    }

    /// Returns the certificates that a server sends, or those in a file, unverified.
    func certificates(orFile source: String) throws(CommandFailure) -> [Certificate] {
        guard let endpoint = try endpoint(orFile: source) else {
            let name = source == "-" ? "standard input" : source
            return try Self.certificates(in: try InputFile.bytes(of: source), name: name)
        }
        let shown = try unverifiedChain(of: endpoint, serverName: indicatedName(for: endpoint), orFile: source)
        var certificates: [Certificate] = []
        for (position, der) in shown.certificates.enumerated() {
            certificates += try Self.certificates(in: der, name: "certificate \(position) of \(endpoint)")
        }
        return certificates
    }

    private static func certificates(in bytes: [UInt8], name: String) throws(CommandFailure) -> [Certificate] {
        do throws(CertificateReadingError) {
            return try OpenSSLCertificateReader().certificates(in: bytes, limits: CertificateLimits())
        } catch {
            throw CommandFailure([QuotedText.printable("\(name): \(error)")])
        }
    }

    /// Chooses the DNS name for the server name indication, which cannot be an address (RFC 6066 section 3).
    ///
    /// - Parameters:
    ///   - endpoint: the server, whose host is the last choice.
    ///   - host: the name that the certificate must have, if the caller knows one; used if it is a DNS name.
    /// - Returns: the name in A-labels; nil to send none.
    func indicatedName(for endpoint: TLSEndpoint, host: String? = nil) -> String? {
        if let serverName { return try? Self.dnsName(serverName) }
        let expected = host.flatMap { text in try? HostName(text, names: IDN2Names()) }
        for case .dns(let name) in [expected, endpoint.host] { return name }
        return nil
    }

    /// Connects to a server and returns what it presents.
    ///
    /// - Parameters:
    ///   - endpoint: the server.
    ///   - serverName: the name in the handshake; nil to send none.
    ///   - source: the argument, if it may have been meant as a file.
    /// - Returns: the chain and the evidence.
    /// - Throws: ``CommandFailure`` if it presents no certificate before the timeout.
    func presentedChain(
        of endpoint: TLSEndpoint,
        serverName: String?,
        orFile source: String? = nil
    ) throws(CommandFailure) -> PresentedChain {
        let fetcher = TLSChainFetcher(timeout: .seconds(Self.seconds(timeout) ?? 10), startTLS: startTLS)
        do throws(TLSChainError) {
            return try fetcher.presentedChain(of: endpoint, serverName: serverName)
        } catch {
            let bare = source.flatMap { $0.contains(":") ? nil : "there is no file \(QuotedText.of($0)), and " }
            throw CommandFailure([QuotedText.printable("\(bare ?? "")\(endpoint) \(error.reason)")])
        }
    }

    /// Connects to a server and returns what it presents, with a note on standard error if the handshake was interrupted.
    ///
    /// - Throws: ``CommandFailure`` if it presents no certificate before the timeout.
    func unverifiedChain(
        of endpoint: TLSEndpoint,
        serverName: String?,
        orFile source: String? = nil
    ) throws(CommandFailure) -> PresentedChain {
        let chain = try presentedChain(of: endpoint, serverName: serverName, orFile: source)
        if let note = chain.interruptionNote(of: endpoint) { StandardStream.writeMessage("anchord: \(note)\n") }
        return chain
    }

    private static func dnsName(_ text: String) throws -> String {
        do throws(HostNameError) {
            guard case .dns(let name) = try HostName(text, names: IDN2Names()) else {
                throw HostNameError("is an IP address, which TLS does not permit there")
            }
            return name
        } catch {
            throw ValidationError("The server name \(QuotedText.of(text)) \(error.reason).")
        }
    }

    /// Parses a timeout in seconds; returns nil if it is malformed or out of range.
    private static func seconds(_ text: String) -> Int64? {
        let value = DocumentValue(DocumentNode(.string(text)), issues: DocumentIssues())
        return value.duration().flatMap { (1...300).contains($0) ? $0 : nil }
    }
}

extension StartTLS: ExpressibleByArgument {}
