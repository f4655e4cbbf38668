import ArgumentParser

/// Which daemon is measured.
struct DaemonOption: ParsableArguments {
    @Option(help: ArgumentHelp("The daemon; one that is named is not built.", valueName: "path"))
    var anchord = ".build/release/anchord"
}
