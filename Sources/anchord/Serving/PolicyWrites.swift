import Dispatch
import FileAccess
import TrustAPI
import TrustModel
import TrustPolicies

/// Makes the changes of policy sets that clients ask for, one at a time, on a thread of their own.
struct PolicyWrites {
    private let queue = DispatchQueue(label: "anchord.writes")
    private let writer: PolicyWriter
    private let reloading: PolicyReloading

    /// Returns the access of the routes; nil without a directory for written policies.
    static func access(
        _ store: PolicyStore,
        _ loader: PolicyLoader,
        proxies: ProxyLog,
        reloading: PolicyReloading
    ) -> PolicyWriting? {
        let writer = PolicyWriter(
            store,
            loader,
            now: { WallClock.now().instant },
            danglingReferences: proxies.problems
        )
        return writer.map { PolicyWrites(writer: $0, reloading: reloading).access }
    }

    private init(writer: PolicyWriter, reloading: PolicyReloading) {
        (self.writer, self.reloading) = (writer, reloading)
    }

    private var access: PolicyWriting {
        PolicyWriting(
            change: { change, requester in
                await withCheckedContinuation { continuation in
                    queue.async { continuation.resume(returning: make(change, for: requester)) }
                }
            },
            revisions: { name throws(PolicyWriteError) in try writer.revisions(of: name) }
        )
    }

    private func make(_ change: PolicyChange, for requester: String) -> Result<PolicyWriter.Result, PolicyWriteError> {
        let result = Result { () throws(PolicyWriteError) in
            switch change.action {
            case .put(let upload):
                try writer.put(upload, as: change.set, if: change.precondition, by: change.author)
            case .delete: try writer.delete(change.set, if: change.precondition, by: change.author)
            case .restore(let number):
                try writer.restore(number, of: change.set, if: change.precondition, by: change.author)
            }
        }
        if case .success(let written) = result, !written.changedSets.isEmpty {
            reloading.report(
                written.snapshot,
                changed: written.changedSets,
                trigger: "change of policies by \(requester)"
            )
        }
        return result
    }

    /// Creates the directory unless it exists.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be created, or if others could change it.
    static func prepare(_ directory: String) throws(CommandFailure) {
        do throws(LocalFiles.Failure) {
            try LocalFiles.createPrivateDirectory(directory)
        } catch {
            throw CommandFailure(["writtenPolicies: \(directory) \(error.reason)"], status: .refused)
        }
    }

    /// Checks that ``prepare(_:)`` would succeed, and returns whether the directory exists.
    static func check(_ directory: String) throws(CommandFailure) -> Bool {
        do throws(LocalFiles.Failure) {
            try LocalFiles.checkPrivateDirectory(directory)
        } catch {
            throw CommandFailure(["writtenPolicies: \(directory) \(error.reason)"], status: .refused)
        }
        return (try? LocalFiles.kind(of: directory)) != nil
    }
}
