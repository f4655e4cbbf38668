import Dispatch
import Glibc
import Synchronization
import Testing

@testable import anchord

@Suite struct `Reloads` {
    /// Reloads that begin one by one, as the test lets them.
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

    /// Whether the last reload ends within ten seconds.
    private var ends: Bool {
        for _ in 0..<10_000 where queue.isRunning { usleep(1000) }
        return !queue.isRunning
    }

    @Test func `forty that are asked for while one runs are one`() {
        queue.add()
        work.began.wait()
        for _ in 0..<40 { queue.add() }
        work.mayEnd.signal()
        work.began.wait()
        work.mayEnd.signal()
        #expect(ends)
        #expect(work.count.load(ordering: .sequentiallyConsistent) == 2)
    }

    @Test func `one that is asked for after the last has ended runs`() {
        for count in 1...3 {
            queue.add()
            work.began.wait()
            work.mayEnd.signal()
            #expect(ends)
            #expect(work.count.load(ordering: .sequentiallyConsistent) == count)
        }
    }

    @Test func `at the end the one that waits is dropped, and nobody waits for the one that runs`() {
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
