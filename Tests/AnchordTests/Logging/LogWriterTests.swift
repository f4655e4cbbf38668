import Dispatch
import Synchronization
import Testing

@testable import anchord

@Suite struct `The log writer` {
    /// A reader of the log that blocks until the test resumes it.
    private final class Reader: Sendable {
        let mayRead = DispatchSemaphore(value: 0)
        let lines = Mutex<[String]>([])

        func take(_ line: String) -> Bool {
            mayRead.wait()
            lines.withLock { $0.append(line) }
            return line != "lost"
        }

        func resume() {
            for _ in 0..<2000 { mayRead.signal() }
        }
    }

    private let reader = Reader()

    private func writer(_ bytes: Int) -> LogWriter {
        LogWriter(maximumBytes: bytes, notice: { "dropped \($0)" }, output: { [reader] in reader.take($0) })
    }

    @Test func `never blocks on the reader, drops excess lines and reports their number`() throws {
        let writer = writer(1000)
        for number in 0..<1000 { writer.write("\(number)") }
        let dropped = writer.droppedLines
        #expect(dropped > 980 && dropped < 1000)
        reader.resume()
        #expect(writer.flush(within: .seconds(20)))
        writer.write("after")
        #expect(writer.flush(within: .seconds(20)))
        let kept = (0..<1000 - dropped).map { "\($0)" }
        #expect(reader.lines.withLock { $0 } == kept + ["dropped \(dropped)", "after"])
        #expect(writer.droppedLines == dropped)
    }

    @Test func `writes all lines in order`() {
        let writer = writer(1 << 20)
        reader.resume()
        for number in 0..<1000 { writer.write("\(number)") }
        #expect(writer.flush(within: .seconds(20)))
        #expect(reader.lines.withLock { $0 } == (0..<1000).map { "\($0)" })
        #expect(writer.droppedLines == 0)
    }

    @Test func `flush returns after its timeout`() {
        let writer = writer(1000)
        writer.write("a")
        #expect(!writer.flush(within: .milliseconds(1)))
        reader.resume()
        #expect(writer.flush(within: .seconds(20)))
    }

    @Test func `a notice that cannot be written is not counted as a dropped line`() {
        let writer = LogWriter(maximumBytes: 1000, notice: { _ in "lost" }, output: { [reader] in reader.take($0) })
        for number in 0..<1000 { writer.write("\(number)") }
        let dropped = writer.droppedLines
        reader.resume()
        #expect(writer.flush(within: .seconds(20)))
        #expect(reader.lines.withLock { $0.last } == "lost")
        #expect(writer.droppedLines == dropped)
    }

    @Test func `a line that cannot be written is counted as dropped`() {
        let writer = writer(1000)
        reader.resume()
        writer.write("lost")
        #expect(writer.flush(within: .seconds(20)))
        #expect(writer.droppedLines == 1)
    }
}
