import FetchProtocol
import Glibc

/// A connection to the process, and the process if the client started it.
final class FetcherLink {
    let socket: StreamSocket
    private let process: ChildProcess?
    private var input = FrameBuffer<FetcherReport>()
    private var output = OutputBuffer()
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private(set) var sentBytes = 0
    private(set) var receivedBytes = 0

    /// The descriptor of the socket in the process.
    private static let childDescriptor: Int32 = 3
    /// The reads before the thread looks at other events.
    private static let readsAtOnce = 64

    /// Connects to the process or starts it, without waiting for it.
    init(_ location: FetcherLocation) throws(SystemFailure) {
        switch location {
        case .socket(let path):
            socket = try .connect(to: path)
            process = nil
        case .executable(let path):
            let (own, other) = try StreamSocket.pair()
            process = try withExtendedLifetime(other) { () throws(SystemFailure) in
                let number = Self.childDescriptor
                return try ChildProcess(
                    path,
                    ["--socket-fd", "\(number)"],
                    passing: other.descriptor,
                    as: number
                )
            }
            socket = own
        }
    }

    var processID: Int32? { process?.id }

    var unsentBytes: Int { output.count }

    /// The events to wait for, as in poll(2).
    var events: Int16 { Int16(output.isEmpty ? POLLIN : POLLIN | POLLOUT) }

    func enqueue(_ frame: [UInt8]) { output.append(frame) }

    /// Sends as many bytes as the socket accepts.
    func send() throws(SystemFailure) {
        while !output.isEmpty {
            let count = try socket.send(output.waiting)
            guard count > 0 else { return }
            sentBytes += count
            output.remove(count)
        }
    }

    /// Reads what has arrived, and passes each message to a function.
    ///
    /// - Throws: ``FetcherFault`` if the connection has ended, a frame is malformed, or the function throws.
    func receive(_ body: (FetcherReport) throws(FetcherFault) -> Void) throws(FetcherFault) {
        for _ in 0..<Self.readsAtOnce {
            switch socket.read(into: &chunk) {
            case .bytes(let count):
                receivedBytes += count
                input.append(chunk[..<count])
                while let report = try next() { try body(report) }
            case .wouldBlock: return
            case .end: throw .closed
            case .failed(let errno):
                throw FetcherFault("\(SystemFailure("read from anchord-fetcher", errno: errno))")
            }
        }
    }

    private func next() throws(FetcherFault) -> FetcherReport? {
        do {
            return try input.next()
        } catch {
            throw FetcherFault("anchord-fetcher violates the protocol: \(error.reason)")
        }
    }
}

extension FetcherLink {
    /// How long a process that has closed its connection may take to exit, so that its exit status can be reported,
    /// in milliseconds.
    private static let exitTime = 250

    /// Ends and reaps the process, if the client started it.
    ///
    /// - Parameters:
    ///   - isExiting: Whether the process has closed its connection and probably exits.
    ///   - milliseconds: How long to wait for the end of the process after it was killed.
    /// - Returns: How the process ended by itself, and the process if the kernel has not ended it yet.
    func endProcess(
        isExiting: Bool,
        within milliseconds: Int
    ) -> (end: ChildProcess.End?, unreaped: ChildProcess?) {
        guard let process else { return (nil, nil) }
        if isExiting, let end = process.end(within: Self.exitTime) { return (end, nil) }
        process.kill()
        guard let end = process.end(within: milliseconds) else { return (nil, process) }
        return (end == .signal(SIGKILL) ? nil : end, nil)
    }
}
