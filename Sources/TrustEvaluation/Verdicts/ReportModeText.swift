import TrustModel

/// Describes the errors that a policy in report mode allows, for operators and in verdicts.
package enum ReportModeText {
    /// Returns one sentence about the errors that a policy does not enforce.
    package static func consequence(of policy: TrustPolicy) -> String {
        consequence(reportingChains: policy.reportsChains)
    }

    /// Returns one sentence about the errors that report mode does not enforce.
    package static func consequence(reportingChains: Bool) -> String {
        reportingChains
            ? "The policy is in report mode with `reportChains`: it allows nearly every chain, even a forged one."
            : "The policy is in report mode: on a path that is otherwise accepted, errors about pins, the policy's own rules "
                + "and form are only reported."
    }
}
