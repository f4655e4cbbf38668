/// A permission that a route requires from its caller.
enum Permission: Sendable, Hashable {
    /// No permission: health, the overview and the specification.
    case open
    /// Evaluating chains.
    case evaluate
    /// Reading policies, the status and metrics.
    case read
    /// Reading the identities, which only known clients may.
    case readIdentities
    /// Signing with the identity that the last segment but one of the path names.
    case sign
    /// Reloading the policies.
    case reload
    /// Asking as the proxy that the target names.
    case proxy
}
