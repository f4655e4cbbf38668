import ArgumentParser

/// The help of options that several commands have.
extension ArgumentHelp {
    /// The help of `--system-anchors`.
    static var systemAnchors: ArgumentHelp {
        ArgumentHelp("The system trust store: a bundle file or a directory.", valueName: "path")
    }

    /// The help of `--floors`.
    static var floors: ArgumentHelp {
        ArgumentHelp(
            "The policy set whose policy for the host must accept the chain too, as `floors` of a daemon.",
            valueName: "set"
        )
    }

    /// The help of `--log-list`.
    static var logList: ArgumentHelp {
        ArgumentHelp(
            "The file with the Certificate Transparency logs, as `evidence.logList` of a daemon.",
            valueName: "file"
        )
    }

    /// The help of `--anchor-constraints`.
    static var anchorConstraints: ArgumentHelp {
        ArgumentHelp(
            "A document with constraints on system anchors, as `evidence.anchorConstraints` of a "
                + "daemon. Repeatable.",
            valueName: "file"
        )
    }
}
