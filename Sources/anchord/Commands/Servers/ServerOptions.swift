import ArgumentParser
import StructuredDocuments
import TLSChainClient
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
        return try endpoint(source, else: "neither a file nor a server in the form host:port")
    }

    /// Returns the server that an argument names.
    func endpoint(
        _ source: String,
        else alternative: String = "not in the form host:port"
    ) throws(CommandFailure)
        -> TLSEndpoint
    {
        let endpoint: TLSEndpoint?
        do throws(HostNameError) {
            endpoint = try TLSEndpoint(source, names: IDN2Names())
        } catch {
            throw CommandFailure(["the host of \(QuotedText.of(source)) \(error.reason)"])
        }
        guard let endpoint else { throw CommandFailure(["\(QuotedText.of(source)) is \(alternative)"]) }
        return endpoint
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
    /// - Throws: ``CommandFailure`` if it presents no certificate before the timeout.
    func presentedChain(of endpoint: TLSEndpoint, serverName: String?) throws(CommandFailure) -> PresentedChain {
        let fetcher = TLSChainFetcher(timeout: .seconds(Self.seconds(timeout) ?? 10), startTLS: startTLS)
        do throws(TLSChainError) {
            return try fetcher.presentedChain(of: endpoint, serverName: serverName)
        } catch {
            throw CommandFailure([QuotedText.printable("\(endpoint) \(error.reason)")])
        }
    }

    /// Connects to a server and returns what it presents, with a note on standard error if the handshake was interrupted.
    ///
    /// - Throws: ``CommandFailure`` if it presents no certificate before the timeout.
    func unverifiedChain(of endpoint: TLSEndpoint, serverName: String?) throws(CommandFailure) -> PresentedChain {
        let chain = try presentedChain(of: endpoint, serverName: serverName)
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
