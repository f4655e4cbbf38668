import Glibc

/// Secret bytes, such as a passphrase or a private key, in memory pages of their own.
///
/// The pages are not in core dumps or child processes, and are locked in memory if RLIMIT_MEMLOCK allows it. They are
/// overwritten before they are released. Copies made by a closure of ``withSpan(_:)`` are not protected.
@safe package final class SecretBytes {
    /// The number of bytes.
    package let count: Int
    /// Whether the pages cannot be written to swap space.
    package let isLocked: Bool

    private let pages: UnsafeMutableRawPointer
    private let size: Int
    private let observer: (@Sendable (Span<UInt8>) -> Void)?

    /// Allocates pages and fills them; nil if memory is exhausted.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of bytes.
    ///   - fill: Appends the bytes.
    /// - Throws: The error of `fill`.
    package convenience init?<Failure>(
        capacity: Int,
        fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        try self.init(capacity: capacity, observer: nil, fill: fill)
    }

    /// Creates the object; the observer receives the overwritten bytes directly before their pages are released.
    init?<Failure>(
        capacity: Int,
        observer: (@Sendable (Span<UInt8>) -> Void)?,
        fill: (inout OutputSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        let page = max(sysconf(Int32(_SC_PAGESIZE)), 4096)
        let (rounded, overflow) = max(capacity, 1).addingReportingOverflow(page - 1)
        guard capacity >= 0, !overflow else { return nil }
        let size = rounded / page * page
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let pages = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0),
            unsafe pages != UnsafeMutableRawPointer(bitPattern: -1)
        else { return nil }
        unsafe _ = madvise(pages, size, MADV_DONTDUMP)
        unsafe _ = madvise(pages, size, MADV_DONTFORK)
        isLocked = unsafe mlock(pages, size) == 0
        let bytes = unsafe pages.bindMemory(to: UInt8.self, capacity: size)
        let buffer = unsafe UnsafeMutableBufferPointer(start: bytes, count: capacity)
        var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
        do throws(Failure) {
            try fill(&output)
        } catch {
            output.removeAll()
            unsafe Self.release(pages, size)
            throw error
        }
        count = unsafe output.finalize(for: buffer)
        unsafe self.pages = pages
        self.size = size
        self.observer = observer
    }

    deinit {
        unsafe explicit_bzero(pages, size)
        if let observer { observer(unsafe UnsafeBufferPointer(buffer).span) }
        unsafe _ = munmap(pages, size)
    }

    /// Copies bytes, which the caller should not keep; nil if memory is exhausted.
    package convenience init?(copying bytes: Span<UInt8>) {
        self.init(capacity: bytes.count) { output in
            for index in bytes.indices { output.append(bytes[index]) }
        }
    }

    /// Passes the bytes, which are valid during the call, to a closure.
    package func withSpan<Answer, Failure>(
        _ body: (Span<UInt8>) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try body(unsafe UnsafeBufferPointer(buffer).span)
    }

    /// Returns a copy without one trailing LF or CRLF; nil if memory is exhausted.
    package func withoutLineEnd() -> SecretBytes? {
        withSpan { bytes in
            var end = bytes.count
            if end > 0, bytes[end - 1] == UInt8(ascii: "\n") {
                end -= 1
                if end > 0, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
            }
            return SecretBytes(copying: bytes.extracting(0..<end))
        }
    }

    /// Copies the value of an environment variable; nil if it is not set or memory is exhausted.
    ///
    /// The value stays in the environment, which other processes of the same user can read until dumps are disabled.
    package static func environment(_ name: String) -> SecretBytes? {
        guard let value = unsafe getenv(name) else { return nil }
        let bytes = unsafe UnsafeRawBufferPointer(start: value, count: strlen(value))
        return unsafe SecretBytes(copying: bytes.bindMemory(to: UInt8.self).span)
    }

    private var buffer: UnsafeMutableBufferPointer<UInt8> {
        unsafe UnsafeMutableBufferPointer(start: pages.assumingMemoryBound(to: UInt8.self), count: count)
    }

    private static func release(_ pages: UnsafeMutableRawPointer, _ size: Int) {
        unsafe explicit_bzero(pages, size)
        unsafe _ = munmap(pages, size)
    }
}

// The bytes do not change between `init` and `deinit`.
extension SecretBytes: @unchecked Sendable {}

extension SecretBytes: CustomStringConvertible {
    /// The number of bytes, so that logs and messages never contain the secret.
    package var description: String { "\(count) secret bytes" }
}
