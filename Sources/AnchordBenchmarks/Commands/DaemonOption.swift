import ArgumentParser

struct DaemonOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("The daemon to measure. Without this option, the daemon is built first.", valueName: "path")
    )
    var anchord = ".build/release/anchord"
}
