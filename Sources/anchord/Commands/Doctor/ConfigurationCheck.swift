import StructuredDocuments

/// Reads the configuration as the daemon does, with its users and groups.
struct ConfigurationCheck {
    private static let name = "configuration"

    let findings: [DoctorFinding]
    /// The configuration; nil if it is invalid.
    let effective: EffectiveConfiguration?

    init(file: String?) {
        do throws(CommandFailure) {
            let read = try EffectiveConfiguration.read(
                file,
                environment: EnvironmentVariables.all(),
                flags: [],
                checksAccounts: true
            )
            effective = read
            findings =
                [.ok(Self.name, "it is valid")]
                + read.warnings.map {
                    .warn(Self.name, $0, fix: "correct the name, or remove the variable from the environment")
                }
        } catch {
            effective = nil
            let advice = "correct it, and run `anchord doctor` again: most other checks need a valid configuration"
            findings = error.messages.map { .fail(Self.name, $0, fix: advice) }
        }
    }
}
