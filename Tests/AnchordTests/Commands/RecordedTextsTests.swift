import Synchronization
import SystemThreads
import Testing
import TrustAPI
import TrustModel
import TrustOpenSSL
import TrustService

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
