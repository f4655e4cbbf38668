import Testing

@testable import TrustPolicies

@Suite struct `Local files` {
    /// Under the address sanitizer this fails where a reload of an empty file loses memory.
    @Test func `read an empty file as no bytes, as often as it is asked for`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("", to: "empty.yaml")
        for _ in 0..<100 {
            #expect(try LocalFiles.bytes(of: directory.path + "/empty.yaml", maximum: 10).isEmpty)
        }
    }

    @Test func `read a file up to the bound and refuse one byte more`() throws {
        let directory = try TemporaryDirectory()
        try directory.write("0123456789", to: "ten")
        #expect(try LocalFiles.bytes(of: directory.path + "/ten", maximum: 10).count == 10)
        #expect(throws: LocalFiles.Failure(reason: "is larger than 9 bytes")) {
            try LocalFiles.bytes(of: directory.path + "/ten", maximum: 9)
        }
    }
}
