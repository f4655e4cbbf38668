import CurlFetching
import FetchProtocol
import Foundation
import Glibc
import Synchronization

/// A session of the fetcher in a thread, and the daemon's end of its socket.
final class TestSession: Sendable {
    /// The answer of a fetch.
    struct Answer: Sendable {
        var body: [UInt8] = []
        var completion: FetchCompletion?
        var failure: FetchFailure?
    }

    private let descriptor: Int32
    private let buffer = Mutex(FrameBuffer<FetcherReport>())
    private let end = Mutex<FetcherSession.End?>(nil)

    init(_ settings: FetcherSettings? = FetcherSettings(allow: ["127.0.0.1"])) throws {
        var pair: [Int32] = [0, 0]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0 else {
            throw POSIXError(.EMFILE)
        }
        descriptor = pair[0]
        let other = pair[1]
        Thread.detachNewThread { [self] in
            let end = FetcherSession(descriptor: other, version: "9.9.9")?.run()
            close(other)
            self.end.withLock { $0 = end }
        }
        if let settings {
            send(.settings(settings))
            guard case .ready("9.9.9") = report() else { throw POSIXError(.EPROTO) }
        }
    }

    deinit { close(descriptor) }

    func send(_ command: FetcherCommand) { send(command.frame) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next report; nil if the session has ended, or after 20 seconds.
    func report() -> FetcherReport? {
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while true {
            if let report = buffer.withLock({ try? $0.next() }) { return report }
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            buffer.withLock { $0.append(bytes.prefix(count)) }
        }
    }

    /// Reads reports until each of the fetches is answered.
    func answers(_ count: Int) -> [UInt64: Answer] {
        var answers: [UInt64: Answer] = [:]
        var ended = 0
        while ended < count, let report = report() {
            switch report {
            case .ready, .begun: break
            case .part(let id, let bytes): answers[id, default: Answer()].body += bytes
            case .completed(let completion):
                answers[completion.id, default: Answer()].completion = completion
                ended += 1
            case .failed(let failure):
                answers[failure.id, default: Answer()].failure = failure
                ended += 1
            }
        }
        return answers
    }

    /// Sends one fetch and waits for its answer.
    func fetch(
        _ url: String,
        id: UInt64 = 1,
        maximumBytes: UInt64 = 1 << 20,
        milliseconds: UInt32 = 5000,
        edit: (inout FetchRequest) -> Void = { _ in }
    ) -> Answer {
        var request = FetchRequest(id: id, url: url, maximumBytes: maximumBytes, milliseconds: milliseconds)
        edit(&request)
        send(.fetch(request))
        return answers(1)[id] ?? Answer()
    }

    /// Waits up to ten seconds for the end of the session.
    func waitForEnd() -> FetcherSession.End? {
        for _ in 0..<1000 {
            if let end = end.withLock({ $0 }) { return end }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return nil
    }

    func closeWriting() { shutdown(descriptor, Int32(SHUT_WR)) }
}
