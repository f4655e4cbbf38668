import StructuredDocuments
import TrustAPI
import TrustEvaluation
import TrustModel
import TrustPolicies
import TrustService

/// The policies that a command reads as a daemon would, by options of the command line and a configuration file.
struct PolicySource {
    let effective: EffectiveConfiguration
    let parts: EvaluationComponents
    let snapshot: PolicySnapshot

    /// Loads the policies; without a configuration file, scripts and the network are permitted.
    ///
    /// - Throws: ``CommandFailure`` with all problems of the policies, each as one line, or if a proxy cannot use its policy.
    init(_ effective: EffectiveConfiguration, hasFile: Bool) throws {
        self.effective = effective
        parts = try hasFile ? EvaluationComponents(effective.values) : EvaluationComponents()
        snapshot = try parts.loader(effective.values, floorsPlace: effective.place(of: .floors)).snapshotForCommand()
    }

    /// Returns the configuration with the options of the command line, as if they were flags of the daemon.
    ///
    /// With `readsConfiguration`, a nil `config` stands for the file that the daemon would read.
    static func effective(
        _ config: String?,
        readsConfiguration: Bool,
        directory: String?,
        systemAnchors: String? = nil,
        anchorConstraints: [String] = [],
        floors: String? = nil,
        logList: String? = nil
    ) throws(CommandFailure) -> EffectiveConfiguration {
        let given: [(key: ConfigurationKey, texts: [String])] = [
            (.policies, directory), (.systemAnchors, systemAnchors), (.floors, floors), (.logList, logList),
        ].compactMap { key, text in text.map { (key, [$0]) } }
        let constraints =
            anchorConstraints.isEmpty ? [] : [(key: ConfigurationKey.anchorConstraints, texts: anchorConstraints)]
        if readsConfiguration {
            return try .read(config, environment: EnvironmentVariables.all(), flags: given + constraints)
        }
        do throws(ConfigurationError) {
            return try ConfigurationReader.read(file: nil, environment: [:], flags: given + constraints)
        } catch {
            throw CommandFailure(error.problems)
        }
    }

    /// Creates evaluations that only select policies.
    func evaluations() throws(CommandFailure) -> Evaluations {
        let values = effective.values
        return try parts.evaluations(
            budget: WorkBudget(values.limits),
            limits: CertificateLimits(values.limits),
            allowsInlinePolicies: values.inlinePolicies
        )
    }
}
