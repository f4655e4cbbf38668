package import TrustModel

/// A line of the log of decisions.
package enum DecisionLine: Sendable {
    /// The first line of a run or a file.
    case run(DecisionRun)
    /// A decision.
    case decision(Decision)
    /// The numbers of decisions that are missing here because they were dropped.
    case dropped(from: UInt64, count: UInt64)
    /// The numbers of decisions that the disk may not have, in the file before this one.
    case unflushed(from: UInt64, to: UInt64)
}

/// The part of a log that one process writes.
package struct DecisionRun: Sendable {
    /// The identifier, which no other run has.
    package let id: DecisionID
    /// The time at which the line is written.
    package var time: WallTime
    /// The number of the next decision.
    package var number: UInt64
    /// The version of the program.
    package let version: String

    /// Creates a run that begins now.
    package init(version: String, at time: WallTime) {
        id = DecisionID(milliseconds: time.milliseconds)
        self.time = time
        self.version = version
        number = 1
    }
}

/// Encodes the lines of a log.
///
/// A line may refer to others before it in the same file. The line of a run is the first one of a file, so that those after it
/// refer to none before it.
package protocol DecisionLineEncoder: Sendable {
    /// The number of decisions without the text of their answer, because it was too long or beyond a limit.
    var omittedAnswers: Int { get }

    /// The number of decisions without their inputs, for the same reasons.
    var omittedInputs: Int { get }

    /// Appends a line with its line feed, after those to which it refers and which the file does not have.
    mutating func append(_ line: DecisionLine, to bytes: inout [UInt8])

    /// Returns the time of the run with which a file begins; nil if the bytes do not begin with a run.
    func start(of bytes: [UInt8]) -> Instant?
}
