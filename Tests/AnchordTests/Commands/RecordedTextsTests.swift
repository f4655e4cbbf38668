import Synchronization
import SystemThreads
import Testing
import TrustAPI
import TrustModel
import TrustOpenSSL
import TrustService
import TrustTestSupport

@testable import anchord

@Suite struct `The texts of a log during a replay` {
    private static func digest(_ number: Int) -> Fingerprint { SHA256.fingerprint(of: Array("\(number)".utf8)[...]) }

    private static func question(_ part: Int) throws -> Result<RecordedQuestion, ReplayFailure> {
        .success(try RecordedQuestion(Array(#"{"chain":["\#(digest(part).hex)"],"policy":"own"}"#.utf8)))
    }

    @Test func `are found with their parts, if these come first`() throws {
        var texts = RecordedTexts()
        texts.add(part: Self.digest(1), [1])
        texts.add(question: Self.digest(2), try Self.question(1))
        #expect(texts.question(Self.digest(2))?.parts == [Self.digest(1): [1]])
        texts.add(question: Self.digest(4), try Self.question(3))
        texts.add(part: Self.digest(3), [3])
        #expect(texts.question(Self.digest(4))?.parts == [:])
        // A part is not a question, and a question is not a part.
        #expect(texts.question(Self.digest(1)) == nil)
        texts.add(question: Self.digest(5), try Self.question(2))
        #expect(texts.question(Self.digest(5))?.parts == [:])
    }

    @Test func `take bounded memory, and the last ones remain`() {
        var texts = RecordedTexts(limit: 100_000)
        let content = [UInt8](repeating: 0, count: 1000)
        for number in 0..<1000 {
            texts.add(part: Self.digest(number), content)
            texts.add(part: Self.digest(1001), content)
            #expect(texts.bytes <= 100_000)
        }
        #expect(texts.bytes > 90_000)
        texts.add(question: Self.digest(2000), .failure(ReplayFailure(.unreadableInputs)))
        for _ in 0..<1000 { texts.add(part: Self.digest(1), content) }
        #expect(texts.question(Self.digest(2000)) != nil)
        for number in 3000..<3100 { texts.add(part: Self.digest(number), content) }
        #expect(texts.question(Self.digest(2000)) == nil)
    }

    @Test func `are counted if they are removed, by number or by memory`() {
        var entries = LastEntries<Int, Int>(maximumCount: 3, maximumBytes: 100)
        for number in [1, 2, 3, 1, 4] { entries.add(number, bytes: 10, for: number) }
        #expect(entries.values == [3, 1, 4] && entries.removals == 1 && entries.bytes == 30)
        entries.add(5, bytes: 90, for: 5)
        #expect(entries.values == [4, 5] && entries.removals == 3 && entries.bytes == 100)
        entries.add(6, bytes: 200, for: 6)
        #expect(entries.values.isEmpty && entries.bytes == 0)
    }

    @Test func `leave the newest questions of a log for a forecast`() throws {
        let directory = try TemporaryDirectory()
        var lines = [#"{"run":"x","number":1,"format":1}"#]
        for (number, host) in ["a", "b", "c", "a", "d"].enumerated() {
            let text =
                #"{"chain":["\#(Self.digest(1).hex)"],"host":"\#(host)","policy":"own","explain":\#(number == 3)}"#
            let digest = SHA256.fingerprint(of: Array(text.utf8)[...]).hex
            lines.append(#"{"inputs":"\#(digest)","question":\#(text)}"#)
        }
        let file = try directory.write("log.jsonl", lines.joined(separator: "\n") + "\n")
        let all = try RecordedQuestions().read(DecisionFileList([file]))
        #expect(all.questions.count == 4 && all.leftOut == 0)
        let some = try RecordedQuestions(maximumCount: 2).read(DecisionFileList([file]))
        // A question that was removed and occurs again counts twice.
        #expect(some.leftOut == 3)
        let names = try some.questions.map { try $0.question.get().description }
        #expect(names.first?.hasPrefix("a under own, leaf \(Self.digest(1).hex.prefix(12))") == true)
        #expect(names.last?.hasPrefix("d under own") == true)
        let few = try RecordedQuestions(maximumBytes: 700).read(DecisionFileList([file]))
        #expect(few.questions.count == 2 && few.leftOut == 3)
    }

    @Test func `are added in the order of their positions by several threads`() throws {
        let (turns, done) = (OrderedTurns(), Semaphore())
        let seen = Mutex<[Int]>([])
        let next = Atomic(0)
        for _ in 0..<4 {
            try PlatformThread.start {
                while true {
                    let position = next.add(1, ordering: .relaxed).oldValue
                    guard position < 1000 else { break }
                    turns.take(position) { seen.withLock { $0.append(position) } }
                }
                done.signal()
            }.detach()
        }
        for _ in 0..<4 { done.wait() }
        #expect(seen.withLock(\.self) == Array(0..<1000))
    }
}
