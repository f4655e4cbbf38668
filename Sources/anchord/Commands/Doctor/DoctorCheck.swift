import TrustModel

/// The input of the checks, with a valid configuration.
struct DoctorContext {
    let effective: EffectiveConfiguration
    /// The configuration file as named on the command line, for commands in fixes.
    let file: String?
    let now: Instant

    var values: Configuration { effective.values }

    /// The end of a command that reads the same configuration file.
    var option: String { file.map { " --config \($0)" } ?? "" }
}

/// A check of one part of the installation.
protocol DoctorCheck: Sendable {
    /// Returns at least one finding.
    func findings(in context: DoctorContext) -> [DoctorFinding]
}
