import MicrohttpdServer
import TrustEvaluation
import TrustModel
import TrustService

extension MetricFamily {
    /// Responses, problems and verdicts.
    static let decisions = [
        MetricFamily(
            "anchord_http_requests_total",
            help: "Responses, by route and status.",
            labels: MetricLabels(routes, statuses)
        ) { source, labels in
            source.decisions.answers.first { $0.route == labels.0 && $0.status == labels.1 }?.count
        },
        MetricFamily(
            "anchord_problems_total",
            help: "Requests and batch items rejected, by problem code.",
            labels: MetricLabels("code", ProblemCode.self, description: "a problem code in openapi.yaml")
        ) { $0.decisions.problems[$1] ?? 0 },
        MetricFamily(
            "anchord_evaluations_total",
            help: "Evaluations, by verdict.",
            labels: MetricLabels("verdict", Verdict.Outcome.self)
        ) { $0.decisions.count(of: $1) },
        MetricFamily(
            "anchord_decisions_total",
            help: "Verdicts given to clients, by policy, verdict and action.",
            labels: MetricLabels(
                MetricLabels(decidingPolicies, MetricLabels("verdict", Verdict.Outcome.self)),
                MetricLabels("action", Verdict.Action.self)
            ),
            details:
                "A policy has samples from its first verdict. `policy` is empty if the set has none for the host. Without "
                + "a set, `inline` is for inline policies, and `other` for those that no longer exist. See "
                + "<doc:Guide#Roll-out-a-stricter-policy>."
        ) { source, labels in source.policyDecisions[labels.0.0]?.count(labels.0.1, labels.1) },
        MetricFamily(
            "anchord_shadow_decisions_total",
            help: "Verdicts of policies with a shadow, by policy, action and action of the shadow.",
            labels: MetricLabels(
                MetricLabels(shadowedPolicies, MetricLabels("action", Verdict.Action.self)),
                MetricLabels("shadow", ShadowMetrics.Treatment.self)
            ),
            details: "`skipped` is for shadows for which no time was left. See <doc:Enforcement#Shadows>."
        ) { source, labels in
            source.shadows[ShadowMetrics.Pair(action: labels.0.1, treatment: labels.1)]?[labels.0.0]
        },
        MetricFamily(
            "anchord_decision_memory_bytes",
            help: "Memory of the last decisions.",
            details: "Limited by `decisions.memory`; 0 if no client may read decisions."
        ) { $0.context.decisionMemory?.bytes ?? 0 },
        MetricFamily(
            "anchord_script_failures_total",
            help: "Calls of scripts that failed, by policy and kind of failure.",
            labels: MetricLabels(scriptPolicies, scriptFailures)
        ) { $0.scripts[ScriptMetrics.Key(policy: $1.0, kind: $1.1)] },
        MetricFamily(
            "anchord_evidence_total",
            help: "Evidence that evaluations used or lacked, by kind, source and outcome.",
            labels: MetricLabels(
                MetricLabels(
                    MetricLabels("method", EvidenceUse.Method.self),
                    MetricLabels("source", EvidenceUse.Source.self)
                ),
                MetricLabels("outcome", EvidenceUse.Outcome.self)
            ),
            details: "See below."
        ) { source, labels in
            let key = EvidenceMetrics.Key(method: labels.0.0, source: labels.0.1, outcome: labels.1)
            return source.evidence[key] ?? (key.isPossible ? 0 : nil)
        },
        MetricFamily(
            "anchord_reasons_total",
            help: "Reasons in verdicts, by code.",
            labels: MetricLabels("code", ReasonCode.all, description: "a code of <doc:Reasons>", text: \.name),
            details: "Warnings and notices are included."
        ) { $0.decisions.reasons[$1] ?? 0 },
        MetricFamily(
            "anchord_batches_total",
            help: "Finished batches, by form and result.",
            labels: MetricLabels(MetricLabels("form", BatchForm.self), MetricLabels("end", HTTPBatchEnd.self)),
            details: "`cut` means aborted by the service, `abandoned` by the client, and `refused` rejected as a whole."
        ) { $0.batches[BatchMetrics.Batch(form: $1.0, end: $1.1)] ?? 0 },
        MetricFamily(
            "anchord_batch_items_total",
            help: "Batch items answered, by kind of answer.",
            label: "answer",
            values: ["verdict": \.context.metrics.batches.verdicts, "problem": \.context.metrics.batches.problems],
            details: "The metrics of evaluations and problems include them too."
        ),
        MetricFamily(
            "anchord_evaluation_duration_seconds",
            help: "Time that workers spent on a request, in all its rounds, without waiting.",
            labels: .none,
            details: "It begins with the last byte of the request, ends with its verdict, and excludes other requests."
        ) { source, _ in source.decisions.evaluationTimes },
    ]

