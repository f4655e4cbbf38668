import MicrohttpdServer
import TrustIdentities
import TrustModel
import TrustPolicies

/// The state from which all metrics of one response are read.
struct MetricsSource {
    let context: APIContext
    /// Whether the caller may see client identities; otherwise, their metrics have no samples.
    let showsIdentities: Bool
    let decisions: Metrics.State
    let snapshot: PolicySnapshot
    let now: Instant
    let server: ServerFigures
    let network: NetworkReport

    var metrics: Metrics { context.metrics }
    var policies: PolicyStore.Status { context.policies.status }
    var identities: [IdentitySnapshot.Entry] { showsIdentities ? context.identities.store.snapshot.entries : [] }
    var signatures: [SignatureMetrics.Key: Int] { showsIdentities ? context.identities.metrics.counts : [:] }
}
