import SecretMemory
import Testing
import TrustModel
import TrustOpenSSL

@Suite struct `A keyed hash` {
    private func hash(_ key: [UInt8]) -> KeyedHash? { SecretBytes(copying: key.span).flatMap { KeyedHash(key: $0) } }

    /// RFC 4231 section 4.7: a key that is longer than a block.
    @Test func `has the digests of RFC 4231`() throws {
        let long = try #require(hash([UInt8](repeating: 0xAA, count: 131)))
        let first = long.digest(of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8))
        #expect(first.hex == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func `depends on the key, and needs 32 bytes of it`() throws {
        #expect(hash([UInt8](repeating: 1, count: 31)) == nil)
        let (one, two) = (
            try #require(hash([UInt8](repeating: 1, count: 32))), try #require(hash([UInt8](repeating: 2, count: 32)))
        )
        #expect(one.digest(of: []) == one.digest(of: []) && one.digest(of: []) != two.digest(of: []))
        #expect(one.digest(of: [1]) != one.digest(of: []))
    }
}
