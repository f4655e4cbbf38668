import BoundedCache
import MicrohttpdServer
import TrustIdentities
import TrustModel
import TrustPolicies
import TrustService

/// The state from which all metrics of one response are read.
///
/// Reads each part once, so that the samples of one response fit together.
struct MetricsSource {
    let context: APIContext
    let decisions: Metrics.State
    /// The decisions of each policy that exists, and under nil those of all others.
    let policyDecisions: [PolicyMetrics.Policy?: PolicyMetrics.Counts]
    /// The decisions of each policy with a shadow, by the actions of both.
    let shadows: [ShadowMetrics.Pair: [PolicyMetrics.Policy?: Int]]
    let scripts: [ScriptMetrics.Key: Int]
    let evidence: [EvidenceMetrics.Key: Int]
    let batches: [BatchMetrics.Batch: Int]
    let watches: WatchMetrics
    let streams: DecisionStreamMetrics
    let snapshot: PolicySnapshot
    let policies: PolicyStore.Status
    let verdictCache: CacheFigures
    let caches: CacheReport
    let server: ServerFigures
    let network: NetworkReport
    /// The log of decisions; nil without one.
    let decisionLog: DecisionLogFigures?
    /// The dropped decisions of each policy that exists, and under nil those of all others.
    let droppedDecisions: [PolicyMetrics.Policy?: Int]
    /// The numbers of the last forecast; nil without one.
    let forecast: ForecastCounts?
    let now: Instant
    /// The identities; none for a caller who may not see them.
    let identities: [IdentitySnapshot.Entry]
    /// The attempts to sign; none for a caller who may not see identities.
    let signatures: [SignatureMetrics.Key: Int]

    init(_ context: APIContext, for caller: Caller) {
        self.context = context
        let decisions = context.metrics.state
        self.decisions = decisions
        policyDecisions = context.metrics.policies.counts(of: decisions) { context.policies.snapshot }
        shadows = decisions.shadows.sums(by: context.metrics.policies)
        scripts = context.metrics.scripts.counts
        evidence = context.metrics.evidence.counts
        batches = context.metrics.batches.counts
        watches = context.metrics.watches
        streams = context.metrics.streams
        snapshot = context.policies.snapshot
        policies = context.policies.status
        verdictCache = context.verdictFigures
        caches = context.caches()
        server = context.serverFigures()
        network = context.network()
        decisionLog = context.decisionLog()
        droppedDecisions = context.metrics.policies.sums(of: decisionLog?.droppedByCounter ?? [:])
        forecast = context.forecasts.counts
        now = context.now().instant
        identities = caller.mayReadIdentities ? context.identities.store.snapshot.entries : []
        signatures = caller.mayReadIdentities ? context.identities.metrics.counts : [:]
    }
}
