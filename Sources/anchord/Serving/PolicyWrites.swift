import Dispatch
import FileAccess
import Logging
import StructuredDocuments
import Synchronization
import TrustAPI
import TrustModel
import TrustPolicies

/// Makes the changes of policy sets that clients ask for, one at a time, on a thread of their own.
final class PolicyWrites: Sendable {
    /// The maximum number of changes that wait or are made, in total and for each author; each keeps the body of its request.
    ///
    /// A change is made even if its client has disconnected, so that the limits of connections do not limit them.
    private static let (maximumPending, maximumPendingOfAuthor) = (8, 2)

    /// The authors of the changes that wait or are made.
    private let pending = Mutex<[String]>([])
    private let queue = DispatchQueue(label: "anchord.writes")
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
                guard begin(change.author.name) else { return .failure(.busy) }
                return await withCheckedContinuation { continuation in
                    queue.async { [self] in
                        let result = make(change, for: requester)
                        end(change.author.name)
                        continuation.resume(returning: result)
                    }
                }
            },
            revisions: { [writer] name throws(PolicyWriteError) in try writer.revisions(of: name) }
        )
    }

    private func begin(_ author: String) -> Bool {
        pending.withLock { pending in
            guard pending.count < Self.maximumPending,
                pending.count(where: { $0 == author }) < Self.maximumPendingOfAuthor
            else { return false }
            pending.append(author)
            return true
        }
    }

    private func end(_ author: String) {
        pending.withLock { pending in
            if let position = pending.firstIndex(of: author) { pending.remove(at: position) }
        }
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
