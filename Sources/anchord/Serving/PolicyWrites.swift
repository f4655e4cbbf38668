import FileAccess
import Logging
import StructuredDocuments
import TrustAPI
import TrustModel
import TrustPolicies

/// Makes the changes of policy sets that clients ask for.
final class PolicyWrites: Sendable {
    private let queue = ChangeQueue(label: "anchord.writes")
    private let writer: PolicyWriter
    private let reloading: PolicyReloading
    private let server: ServerReference
    /// Keeps other daemons from writing the same sets.
    private let lock: DirectoryLock

    /// Returns the access of the routes; nil without a lock on a directory for written policies.
    static func access(
        _ store: PolicyStore,
        _ loader: PolicyLoader,
        lock: DirectoryLock?,
        proxies: ProxyLog,
        reloading: PolicyReloading,
        server: ServerReference
    ) -> PolicyWriting? {
        guard let lock else { return nil }
        let writer = PolicyWriter(
            store,
            loader,
            now: { WallClock.now().instant },
            danglingReferences: proxies.problems
        )
        return writer.map { PolicyWrites(writer: $0, lock: lock, reloading: reloading, server: server).access }
    }

    private init(writer: PolicyWriter, lock: DirectoryLock, reloading: PolicyReloading, server: ServerReference) {
        (self.writer, self.lock, self.reloading, self.server) = (writer, lock, reloading, server)
    }

    private var access: PolicyWriting {
        PolicyWriting(
            change: { [self] change, requester in
                await queue.run(for: change.author.name) { [self] in make(change, for: requester) } ?? .failure(.busy)
            },
            candidate: { [queue, writer] upload, set, author in
                // It waits for changes, since both use the directory and read all policies.
                let result = await queue.run(for: author.name) {
                    Result { () throws(PolicyWriteError) in try writer.candidate(upload, as: set, by: author) }
                }
                return result ?? .failure(.busy)
            },
            revisions: { [writer] name throws(PolicyWriteError) in try writer.revisions(of: name) }
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
        // A change loads the blocks too. If they are not settled, the log has an error.
        if case .success = result { _ = reloading.settle(on: server) }
        switch result {
        case .success(let written) where written.changedSets.isEmpty: break
        case .success(let written):
            reloading.report(
                written.snapshot,
                changed: written.changedSets,
                trigger: "change of policies by \(requester)"
            )
        case .failure(let error): report(error, change, by: requester)
        }
        return result
    }

    private func report(_ error: PolicyWriteError, _ change: PolicyChange, by requester: String) {
        reloading.logger.log(
            error.isFailure ? .writeFailed : .writeRefused,
            [
                "set": "\(change.set)", "client": "\(requester)",
                "problem": "\(QuotedText.excerpt(error.reason, ofAtMost: 1024))",
            ]
        )
    }

    /// Creates the directory unless it exists, and locks it.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be created, if others could change it, or if another process uses it.
    static func prepare(_ directory: String) throws(CommandFailure) -> DirectoryLock {
        do throws(LocalFiles.Failure) {
            try LocalFiles.createPrivateDirectory(directory)
            return try DirectoryLock(directory)
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
