import TrustEvaluation
import TrustIdentities
import TrustModel
import TrustPolicies

extension MetricFamily {
    /// Policies and the system trust store.
    static let policies = [
        MetricFamily(
            "anchord_policy_reloads_total",
            help: "Policy reloads, by result.",
            label: "result",
            values: ["success": \.policies.successfulReloads, "failure": \.policies.failedReloads]
        ),
        MetricFamily("anchord_policy_last_reload_successful", help: "0 if the last reload failed, otherwise 1.") {
            $0.policies.lastReloadError == nil ? 1 : 0
        },
        MetricFamily(
            "anchord_policy_loaded_timestamp_seconds",
            help: "The time at which the current policies were loaded."
        ) { Int($0.policies.loadedAt.secondsSince1970) },
        MetricFamily("anchord_policy_sets", help: "Policy sets in use.", details: "The built-in set is included.") {
            $0.snapshot.sets.count
        },
        MetricFamily("anchord_blocks", help: "Blocks in force.", details: "See <doc:Blocks>.") { source in
            source.snapshot.definedBlocks.count { $0.block.isInForce(at: source.now) }
        },
        MetricFamily("anchord_system_anchors", help: "System trust anchors in use.") {
            $0.snapshot.systemAnchorsReport.count
        },
        MetricFamily(
            "anchord_system_anchors_unreadable",
            help: "Certificates of the system trust store that cannot be parsed."
        ) { $0.snapshot.systemAnchorsReport.unreadable.count },
        MetricFamily("anchord_system_anchors_constrained", help: "System trust anchors with constraints.") {
            $0.snapshot.constrainedSystemAnchors
        },
        MetricFamily(
            "anchord_policy_unapplied_anchor_constraints",
            help: "Constraints of system trust anchors that policies do not apply to their own copies.",
            details: "See `unappliedAnchorConstraints` in `/v1/status`."
        ) { $0.snapshot.unappliedConstraints.count },
        MetricFamily("anchord_system_anchors_expired", help: "System trust anchors that have expired.") { source in
            source.snapshot.systemAnchors.certificates.count { $0.facts.notAfter.map { $0 < source.now } ?? false }
        },
        MetricFamily(
            "anchord_policy_expiry_timestamp_seconds",
            help: "The earliest time at which a part of the policy set ends, by kind of part.",
            labels: MetricLabels(policySets, MetricLabels("kind", PolicyExpiration.Kind.self)),
            details: "See <doc:Operations#Expirations>."
        ) { _, labels in labels.0.earliestEnds[labels.1].map { Int($0.secondsSince1970) } },
    ]

    private static let policySets = MetricLabels("set", description: "the name of the policy set", text: \.name) {
        $0.snapshot.sets
    }

    /// Client identities; the families have no samples for callers who may not see identities.
    static let identities = [
        MetricFamily(
            "anchord_identity_expiry_timestamp_seconds",
            help: "The end of the validity of the identity's certificate.",
            labels: configuredIdentities,
            details: identityReaders
        ) { _, entry in entry.identity.map { Int($0.notAfter.secondsSince1970) } },
        MetricFamily(
            "anchord_identity_last_load_successful",
            help: "0 if the identity could not be loaded at startup or the last reload, otherwise 1.",
            labels: configuredIdentities,
            details: identityReaders
        ) { _, entry in entry.lastError == nil ? 1 : 0 },
        MetricFamily(
            "anchord_signatures_total",
            help: "Attempts to sign with identities, by identity and outcome.",
            labels: MetricLabels(signingIdentities, signatureOutcomes),
            details: identityReaders
        ) { $0.signatures[SignatureMetrics.Key(identity: $1.0, outcome: $1.1)] },
    ]

    private static let identityReaders = "Only for clients with the right `read` that are not anonymous."

    private static let identityName = "the name of the identity"
    private static let configuredIdentities = MetricLabels(
        "identity",
        description: identityName,
        text: \.configuration.name
    ) { $0.identities }
    private static let signingIdentities = MetricLabels("identity", description: identityName, text: \.self) {
        Set($0.signatures.keys.map(\.identity)).sorted()
    }
    private static let signatureOutcomes = MetricLabels(
        "outcome",
        ([SignatureMetrics.signed] + ProblemCode.allCases.map(\.rawValue)).sorted(),
        description: "`\(SignatureMetrics.signed)`, or the code of the problem",
        text: \.self
    )
}
