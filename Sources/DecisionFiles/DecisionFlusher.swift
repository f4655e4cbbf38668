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
        do throws(LocalFiles.Failure) {
            for file in files { try file.synchronize() }
            if hasNewNames { try directory.synchronize() }
            state.flushed(upTo: last)
            if state.recover([.flush]) { report(.recovered) }
        } catch {
            let range = state.notFlushed(upTo: last)
            if state.fail(.flush, error.reason) { report(.failed(.flush, reason: error.reason)) }
            if let range { report(.unflushed(from: range.from, to: range.to)) }
        }
    }
}
