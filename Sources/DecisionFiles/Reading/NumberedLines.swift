/// One or several lines of the log, as far as ``NumberCheck`` needs them.
package enum NumberedLines: Sendable, Equatable {
    /// The first line of a run or a file.
    case run(String, number: UInt64)
    /// Decisions, each of which has the number after that of the one before.
    case decisions(ClosedRange<UInt64>)
    /// A mark for decisions that were dropped.
    case dropped(from: UInt64, count: UInt64)
    /// A mark for decisions that the disk may not have.
    case unflushed(from: UInt64, to: UInt64)
    /// A line without a number.
    case other
    /// A line that cannot be read, with the reason as a predicate.
    case damaged(String)
    /// The end of a file without a line feed, which cannot be read.
    case incomplete

    /// The largest number that a line may have, so that sums of two are in the range of the type.
    package static let maximum = UInt64(Int64.max)
}

/// The place of a line in files.
package struct LinePlace: Sendable, Equatable, CustomStringConvertible {
    /// The name of the file.
    package let file: String
    /// The number of the line, from 1.
    package let line: Int

    /// Creates a place.
    package init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The file and the line, as compilers write them.
    package var description: String { "\(file):\(line)" }
}