    /// The log of decisions.
    static let decisionLog = [
        MetricFamily(
            "anchord_decisions_written_total",
            help: "Decisions written to the log of decisions.",
            labels: .none,
            details:
                "As all metrics of the log, only with `decisions.directory` or `decisions.journal`. See "
                + "<doc:Operations#The-log-of-decisions>."
        ) { source, _ in source.decisionLog?.written },
        MetricFamily(
            "anchord_decisions_dropped_total",
            help: "Decisions given to clients without a record, because the queue of the log was full.",
            labels: .none,
            details: "Also those whose entry is too long for systemd's journal."
        ) { source, _ in source.decisionLog?.queue.dropped },
        MetricFamily(
            "anchord_decisions_dropped_by_policy_total",
            help: "Decisions given to clients without a record, by policy.",
            labels: droppingPolicies,
            details: "The labels are those of `anchord_decisions_total`; `other` also has decisions without a policy."
        ) { $0.droppedDecisions[$1] },
        MetricFamily(
            "anchord_decisions_refused_total",
            help: "Decisions not given to clients, because the queue of the log was full.",
            labels: .none
        ) { source, _ in source.decisionLog?.queue.refused },
        MetricFamily(
            "anchord_decisions_sampled_out_total",
            help: "Decisions left out of the log.",
            labels: .none,
            details: "Only with `decisions.sample` below 1."
        ) { source, _ in source.decisionLog?.queue.sampledOut },
        MetricFamily(
            "anchord_decision_answers_omitted_total",
            help: "Decisions in the log without the text of their answer, because it was too long or beyond a limit.",
            labels: .none,
            details: "The limit is that for denials, see <doc:Defenses#The-log-of-decisions>."
        ) { source, _ in source.decisionLog?.omittedAnswers },
        MetricFamily(
            "anchord_decision_inputs_omitted_total",
            help: "Decisions in the log without their inputs, because they were too long or beyond a limit.",
            labels: .none,
            details: "Only with `decisions.record: inputs`."
        ) { source, _ in source.decisionLog?.omittedInputs },
        MetricFamily(
            "anchord_decision_log_errors_total",
            help: "Failures of the log of decisions, by operation; each operation is repeated until it succeeds.",
            labels: MetricLabels("operation", DecisionLogFigures.Operation.self)
        ) { source, operation in source.decisionLog.map { $0.errors[operation] ?? 0 } },
        MetricFamily(
            "anchord_decision_queue_bytes",
            help: "Memory of the decisions that wait to be written to the log.",
            labels: .none,
            details: "Limited by `decisions.queue`."
        ) { source, _ in source.decisionLog?.queue.bytes },
        MetricFamily(
            "anchord_decision_log_unwritten_seconds",
            help: "Time for which the oldest decision that is not in a file has waited; 0 without such a decision.",
            labels: .none,
            details: "It increases while the disk does not accept the log."
        ) { source, _ in source.decisionLog?.unwrittenSeconds },
        MetricFamily(
            "anchord_decision_log_unflushed_seconds",
            help: "Time for which the oldest line that is not on the disk has waited; 0 without such a line.",
            labels: .none,
            details: "Usually less than `decisions.flush`."
        ) { source, _ in source.decisionLog?.unflushedSeconds },
    ]

    private static let routes = MetricLabels(
        "route",
        Set((Routes.all + [Routes.proxyCheck, Routes.consoleFile]).map(\.path) + [Routes.refused, Routes.service])
            .sorted(),
        description:
            "a path in openapi.yaml, `\(Routes.refused)` for a request that is rejected because of its head or "
            + "before its body is complete, or `\(Routes.service)` for `OPTIONS *`",
        text: \.self
    )
    private static let statuses = MetricLabels("status", description: "the status of the response", text: \.description)
    { Set($0.decisions.answers.map(\.status)).sorted() }

    private static let decidingPolicies = policyLabels { Array($0.policyDecisions.keys) }
    private static let shadowedPolicies = policyLabels { source in Array(Set(source.shadows.values.flatMap(\.keys))) }
    private static let droppingPolicies = policyLabels { Array($0.droppedDecisions.keys) }

    private static func policyLabels(
        _ policies: @escaping @Sendable (MetricsSource) -> [PolicyMetrics.Policy?]
    ) -> MetricLabels<PolicyMetrics.Policy?> {
        MetricLabels(
            declarations: [
                MetricLabel(name: "set", values: nil, description: "a policy set, or empty"),
                MetricLabel(name: "policy", values: nil, description: "a policy, `inline`, `other`, or empty"),
            ],
            combinations: { source in
                policies(source).map { policy in
                    let set = policy?.set ?? ""
                    let name = policy.map { $0.set == nil ? "inline" : $0.name ?? "" } ?? "other"
                    return (policy, [("set", set), ("policy", name)])
                }
                .sorted { ($0.labels[0].value, $0.labels[1].value) < ($1.labels[0].value, $1.labels[1].value) }
            }
        )
    }

    private static let scriptPolicies = MetricLabels(
        "policy",
        description: "the policy of the script, or `\(ScriptMetrics.otherPolicies)` after a hundred policies",
        text: \.self
    ) { Set($0.scripts.keys.map(\.policy)).sorted() }
    private static let scriptFailures = MetricLabels(
        "failure",
        ScriptDecision.Failure.allCases.map(\.rawValue).sorted(),
        text: \.self
    )
}
