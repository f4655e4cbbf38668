import ArgumentParser

/// `anchord serve`.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves evaluations over HTTP until SIGTERM or SIGINT.",
        discussion: """
            Settings come from flags, then the environment (ANCHORD_LIMITS_BODY_BYTES for limits.bodyBytes; commas \
            between the items of a list), then the file, then their defaults. The file is the one that --config or \
            ANCHORD_CONFIG names, or else \(ConfigurationReader.defaultFile) where it exists. An unknown key or \
            variable is an error. Log lines go to the standard error stream.

            SIGHUP reloads the policies; on any error the last good ones stay. SIGTERM and SIGINT stop accepting and \
            let requests under way finish (timeouts.shutdown); a second one ends at once.

            With systemd: sockets that it passes (LISTEN_FDS) are served, in place of the default address or besides \
            those that were set; NOTIFY_SOCKET is told READY=1, RELOADING=1 and STOPPING=1.

            Exit status: 0 ended with every request answered, 1 could not start or cut requests, 2 the command line \
            or the configuration is wrong.

              anchord serve
              anchord serve --config anchord.yaml --print-config
              anchord serve --listen unix:/run/anchord.sock --policies ./policies
            """
    )

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Flag(help: "Print the configuration in effect as YAML, each value with where it came from, and end.")
    var printConfig = false
    @OptionGroup(title: "Configuration") var flags: ConfigurationFlags

    func run() throws {
        let environment = EnvironmentVariables.all()
        let effective = try configuration(environment: environment)
        if printConfig {
            StandardStream.output.write(ConfigurationText.effective(effective))
        } else {
            let status = Daemon.run(effective, environment: environment)
            if status != .done { throw ExitCode(status.rawValue) }
        }
    }

    private func configuration(environment: [String: String]) throws(CommandFailure) -> EffectiveConfiguration {
        let variable = environment[ConfigurationReader.fileVariable].flatMap { $0.isEmpty ? nil : $0 }
        let named = config ?? variable
        let standard = InputFile.exists(ConfigurationReader.defaultFile) ? ConfigurationReader.defaultFile : nil
        var file: (path: String, bytes: [UInt8])?
        if let path = named ?? standard { file = (path, try InputFile.bytes(of: path)) }
        do {
            return try ConfigurationReader.read(file: file, environment: environment, flags: flags.given)
        } catch {
            throw CommandFailure(error.problems)
        }
    }
}
