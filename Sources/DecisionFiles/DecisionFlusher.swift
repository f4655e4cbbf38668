import FileAccess
import SystemThreads
import TrustService

/// Waits until the disk has what the writer appended, so that the writer never waits for that.
struct DecisionFlusher: Sendable {
    let state: DecisionLogState
    let directory: DecisionDirectory
    let interval: Duration
    let report: @Sendable (DecisionLogEvent) -> Void

    /// Flushes until the log stops, and once more then; without an interval, the writer flushes before it ends.
    func run() {
        while !state.hasEnded {
            state.flusher.wait()
            guard interval > .zero else { continue }
            // Only the end of the writer signals again before the files are taken.
            if !state.isStopping { _ = state.flusher.wait(for: interval) }
            flush()
        }
        flush()
    }

    /// Waits until the disk has everything that was written before; only one thread may call this at a time.
    func flush() {
        let (files, hasNewNames, last) = state.takeUnflushed()
        // A failure lasts until something could be flushed.
        guard !files.isEmpty || hasNewNames else { return }
        guard let failure = synchronize(files, names: hasNewNames) else {
            state.flushed(upTo: last)
            if state.recover([.flush]) { report(.recovered) }
            // It may have to mark what was lost.
            return state.writer.signal()
        }
        if state.fail(.flush, failure.reason) { report(.failed(.flush, reason: failure.reason)) }
        if let range = state.notFlushed(upTo: last) { report(.unflushed(from: range.from, to: range.to)) }
    }

    /// Waits until the disk has all files, and also their names; returns the last failure.
    private func synchronize(_ files: [any DecisionOutput], names: Bool) -> LocalFiles.Failure? {
        var failure: LocalFiles.Failure?
        for file in files {
            do throws(LocalFiles.Failure) { try file.synchronize() } catch { failure = error }
        }
        if names {
            do throws(LocalFiles.Failure) { try directory.synchronize() } catch {
                state.changedNames()
                failure = error
            }
        }
        return failure
    }
}
