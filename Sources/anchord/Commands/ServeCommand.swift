import ArgumentParser
import StructuredDocuments
import TrustPolicies

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves evaluations over HTTP until SIGTERM or SIGINT.",
        discussion: """
            Flags override environment variables, environment variables override the configuration file, and the file \
            overrides the defaults. The variable for limits.bodyBytes is ANCHORD_LIMITS_BODY_BYTES; commas separate \
            the items of a list. --config or ANCHORD_CONFIG names the file. Without them, \
            \(ConfigurationReader.defaultFile) is used if it exists. Unknown keys are errors, and so are \
            variables whose names resemble those of keys; other variables that begin with ANCHORD_ are ignored with a warning. The \
            log is written to standard error.

            SIGHUP reloads the policies; if the reload fails, the current policies remain in use. On SIGTERM or \
            SIGINT, the daemon stops accepting connections and completes active requests within timeouts.shutdown; a \
            second signal stops it immediately.

            Sockets passed by systemd (LISTEN_FDS) replace the default address, or are used in addition to configured \
            addresses. The daemon sends READY=1, RELOADING=1, STOPPING=1 and, with WATCHDOG_USEC, WATCHDOG=1 to \
            NOTIFY_SOCKET.

            --check reads the configuration, the policies and the identities, looks at the addresses, prints each problem on one \
            line, and exits. It listens on no address and changes nothing, so that a daemon may be running. Run it as the user of \
            the daemon, whose files it reads and whose rights matter.

            Exit status: 0 if all requests were answered or --check found no problem, 1 if the daemon failed to start or \
            aborted requests, or a policy or an identity is invalid, 2 if the command line or the configuration is invalid, or the \
            output of --print-config cannot be written.

              anchord serve
              anchord serve --config anchord.yaml --print-config
              anchord serve --config anchord.yaml --check
              anchord serve --listen unix:/run/anchord/anchord.sock --policies ./policies
            """
    )

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Flag(help: "Print the effective configuration as YAML, with the source of each value, and exit.")
    var printConfig = false
    @Flag(help: "Check whether the daemon would start, and exit; it listens on no address.") var check = false
    @OptionGroup(title: "Configuration") var flags: ConfigurationFlags

    func validate() throws {
        if printConfig, check { throw ValidationError("--print-config and --check cannot be combined.") }
    }

    func run() throws {
        guard printConfig || check else { return try Self.serve(config, flags: flags.given) }
        let effective = try EffectiveConfiguration.read(
            config,
            environment: EnvironmentVariables.all(),
            flags: flags.given,
            checksAccounts: !printConfig
        )
        if printConfig {
            try StandardStream.writeResult(ConfigurationText.effective(effective))
        } else {
            try report(StartupCheck(effective), effective)
        }
    }

    /// Runs the daemon until a signal stops it.
    static func serve(_ config: String?, flags: [(key: ConfigurationKey, texts: [String])] = []) throws {
        let environment = EnvironmentVariables.all()
        let effective = try EffectiveConfiguration.read(
            config,
            environment: environment,
            flags: flags,
            checksAccounts: true
        )
        let status = Daemon.run(effective, environment: environment)
        if status != .done { throw ExitCode(status.rawValue) }
    }

    private func report(_ check: StartupCheck, _ effective: EffectiveConfiguration) throws {
        let lines = check.warnings.map { "warning: \($0)" } + check.problems
        StandardStream.writeMessage(lines.map { QuotedText.printable($0) + "\n" }.joined())
        guard check.problems.isEmpty else { throw ExitCode(check.status.rawValue) }
        let sets = check.snapshot?.sets.count ?? 0
        try StandardStream.writeResult("the daemon can start: \(sets) policy set\(sets == 1 ? "" : "s")\n")
    }
}
