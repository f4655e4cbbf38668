import Glibc
import Synchronization
import Testing

@testable import SecretMemory

@Suite struct `Secret bytes` {
    private static let secret = Array("correct horse battery staple".utf8)

    /// The bytes of a released object, as its observer sees them in the object's own pages.
    private final class Released: Sendable {
        let bytes = Mutex<[UInt8]?>(nil)

        func record(_ span: Span<UInt8>) {
            let copy = span.indices.map { span[$0] }
            bytes.withLock { $0 = copy }
        }
    }

    private static let mlockHasEffect: Bool = {
        let size = 4096
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let page = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), unsafe page != MAP_FAILED else {
            return false
        }
        defer { unsafe munmap(page, size) }
        return unsafe mlock(page, size) == 0 && Self.flags(ofPageAt: UInt(bitPattern: page))?.contains("lo") == true
    }()

    private func protected(_ bytes: [UInt8]) -> SecretBytes? { SecretBytes(copying: bytes.span) }

    @Test func `are overwritten before their pages are released`() throws {
        let released = Released()
        do {
            let made = SecretBytes(
                capacity: 100,
                observer: { released.record($0) },
                fill: { output in for byte in Self.secret { output.append(byte) } }
            )
            let secret = try #require(made)
            #expect(secret.withSpan { span in span.indices.map { span[$0] } } == Self.secret)
            #expect(released.bytes.withLock { $0 } == nil)
        }
        #expect(released.bytes.withLock { $0 } == [UInt8](repeating: 0, count: Self.secret.count))
    }

    @Test func `exclude their pages from core dumps and from child processes`() throws {
        let secret = try #require(protected(Self.secret))
        let address = secret.withSpan { span in unsafe span.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        }
        let flags = try #require(Self.flags(ofPageAt: address))
        #expect(flags.contains("dd"))
        #expect(flags.contains("dc"))
        // The sanitizers replace mlock(2) by a function without effect.
        if Self.mlockHasEffect { #expect(secret.isLocked == flags.contains("lo")) }
    }

    @Test(arguments: [
        ("secret\n", "secret"), ("secret\r\n", "secret"), ("secret\n\n", "secret\n"), ("\n", ""), ("", ""),
    ])
    func `lose only one line end`(text: String, expected: String) throws {
        let secret = try #require(protected(Array(text.utf8))?.withoutLineEnd())
        #expect(secret.withSpan { span in span.indices.map { span[$0] } } == Array(expected.utf8))
    }

    @Test func `do not appear in text`() throws {
        let secret = try #require(protected(Self.secret))
        #expect("\(secret)" == "28 secret bytes")
    }

    @Test func `of an environment variable are copied`() throws {
        unsafe setenv("SECRET_MEMORY_TEST", "value", 1)
        let secret = try #require(SecretBytes.environment("SECRET_MEMORY_TEST"))
        #expect(secret.withSpan { span in span.indices.map { span[$0] } } == Array("value".utf8))
        unsafe unsetenv("SECRET_MEMORY_TEST")
        #expect(SecretBytes.environment("SECRET_MEMORY_TEST") == nil)
    }

    @Test func `throw the error of the closure that fills them`() {
        struct Failure: Error, Equatable { let number: Int }
        #expect(throws: Failure(number: 7)) {
            _ = try SecretBytes(capacity: 1) { _ throws(Failure) in throw Failure(number: 7) }
        }
    }

    @Test func `disable dumps of the process`() {
        let wereDisabled = ProcessDumps.areDisabled
        #expect(ProcessDumps.disable())
        #expect(ProcessDumps.areDisabled)
        if !wereDisabled { #expect(ProcessDumps.enable()) }
        #expect(ProcessDumps.areDisabled == wereDisabled)
    }

    /// Returns the flags that the kernel reports for the page at an address (proc_pid_smaps(5)).
    private static func flags(ofPageAt address: UInt) -> [Substring]? {
        guard let file = unsafe fopen("/proc/self/smaps", "r") else { return nil }
        defer { unsafe _ = fclose(file) }
        var line = [CChar](repeating: 0, count: 4096)
        var isInside = false
        while unsafe fgets(&line, Int32(line.count), file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            let words = text.split { $0 == " " || $0 == "\n" }
            let range = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
            if range.count == 2 { isInside = range[0] <= address && address < range[1] }
            if isInside, words.first == "VmFlags:" { return Array(words.dropFirst()) }
        }
        return nil
    }
}
