/// The state of the log of decisions.
package struct DecisionLogFigures: Sendable {
    /// The operations on files that can fail.
    package enum Operation: String, Sendable, CaseIterable {
        case open
        case write
        case flush
        case rotate
    }

    /// The path of the current file.
    package var path: String
    /// The number of decisions in files.
    package var written = 0
    /// The number of decisions without the text of their answer, because it was too long or beyond a limit.
    package var omittedAnswers = 0
    /// The number of decisions without their inputs, for the same reasons; 0 if inputs are not recorded.
    package var omittedInputs = 0
    /// The decisions that wait or were not recorded.
    package var queue = DecisionQueue.Figures()
    /// The dropped decisions, by the counter of their policy.
    package var droppedByCounter: [Int: Int] = [:]
    /// The number of failures of each operation.
    package var errors: [Operation: Int] = [:]
    /// The reason why decisions cannot be written now; nil if they can.
    package var failure: String?
    /// The time for which the oldest decision that is not in a file has waited, in seconds; 0 without such a decision.
    package var unwrittenSeconds = 0
    /// The time for which the oldest line that is not on the disk has waited, in seconds; 0 without such a line.
    package var unflushedSeconds = 0

    /// Creates the state of a log without decisions.
    package init(path: String) {
        self.path = path
    }
}
