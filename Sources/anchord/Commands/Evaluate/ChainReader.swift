import StructuredDocuments
import TLSChainClient
import TrustEvaluation
import TrustModel
import TrustOpenSSL

/// A chain that a command line names.
enum ChainSource {
    /// A file, `-` or a server.
    case any(String)
    /// A server, even if a file has its name.
    case server(String)

    /// The text on the command line or in a list.
    var text: String {
        switch self {
        case .any(let text), .server(let text): text
        }
    }
}

/// A chain with the evidence that its server sent.
struct ChainMaterial {
    var certificates: [Certificate]
    var responses: [OCSPResponse] = []
    var timestamps: [TimestampElement] = []
    /// Circumstances that a verdict does not show, one line each.
    var notes: [String] = []
    /// The encoded list of timestamps; nil if the server sent none that is readable.
    var timestampList: [UInt8]?
}

/// Reads chains from files and servers with the options of a command line.
struct ChainReader: Sendable {
    let options: ChainOptions
    let inputs: EvaluationInputs

    /// Returns the server that a source names; nil for a file.
    func endpoint(of source: ChainSource) throws(CommandFailure) -> TLSEndpoint? {
        switch source {
        case .any(let text): try options.server.endpoint(orFile: text)
        case .server(let text): try options.server.endpoint(text)
        }
    }

    /// Checks the host with which a server's certificate is compared.
    ///
    /// - Throws: ``CommandFailure`` if it is not a host name or address.
    func check(_ host: String?) throws(CommandFailure) {
        guard let host else { return }
        do throws(HostNameError) {
            _ = try HostName(ofBounded: host, names: IDN2Names())
        } catch {
            throw CommandFailure(["the host \(QuotedText.of(host)) \(error.reason)"])
        }
    }

    /// Returns the host with which the leaf is compared; nil if none is given.
    func host(ofServer endpoint: TLSEndpoint?) -> String? {
        options.host ?? endpoint.map { options.server.indicatedName(for: $0) ?? $0.host.description }
    }

    /// Returns the chain of a file, or the chain and the evidence that a server sends.
    func material(of source: ChainSource, _ endpoint: TLSEndpoint?) throws(CommandFailure) -> ChainMaterial {
        guard let endpoint else {
            return ChainMaterial(
                certificates: try inputs.certificates(inFile: source.text, limits: CertificateLimits())
            )
        }
        let name = options.server.indicatedName(for: endpoint, host: options.host)
        let file: String? = if case .any(let text) = source { text } else { nil }
        let presented = try options.server.presentedChain(of: endpoint, serverName: name, orFile: file)
        let sent = try ServerChain(presented, of: endpoint, inputs.parts.documents)
        return ChainMaterial(
            certificates: sent.certificates,
            responses: sent.evidence.responses,
            timestamps: sent.timestamps,
            notes: sent.notes,
            timestampList: sent.timestamps.isEmpty ? nil : presented.timestampList
        )
    }
}
