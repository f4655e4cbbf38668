import ArgumentParser
import StructuredDocuments
import TrustPolicies

/// The options that name chains, the policy that decides, and the evidence besides that of servers.
struct ChainOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The chain, leaf first: a PEM or DER file, - for standard input, or a server, as HOST:PORT, HOST or "
                + "https://HOST/. Put IPv6 addresses in brackets. If a file with that name exists, the file is read.",
            valueName: "chain"
        )
    )
    var chains: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file of servers to evaluate, one in each line; - for standard input. A # begins a comment.",
            valueName: "file"
        )
    )
    var hosts: String?
    @Option(
        help: ArgumentHelp(
            "The DNS name or IP address that the leaf must be valid for. Required by most policies. "
                + "(default for a server: the server name)",
            valueName: "host"
        )
    )
    var host: String?
    @Option(
        help: ArgumentHelp(
            "The policy, as SET or SET/POLICY. (default without --policies: system)",
            valueName: "policy"
        )
    )
    var policy: String?
    @Option(
        help: ArgumentHelp(
            "A file of trust anchors, which replace the system trust store in the default policy. Repeatable.",
            valueName: "file"
        )
    )
    var anchors: [String] = []
    @Option(
        help: ArgumentHelp(
            "The policy directory; requires --policy, or --anchors with --floors. (default: none, only the built-in "
                + "policy set)",
            valueName: "directory"
        )
    )
    var policies: String?
    @Option(help: .floors) var floors: String?
    @Option(help: .logList) var logList: String?
    @Option(
        help: ArgumentHelp(
            "A file of CA certificates that the chain may lack. None becomes an anchor, as with `openssl verify "
                + "-untrusted`. Repeatable.",
            valueName: "file"
        )
    )
    var intermediates: [String] = []
    @Option(help: .systemAnchors) var systemAnchors = Configuration().systemAnchors
    @Option(help: .anchorConstraints) var anchorConstraints: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file of CRLs in PEM or DER, used in addition to those of the policy. Repeatable.",
            valueName: "file"
        )
    )
    var crl: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file with one OCSP response in DER, such as a stapled one. Repeatable.",
            valueName: "file"
        )
    )
    var ocsp: [String] = []
    @Option(
        help: ArgumentHelp(
            "A file with one certificate timestamp or a list of them, in the encoding of TLS. Repeatable.",
            valueName: "file"
        )
    )
    var sct: [String] = []
    @OptionGroup var server: ServerOptions

    /// Rejects combinations of the options that choose the policy.
    func validate() throws {
        if policy != nil, !anchors.isEmpty {
            throw ValidationError("--policy and --anchors cannot be combined: --anchors implies the default policy.")
        }
        if policies != nil, !anchors.isEmpty, floors == nil {
            throw ValidationError(
                "--policies has no effect with --anchors, which implies the default policy: leave one of them out, or "
                    + "name the set whose policies must accept the chain too with --floors."
            )
        }
        if let policy, PolicyName(policy) == nil {
            throw ValidationError("\(QuotedText.of(policy)) is not a policy name: expected SET or SET/POLICY.")
        }
    }

    /// Rejects a command line without chains, or with standard input more than once.
    func validateChains() throws {
        if chains.isEmpty, hosts == nil {
            throw ValidationError(
                "Missing expected argument '<chain>'. To evaluate the servers of a file, use --hosts."
            )
        }
        let readers = chains.count { $0 == "-" } + (hosts == "-" ? 1 : 0)
        if readers > 1 { throw ValidationError("Only one argument can be -, because standard input is read once.") }
    }

    /// The chains of the command line, then those of the servers in its file.
    func sources() throws(CommandFailure) -> [ChainSource] {
        let listed = try hosts.map { file throws(CommandFailure) in try HostList.servers(in: file) } ?? []
        return chains.map { .any($0) } + listed.map { .server($0) }
    }
}
