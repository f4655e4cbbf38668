package import TrustService

/// A change in the state of a log, for the log of the program.
package enum DecisionLogEvent: Sendable, Equatable {
    /// Lines are appended to a file that was opened.
    case opened
    /// An operation failed for a reason, and is repeated until it succeeds.
    case failed(DecisionLogFigures.Operation, reason: String)
    /// Lines can be written again.
    case recovered
    /// The file was removed, with its lines.
    case removed
    /// Another process removed lines of the file.
    case truncated
    /// The disk may not have the decisions with numbers in a range.
    case unflushed(from: UInt64, to: UInt64)
    /// Decisions were dropped or refused, as many since the start.
    case lost(dropped: Int, refused: Int)
}
