/// Divides the bytes of a file of the log into pieces that end at line feeds, so that several threads can read them.
///
/// The memory is bounded, also for a file without line feeds.
package struct LinePieces: Sendable {
    /// A part of a file.
    package enum Piece: Sendable, Equatable {
        /// Some lines; only the last one of the file may have no line feed.
        case lines([UInt8])
        /// A line that is longer than ``LinePieces/maximumLine``; its bytes were skipped.
        case overlong
    }

    /// The maximum length of a line in bytes; the lines that a daemon writes are shorter.
    package static let maximumLine = 4 << 20
    /// The usual length of a piece in bytes.
    private static let usualBytes = 1 << 20
    private static let lineFeed = UInt8(ascii: "\n")

    private var bytes: [UInt8] = []
    /// The number of bytes up to the last line feed.
    private var complete = 0
    private var isSkipping = false

    /// Creates the division of a file from its beginning.
    package init() {}

    /// Returns the pieces that end in the next bytes of the file.
    ///
    /// - Parameters:
    ///   - chunk: The bytes.
    ///   - mayWait: Whether complete lines may wait for others, because these follow at once.
    /// - Returns: The pieces in order; none while a piece is incomplete.
    package mutating func take(_ chunk: [UInt8], mayWait: Bool) -> [Piece] {
        var pieces: [Piece] = []
        var rest = chunk[...]
        if isSkipping {
            guard let end = rest.firstIndex(of: Self.lineFeed) else { return [] }
            isSkipping = false
            pieces.append(.overlong)
            rest = rest[(end + 1)...]
        }
        let last = rest.lastIndex(of: Self.lineFeed)
        if let last { complete = bytes.count + last - rest.startIndex + 1 }
        bytes += rest
        if complete >= Self.usualBytes || !mayWait { pieces += completeLines() }
        if bytes.count - complete > Self.maximumLine {
            pieces += completeLines()
            bytes = []
            isSkipping = true
        }
        return pieces
    }

    /// Returns the rest at the end of the file.
    package mutating func end() -> [Piece] {
        defer { self = LinePieces() }
        if isSkipping { return [.overlong] }
        return bytes.isEmpty ? [] : [.lines(bytes)]
    }

    private mutating func completeLines() -> [Piece] {
        guard complete > 0 else { return [] }
        let piece = Array(bytes[..<complete])
        bytes.removeFirst(complete)
        complete = 0
        return [.lines(piece)]
    }
}
