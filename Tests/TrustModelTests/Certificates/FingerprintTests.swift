import Testing
import TrustModel

@Suite struct `A fingerprint` {
    private static let bytes = (0..<32).map { UInt8($0 * 8) }

    @Test func `has exactly 32 bytes`() throws {
        #expect(try #require(Fingerprint(Self.bytes)).bytes == Self.bytes)
        #expect(Fingerprint(Self.bytes.dropLast()) == nil)
        #expect(Fingerprint(Self.bytes + [0]) == nil)
    }

    @Test func `is written in hexadecimal and as a pin (RFC 7469 §2.4)`() throws {
        let fingerprint = try #require(Fingerprint(Self.bytes))
        #expect(fingerprint.hex == "0008101820283038404850586068707880889098a0a8b0b8c0c8d0d8e0e8f0f8")
        #expect(fingerprint.pin == "sha256/AAgQGCAoMDhASFBYYGhweICIkJigqLC4wMjQ2ODo8Pg=")
    }

    @Test(arguments: 0..<32) func `is compared and ordered by every byte`(index: Int) throws {
        var bytes = Self.bytes
        bytes[index] += 1
        let (less, more) = (try #require(Fingerprint(Self.bytes)), try #require(Fingerprint(bytes)))
        #expect(less != more)
        #expect(less < more)
    }

    @Test(arguments: 0..<32) func `is hashed by every byte, so chosen digests do not collide in tables`(
        index: Int
    ) throws {
        let hashes = try (0..<64).map { value in
            var bytes = Self.bytes
            bytes[index] = UInt8(value)
            return try #require(Fingerprint(bytes)).hashValue
        }
        #expect(Set(hashes).count == 64)
    }
}
