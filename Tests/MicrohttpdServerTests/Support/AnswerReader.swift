import Foundation
import Glibc

/// Reads an answer in chunks as it arrives, line by line.
final class AnswerReader {
    private let client: TestClient
    private var raw: [UInt8] = []
    private var body: [UInt8] = []
    private(set) var head = ""
    /// Whether the end of the chunks has arrived.
    private(set) var isWhole = false

    init(_ client: TestClient) { self.client = client }

    /// Reads the head; false when the connection ends before.
    func readHead() -> Bool {
        while true {
            let text = String(decoding: raw, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                head = String(text[..<end.lowerBound])
                raw.removeFirst(head.utf8.count + 4)
                return true
            }
            guard receive() else { return false }
        }
    }

    /// The next line of the body; nil when the answer ends.
    func line() -> String? {
        if head.isEmpty, !readHead() { return nil }
        while true {
            if let end = Self.offset(of: UInt8(ascii: "\n"), in: body) {
                defer { body.removeFirst(end + 1) }
                last = String(decoding: body[..<end], as: UTF8.self)
                return last
            }
            if isWhole { return nil }
            if !takeChunk(), !receive() { return nil }
        }
    }

    /// The last line that was read.
    private(set) var last = ""

    /// The whole body, which has no lines.
    func text() -> String {
        while !isWhole { if !takeChunk(), !receive() { break } }
        return String(decoding: body, as: UTF8.self)
    }

    /// What follows the head, without chunks, until the connection ends.
    func unread() -> String {
        while receive() {}
        return String(decoding: raw, as: UTF8.self)
    }

    /// All lines to the end.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    private func takeChunk() -> Bool {
        guard let end = Self.offset(of: UInt8(ascii: "\r"), in: raw), raw.count > end + 1,
            let size = Int(String(decoding: raw[..<end], as: UTF8.self), radix: 16), raw.count >= end + 4 + size
        else { return false }
        body += raw[(end + 2)..<(end + 2 + size)]
        raw.removeFirst(end + 4 + size)
        isWhole = size == 0
        return true
    }

    /// Where a byte stands first; megabytes are looked through, which one by one takes tests half a minute.
    private static func offset(of byte: UInt8, in bytes: [UInt8]) -> Int? {
        unsafe bytes.withUnsafeBytes { buffer in
            guard let start = buffer.baseAddress else { return nil }
            return unsafe memchr(start, Int32(byte), buffer.count).map { unsafe start.distance(to: $0) }
        }
    }

    private func receive() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let descriptor = client.descriptor
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { return false }
        raw += chunk[..<count]
        return true
    }
}

extension TestClient {
    /// Sends a piece of a body as one chunk; false when the other end has gone.
    @discardableResult
    func sendChunk(_ text: String) -> Bool {
        send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Begins a request with a body in chunks.
    func beginBatch(_ path: String = "/batch", _ fields: String = "") {
        send("POST \(path) HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\(fields)\r\n")
    }

    /// Ends a body in chunks.
    func endBatch() { send("0\r\n\r\n") }

    /// Whether bytes arrive, or the end, in so many milliseconds.
    func hasBytes(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, milliseconds) != 0
    }

    /// Sends until the other end takes no more for half a second; how many bytes it took.
    func sendUntilBlocked(_ text: String, atMost limit: Int) -> Int {
        let bytes = Array(text.utf8)
        var total = 0
        while total < limit {
            var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard unsafe poll(&polled, 1, 500) == 1 else { return total }
            let count = unsafe bytes.withUnsafeBytes {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: $0[(total % bytes.count)...])
                return unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard count > 0 else { return total }
            total += count
        }
        return total
    }
}
