import Foundation
import Glibc
import Synchronization
import Testing

/// An `openssl s_server` process on a free port, killed on deinitialization.
final class TLSTestServer {
    private let process = Process()
    /// The port on 127.0.0.1 that the server listens on.
    let port: Int

    /// Starts the server with additional arguments and waits until it listens.
    init(_ arguments: [String]) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl", "s_server", "-www", "-accept", "127.0.0.1:0"] + arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try output.fileHandleForWriting.close()
        var text = ""
        var found: Int?
        while found == nil {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { break }
            text += String(decoding: data, as: UTF8.self)
            found = text.firstMatch(of: /ACCEPT 127\.0\.0\.1:(\d+)\n/).flatMap { Int($0.1) }
        }
        port = try #require(found, "\(text)")
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}

/// A server that sends the same bytes to its first client repeatedly, until the client disconnects or a limit is reached.
final class StreamingTestServer {
    private final class Progress: Sendable {
        let bytes = Atomic(0)
        let hasEnded = DispatchSemaphore(value: 0)
    }

    private let listener: PlainTestServer
    private let progress = Progress()
    var port: Int { listener.port }

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - bytes: The bytes sent repeatedly.
    ///   - count: The maximum number of copies.
    ///   - pause: The pause after each copy in microseconds.
    /// - Throws: An error if the server cannot listen.
    init(_ bytes: [UInt8], atMost count: Int, pause: UInt32) throws {
        listener = try PlainTestServer()
        let (descriptor, progress) = (listener.descriptor, progress)
        Thread.detachNewThread {
            let client = accept(descriptor, nil, nil)
            for _ in 0..<count {
                let sent = unsafe send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                guard sent == bytes.count else { break }
                progress.bytes.add(sent, ordering: .relaxed)
                if pause > 0 { usleep(pause) }  // Deliberate pause: the server is slow.
            }
            close(client)
            progress.hasEnded.signal()
        }
    }

    /// The total number of bytes sent; blocks until the server has finished.
    var sentBytes: Int {
        progress.hasEnded.wait()
        return progress.bytes.load(ordering: .relaxed)
    }
}

/// A TCP server that does not speak TLS.
final class PlainTestServer {
    let descriptor: Int32
    let port: Int

    /// Listens on a free port of 127.0.0.1; accepts only one client, and only if there is a text to send.
    init(saying text: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isListening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        try #require(isListening)
        port = Int(UInt16(bigEndian: address.sin_port))
        if let text { Thread.detachNewThread { Self.answer(on: descriptor, text) } }
    }

    deinit { close(descriptor) }

    private static func answer(on listener: Int32, _ text: String) {
        let client = accept(listener, nil, nil)
        var bytes = [UInt8](repeating: 0, count: 4096)
        _ = unsafe read(client, &bytes, bytes.count)
        let answer = Array(text.utf8)
        _ = unsafe send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
        close(client)
    }
}
