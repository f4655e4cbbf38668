import Foundation
import Glibc
import Synchronization

/// A server that follows a script with its first client, and then may connect it to another server.
final class ScriptedTestServer {
    enum Step: Sendable {
        case send(String)
        case sendBytes([UInt8])
        /// Sends the same text repeatedly until the client disconnects or there were this many copies.
        case stream(String, atMost: Int)
        /// Reads until the received bytes end with this text.
        case expect(String)
        /// Reads this many bytes.
        case read(Int)
        /// Forwards bytes in both directions to a port of 127.0.0.1.
        case relay(Int)
        /// As ``relay``, but with changes to the first four records of TLS that the server sends.
        case relayEditing(Int, @Sendable ([[UInt8]]) -> [[UInt8]])
        /// Keeps the connection open and silent until the client disconnects.
        case wait
        /// Closes the connection so that the client receives a reset.
        case reset
    }

    private final class Transcript: Sendable {
        let bytes = Mutex<[UInt8]>([])
        let hasEnded = DispatchSemaphore(value: 0)
    }

    private let listener: PlainTestServer
    private let transcript = Transcript()
    var port: Int { listener.port }

    /// Starts the server.
    convenience init(_ steps: Step...) throws { try self.init(steps) }

    /// Starts the server.
    init(_ steps: [Step]) throws {
        listener = try PlainTestServer()
        let (descriptor, transcript) = (listener.descriptor, transcript)
        Thread.detachNewThread {
            let client = accept(descriptor, nil, nil)
            for step in steps {
                guard Self.perform(step, client, transcript) else { break }
            }
            close(client)
            transcript.hasEnded.signal()
        }
    }

    /// The text that the client sent in `expect` and `read` steps; blocks until the script has ended.
    var received: String {
        transcript.hasEnded.wait()
        return String(decoding: transcript.bytes.withLock { $0 }, as: UTF8.self)
    }

    private static func perform(_ step: Step, _ client: Int32, _ transcript: Transcript) -> Bool {
        switch step {
        case .send(let text): return send(client, Array(text.utf8))
        case .sendBytes(let bytes): return send(client, bytes)
        case .stream(let text, let count):
            let bytes = Array(text.utf8)
            return (0..<count).allSatisfy { _ in send(client, bytes) }
        case .expect(let end):
            return read(client, transcript) { String(decoding: $0, as: UTF8.self).hasSuffix(end) }
        case .read(let count): return read(client, transcript) { $0.count == count }
        case .relay(let port): return relay(client, to: port)
        case .relayEditing(let port, let edit): return relay(client, to: port, editing: edit)
        case .wait:
            var byte: UInt8 = 0
            while unsafe recv(client, &byte, 1, 0) > 0 {}
            return false
        case .reset:
            var option = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
            return false
        }
    }

    private static func send(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
        unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    private static func read(_ client: Int32, _ transcript: Transcript, until isEnd: ([UInt8]) -> Bool) -> Bool {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !isEnd(bytes) {
            guard unsafe recv(client, &byte, 1, 0) == 1 else { return false }
            bytes.append(byte)
        }
        transcript.bytes.withLock { $0 += bytes }
        return true
    }

    private static func relay(
        _ client: Int32,
        to port: Int,
        editing edit: (([[UInt8]]) -> [[UInt8]])? = nil
    ) -> Bool {
        guard let server = try? TestConnection("127.0.0.1:\(port)") else { return false }
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        var held: [UInt8]? = edit == nil ? nil : []
        while true {
            var polled = [
                pollfd(fd: client, events: Int16(POLLIN), revents: 0),
                pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&polled, 2, 60_000) > 0 else { return false }
            if polled[0].revents != 0 {
                let count = unsafe recv(client, &chunk, chunk.count, 0)
                guard count > 0, send(server.descriptor, Array(chunk[..<count])) else { return false }
            }
            if polled[1].revents != 0 {
                let count = unsafe recv(server.descriptor, &chunk, chunk.count, 0)
                guard count > 0 else { return false }
                guard let bytes = held.map({ $0 + chunk[..<count] }) else {
                    guard send(client, Array(chunk[..<count])) else { return false }
                    continue
                }
                let records = records(in: bytes)
                if records.count < 4 {
                    held = bytes
                    continue
                }
                held = nil
                let edited = edit?(records) ?? records
                guard send(client, edited.flatMap(\.self)), edited.count == records.count else { return false }
            }
        }
    }

    /// Returns the complete records at the beginning of the bytes (RFC 5246 section 6.2.1).
    private static func records(in bytes: [UInt8]) -> [[UInt8]] {
        var (records, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], bytes[...])
        while let start = rest.indices.first, rest.count >= 5 {
            let length = 5 + Int(rest[start + 3]) << 8 + Int(rest[start + 4])
            guard rest.count >= length else { break }
            records.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return records
    }
}
