import DecisionFiles
import MicrohttpdServer
import Synchronization

/// Reads the files of a log on all processors, and passes what is found to the caller in the order of the lines.
///
/// The memory is bounded, also for long files and lines.
final class DecisionScan<Output: Sendable>: Sendable {
    /// Adds a line to the output of its part, and may find that it is damaged; `bytes` are those of the line without its line feed.
    typealias Visit = @Sendable (_ line: inout RecordedLine, _ bytes: [UInt8], _ output: inout Output) -> Void
    /// Completes the output of a part, on the thread that read it.
    typealias Finish = @Sendable (_ lines: inout Lines) -> Void

    /// Some lines of a file.
    struct Lines: Sendable {
        let source: DecisionSource
        /// The position among the parts of all files, from 0.
        let position: Int
        /// The number of lines.
        var count = 0
        /// The lines as a check of the numbers needs them, each with the offset of its first line.
        var numbered: [(offset: Int, lines: NumberedLines)] = []
        var output: Output

        init(of source: DecisionSource, at position: Int, _ output: Output) {
            (self.source, self.position, self.output) = (source, position, output)
        }
    }

    private struct Input {
        var files: DecisionFileList
        var source: DecisionSource?
        var pieces = LinePieces()
        /// Whether no byte of the file has been read.
        var isAtStart = true
        /// Whether all bytes of the file have been read.
        var hasEnded = false
        var waiting: [LinePieces.Piece] = []
        /// The number of parts that were taken.
        var count = 0
        var failure: CommandFailure?
    }

    /// The first bytes of a file that gzip has compressed (RFC 1952 section 2.3.1).
    private static var gzip: [UInt8] { [0x1F, 0x8B] }

    private let input: Mutex<Input>
    private let start: Output
    private let visit: Visit
    private let finish: Finish
    private let isStopped = Atomic(false)

    /// Creates a scan; `start` is the output of a part before its first line.
    init(
        _ files: DecisionFileList,
        _ start: Output,
        visit: @escaping Visit,
        finish: @escaping Finish = { _ in }
    ) {
        input = Mutex(Input(files: files))
        (self.start, self.visit, self.finish) = (start, visit, finish)
    }

    /// Reads no further bytes; the lines that were read before are still delivered.
    func stop() { isStopped.store(true, ordering: .relaxed) }

    /// Reads the files.
    ///
    /// - Throws: ``CommandFailure`` if a file cannot be read to its end, after its lines were delivered, or the error of the delivery.
    ///   After ``stop()``, a file that cannot be read is not an error, since other threads read ahead.
    func run(deliver: (Lines) throws(CommandFailure) -> Void) throws(CommandFailure) {
        let threads = HTTPServer.workerCount(0)
        let work = OrderedWork(window: 4 * threads, next: { self.next() }, body: { self.lines(of: $0) })
        try work.run(threads: threads, deliver: deliver)
        guard !isStopped.load(ordering: .relaxed), let failure = input.withLock(\.failure) else { return }
        throw failure
    }

    private struct Part: Sendable {
        let source: DecisionSource
        let position: Int
        let piece: LinePieces.Piece
    }

    private func next() -> Part? {
        input.withLock { input in
            while !isStopped.load(ordering: .relaxed) {
                if !input.waiting.isEmpty, let source = input.source {
                    defer { input.count += 1 }
                    return Part(source: source, position: input.count, piece: input.waiting.removeFirst())
                }
                do throws(CommandFailure) {
                    guard try Self.read(&input) else { return nil }
                } catch {
                    input.failure = error
                    return nil
                }
            }
            return nil
        }
    }

    /// Reads more bytes, or opens the next file; returns false after the last one.
    private static func read(_ input: inout Input) throws(CommandFailure) -> Bool {
        guard let source = input.source, !input.hasEnded else {
            input.source = try input.files.next()
            (input.pieces, input.isAtStart, input.hasEnded) = (LinePieces(), true, false)
            return input.source != nil
        }
        let bytes = try source.input.nextBytes()
        if input.isAtStart, bytes.starts(with: gzip) {
            throw CommandFailure([
                "\(source.name) is compressed, and is not read: decompress it, for example with "
                    + "`zcat FILE | anchord decisions -`"
            ])
        }
        input.isAtStart = false
        input.hasEnded = bytes.isEmpty
        // A short piece means that a pipe has no more bytes now.
        let mayWait = bytes.count == InputPieces.pieceBytes
        input.waiting += bytes.isEmpty ? input.pieces.end() : input.pieces.take(bytes, mayWait: mayWait)
        return true
    }

    private func lines(of part: Part) -> Lines {
        var lines = Lines(of: part.source, at: part.position, start)
        switch part.piece {
        case .lines(let bytes): read(bytes, into: &lines)
        case .overlong: lines.append(RecordedLine.overlong.numbered(hasLineFeed: true))
        }
        finish(&lines)
        return lines
    }

    private func read(_ bytes: [UInt8], into lines: inout Lines) {
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            guard !line.isEmpty else {
                lines.count += 1
                continue
            }
            let text = Array(line)
            var recorded = RecordedLine(text)
            visit(&recorded, text, &lines.output)
            // A line feed follows all lines but the last one of a file.
            lines.append(recorded.numbered(hasLineFeed: line.endIndex < bytes.endIndex))
        }
        // The last part is empty: it follows the last line feed.
        if bytes.last == UInt8(ascii: "\n") { lines.count -= 1 }
    }
}

extension DecisionScan.Lines {
    /// Adds a line; decisions with ascending numbers are one entry, and so are lines without numbers.
    fileprivate mutating func append(_ next: NumberedLines) {
        defer { count += 1 }
        switch (numbered.last?.lines, next) {
        case (.decisions(let range), .decisions(let more)) where more.lowerBound == range.upperBound + 1:
            numbered[numbered.count - 1].lines = .decisions(range.lowerBound...more.upperBound)
        case (.other, .other): break
        default: numbered.append((count, next))
        }
    }
}
