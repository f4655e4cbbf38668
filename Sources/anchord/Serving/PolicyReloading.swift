import Logging
import MicrohttpdServer
import TrustPolicies

/// Reloads the policies and tells the log and the service manager.
struct PolicyReloading: Sendable {
    let store: PolicyStore
    let logger: Logger
    let serviceManager: ServiceManager?

    /// Loads everything anew; the last good policies stay where anything is wrong.
    ///
    /// - Parameter trigger: what asked for it, for the log.
    /// - Returns: the new policies, or everything that is wrong.
    func reload(trigger: String) -> ReloadOutcome {
        serviceManager?.notify("RELOADING=1")
        let outcome = store.reload()
        ProcessLimits.returnFreeMemory()
        switch outcome {
        case .loaded(let snapshot, let changedSets):
            var details = Logger.changes(of: changedSets)
            details["trigger"] = "\(trigger)"
            logger.report(snapshot, as: "policies reloaded", details)
            serviceManager?.notify("READY=1\nSTATUS=Serving policies \(snapshot.revision)")
        case .failed(let error):
            logger.report(
                error,
                at: .error,
                as: "policies not reloaded, the last good ones stay",
                ["trigger": "\(trigger)"]
            )
            serviceManager?.notify("READY=1\nSTATUS=The last reload failed, the last good policies stay")
        }
        return outcome
    }
}
