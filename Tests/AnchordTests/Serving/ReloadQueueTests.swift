import Dispatch
import Glibc
import Synchronization
import Testing

@testable import anchord

@Suite struct `Reloads` {
    /// Reloads that end one by one when the test permits it.
    private final class Work: Sendable {
        let began = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let count = Atomic(0)

        func run() {
            count.add(1, ordering: .sequentiallyConsistent)
            began.signal()
            mayEnd.wait()
        }
    }

    private let work = Work()
    private let queue: ReloadQueue

    init() {
        queue = ReloadQueue { [work] in work.run() }
    }

    /// Waits up to ten seconds for the last reload; returns whether it has ended.
    private var ends: Bool {
        for _ in 0..<10_000 where queue.isRunning { usleep(1000) }
        return !queue.isRunning
    }

    @Test func `forty requests during a reload cause one more reload`() {
        queue.add()
        work.began.wait()
        for _ in 0..<40 { queue.add() }
        work.mayEnd.signal()
        work.began.wait()
        work.mayEnd.signal()
        #expect(ends)
        #expect(work.count.load(ordering: .sequentiallyConsistent) == 2)
    }

    @Test func `a request after the last reload starts another one`() {
        for count in 1...3 {
            queue.add()
            work.began.wait()
            work.mayEnd.signal()
            #expect(ends)
            #expect(work.count.load(ordering: .sequentiallyConsistent) == count)
        }
    }

    @Test func `closing the queue drops the waiting reload and does not wait for the running one`() {
        queue.add()
        work.began.wait()
        queue.add()
        queue.close()
        queue.add()
        #expect(queue.isRunning)
        work.mayEnd.signal()
        #expect(ends)
        #expect(work.count.load(ordering: .sequentiallyConsistent) == 1)
    }
}
