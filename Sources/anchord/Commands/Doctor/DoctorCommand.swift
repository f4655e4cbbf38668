import ArgumentParser
import StructuredDocuments
import TrustModel

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Checks the installation and the running daemon, and advises on what is wrong.",
        discussion: """
            Checks the configuration, the policies, the system trust store, the clock, the sockets with the rights of this user, \
            the fetcher, what ends within 30 days, the units of systemd, and the libraries. Prints a line for each finding: \
            ok, warn or fail, the check, and what was found. After warn and fail, a line says how to correct it.

            The configuration is read from the same sources as by serve, except for its flags. Nothing is changed, and nothing is \
            fetched from the network. Run the command as a client to find out whether this client can connect, and as the \
            user of the daemon to find out whether the daemon can read its files.

            Exit status: 0 if nothing failed, 1 if something failed, 2 if the command line is invalid or the output cannot be \
            written.

              anchord doctor
              anchord doctor --config /etc/anchord/anchord.yaml --json
              runuser -u anchord -- anchord doctor
            """
    )

    @Option(help: ArgumentHelp("The configuration file.", valueName: "file")) var config: String?
    @Flag(help: "Print JSON instead of text.") var json = false

    /// The checks that need a valid configuration, in the order of the output.
    private static let configured: [any DoctorCheck] = [
        PoliciesCheck(), AnchorsCheck(), ClockCheck(), SocketsCheck(), FetcherCheck(), ExpirationsCheck(), UnitsCheck(),
    ]

    func run() throws {
        let configuration = ConfigurationCheck(file: config)
        var findings = configuration.findings
        if let effective = configuration.effective {
            let context = DoctorContext(effective: effective, file: config, now: WallClock.now().instant)
            findings += Self.configured.flatMap { $0.findings(in: context) }
        }
        let report = DoctorReport(findings: findings + LibrariesCheck().findings)
        try json ? StandardStream.writeResult(json: report.json + [0x0A]) : StandardStream.write(lines: report.lines)
        if report.count(.fail) > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
    }
}
