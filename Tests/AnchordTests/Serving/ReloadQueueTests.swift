import Dispatch
import Glibc
import Synchronization
import Testing
import TrustTestSupport

@testable import anchord

@Suite struct `Reloads` {
    /// Reloads that end one by one when the test permits it.
    private final class Work: Sendable {
        let began = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let count = Atomic(0)

        /// Returns the number of the reload and its triggers.
        func run(_ triggers: [String]) -> String {
            let number = count.add(1, ordering: .sequentiallyConsistent).newValue
            began.signal()
            mayEnd.wait()
            return "\(number): \(triggers.joined(separator: ", "))"
        }
    }

    private let work = Work()
    private let queue: ReloadQueue<String>
    private let outcomes = Outcomes()

    private final class Outcomes: Sendable {
        let received = Mutex<[String]>([])
        var count: Int { received.withLock { $0.count } }
    }

    init() {
        queue = ReloadQueue { [work] in work.run($0) }
    }

    private func add(_ trigger: String = "SIGHUP") {
        Task(executorPreference: InlineExecutor()) { [queue, outcomes] in
            let outcome = await queue.reload(trigger) ?? "none"
            outcomes.received.withLock { $0.append(outcome) }
        }
    }

    /// Waits up to ten seconds for the last reload; returns whether it has ended.
    private var ends: Bool {
        for _ in 0..<10_000 where queue.isRunning { usleep(1000) }
        return !queue.isRunning
    }

    private var received: [String] { outcomes.received.withLock { $0 } }

    @Test func `forty requests during a reload cause one more reload, whose outcome they share`() {
        add("first")
        work.began.wait()
        for number in 0..<40 { add("user \(number % 2)") }
        #expect(received == [])
        work.mayEnd.signal()
        work.began.wait()
        #expect(received == ["1: first"])
        work.mayEnd.signal()
        #expect(ends)
        #expect(work.count.load(ordering: .sequentiallyConsistent) == 2)
        #expect(received == ["1: first"] + [String](repeating: "2: user 0, user 1", count: 40))
    }

    @Test func `a reload names at most eight triggers`() {
        add()
        work.began.wait()
        for number in 0..<100 { queue.add("\(number)") }
        add()
        work.mayEnd.signal()
        work.mayEnd.signal()
        #expect(ends)
        #expect(received.last == "2: 0, 1, 2, 3, 4, 5, 6, 7")
    }

    @Test func `a request after the last reload starts another one`() {
        for count in 1...3 {
            add()
            work.began.wait()
            work.mayEnd.signal()
            #expect(ends)
            #expect(work.count.load(ordering: .sequentiallyConsistent) == count)
            #expect(received.last == "\(count): SIGHUP")
        }
    }

    @Test func `closing the queue drops the waiting reload and does not wait for the running one`() {
        add()
        work.began.wait()
        add()
        queue.close()
        add()
        #expect(received == ["none", "none"])
        #expect(queue.isRunning)
        work.mayEnd.signal()
        #expect(ends)
        #expect(work.count.load(ordering: .sequentiallyConsistent) == 1)
        #expect(received == ["none", "none", "1: SIGHUP"])
    }
}
