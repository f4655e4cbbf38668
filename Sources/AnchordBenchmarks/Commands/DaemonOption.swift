import ArgumentParser

struct DaemonOption: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon to measure; if given, it is not built first.", valueName: "path"))
    var anchord = ".build/release/anchord"
}
