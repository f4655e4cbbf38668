import Logging
import MicrohttpdServer
import TrustEvaluation
import TrustPolicies

/// Reloads the policies and reports the outcome to the log and the service manager.
struct PolicyReloading: Sendable {
    let store: PolicyStore
    let logger: Logger
    let expirations: ExpirationLog
    let proxies: ProxyLog
    let serviceManager: ServiceManager?

    /// Reloads all policies and anchors; on any problem the current policies remain in use.
    ///
    /// - Parameter triggers: The causes of the reload, for the log.
    /// - Returns: the new snapshot, or the problems of the files.
    func reload(triggers: [String]) -> ReloadOutcome {
        let trigger = triggers.joined(separator: ", ")
        serviceManager?.notifyReloading()
        let outcome = store.reload()
        ProcessLimits.returnFreeMemory()
        switch outcome {
        case .loaded(let snapshot, let changedSets):
            report(snapshot, changed: changedSets, trigger: trigger)
        case .failed(let error):
            logger.report(error, as: .reloadFailed, ["trigger": "\(trigger)"])
            serviceManager?.notify("READY=1\nSTATUS=The last reload failed, the previous policies remain in use")
        }
        return outcome
    }

    /// Waits, if the blocks have changed, until no response under the earlier ones can be sent any more.
    ///
    /// Returns false, after logging it, if a worker thread does not respond in time.
    func settle(on server: ServerReference) -> Bool {
        guard !server.settle(blocks: store.snapshot.blocks.serial) else { return true }
        logger.log(.blocksNotSettled)
        return false
    }

    /// Reports a new snapshot.
    func report(_ snapshot: PolicySnapshot, changed changedSets: [String], trigger: String) {
        var details = Logger.changes(of: changedSets)
        details["trigger"] = "\(trigger)"
        logger.report(snapshot, as: .reloaded, details)
        expirations.report(snapshot)
        proxies.report(snapshot)
        serviceManager?.notify("READY=1\nSTATUS=Serving policies \(snapshot.revision)")
    }
}
