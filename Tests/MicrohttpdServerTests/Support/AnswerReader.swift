import Foundation
import Glibc

/// Reads a chunked response while it is received, line by line.
final class AnswerReader {
    private let client: TestClient
    private var raw: [UInt8] = []
    private var body: [UInt8] = []
    private(set) var head = ""
    /// Whether the last chunk was received.
    private(set) var isWhole = false

    init(_ client: TestClient) { self.client = client }

    /// Reads the head; returns false if the connection ends first.
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

    /// Reads the next line of the body; nil at the end of the response.
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

    private(set) var last = ""

    /// Reads the whole body.
    func text() -> String {
        while !isWhole { if !takeChunk(), !receive() { break } }
        return String(decoding: body, as: UTF8.self)
    }

    /// Reads all bytes after the head until the connection ends, without decoding chunks.
    func unread() -> String {
        while receive() {}
        return String(decoding: raw, as: UTF8.self)
    }

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

    /// Returns the offset of a byte; uses memchr(3), since a loop over megabytes takes half a minute.
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
    /// Sends a piece of a body as one chunk; returns false if the server has disconnected.
    @discardableResult
    func sendChunk(_ text: String) -> Bool {
        send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    /// Sends the head of a request with a chunked body.
    func beginBatch(_ path: String = "/batch", _ fields: String = "") {
        send("POST \(path) HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\(fields)\r\n")
    }

    func endBatch() { send("0\r\n\r\n") }

    /// Whether bytes or the end of the connection are received within a number of milliseconds.
    func hasBytes(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&polled, 1, milliseconds) != 0
    }

    /// Sends until the server accepts no bytes for half a second; returns the number of bytes sent.
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
