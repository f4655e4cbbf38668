import CMicrohttpdShims
import Glibc
import SystemThreads

/// The result of a probe of the whole server.
package enum ProbeResult: Sendable {
    case answered
    case unanswered
    /// The process lacks descriptors or memory, so the probe says nothing about the threads.
    case unsent
}

/// A request that the server sends to itself through the acceptor and one worker.
///
/// The response proves that the acceptor, the worker and the responder work.
final class WorkerProbe: Sendable {
    private let descriptor: Int32
    private let clock: ServerClock

    /// Sends a GET request; fails if the process lacks descriptors or memory.
    init?(_ path: String, to worker: Worker, context: ServerContext) {
        var pair: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { return nil }
        descriptor = pair[0]
        clock = context.clock
        Descriptor.send(
            Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8),
            to: descriptor
        )
        context.probes.add(ProbeQueue.Entry(worker: worker, descriptor: pair[1]))
        context.wake.signal()
    }

    deinit {
        close(descriptor)
    }

    /// Waits for the response; returns whether it began before the deadline, in milliseconds of ``ServerClock``.
    func isAnswered(before deadline: UInt64) -> Bool {
        var start = [UInt8](repeating: 0, count: 5)
        while true {
            let count = unsafe recv(descriptor, &start, start.count, 0)
            if count >= 0 { return start.elementsEqual("HTTP/".utf8) }
            guard errno == EAGAIN || errno == EINTR else { return false }
            let now = clock.milliseconds
            guard now < deadline else { return false }
            var polled = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            _ = clock.poll(&polled, timeout: Int32(clamping: deadline - now))
        }
    }
}

/// The server's sockets of probes, which the acceptor passes to the workers.
final class ProbeQueue: Sendable {
    struct Entry: Sendable {
        let worker: Worker
        let descriptor: Int32
    }

    /// The queued entries; nil after ``end()``.
    private let waiting = Locked<[Entry]?>([])

    deinit {
        end()
    }

    /// Adds an entry, or closes its descriptor after ``end()``.
    func add(_ entry: Entry) {
        let isAdded = waiting.withLock { waiting in
            waiting?.append(entry)
            return waiting != nil
        }
        if !isAdded { close(entry.descriptor) }
    }

    /// Removes and returns the queued entries.
    func take() -> [Entry] {
        waiting.withLock { waiting in
            guard let taken = waiting else { return [] }
            waiting = []
            return taken
        }
    }

    /// Closes the queued descriptors; ``add(_:)`` closes its argument from then on.
    func end() {
        let left = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting ?? []
        }
        for entry in left { close(entry.descriptor) }
    }
}
