import ArgumentParser

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves evaluations over HTTP until SIGTERM or SIGINT.",
        discussion: """
            Flags override environment variables, environment variables override the configuration file, and the file \
            overrides the defaults. The variable for limits.bodyBytes is ANCHORD_LIMITS_BODY_BYTES; commas separate \
            the items of a list. --config or ANCHORD_CONFIG names the file. Without them, \
            \(ConfigurationReader.defaultFile) is used if it exists. Unknown keys and variables are errors. The log \
            is written to standard error.

            SIGHUP reloads the policies; if the reload fails, the current policies remain in use. On SIGTERM or \
            SIGINT, the daemon stops accepting connections and completes active requests within timeouts.shutdown; a \
            second signal stops it immediately.

            Sockets passed by systemd (LISTEN_FDS) replace the default address, or are used in addition to configured \
            addresses. The daemon sends READY=1, RELOADING=1, STOPPING=1 and, with WATCHDOG_USEC, WATCHDOG=1 to \
            NOTIFY_SOCKET.

            Exit status: 0 if all requests were answered, 1 if the daemon failed to start or aborted requests, 2 if \
            the command line or the configuration is invalid, or the output of --print-config cannot be written.

              anchord serve
              anchord serve --config anchord.yaml --print-config
              anchord serve --listen unix:/run/anchord.sock --policies ./policies
            """
    )

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Flag(help: "Print the effective configuration as YAML, with the source of each value, and exit.")
    var printConfig = false
    @OptionGroup(title: "Configuration") var flags: ConfigurationFlags

    func run() throws {
        let environment = EnvironmentVariables.all()
        let effective = try EffectiveConfiguration.read(config, environment: environment, flags: flags.given)
        if printConfig {
            try StandardStream.writeResult(ConfigurationText.effective(effective))
        } else {
            let status = Daemon.run(effective, environment: environment)
            if status != .done { throw ExitCode(status.rawValue) }
        }
    }
}
