import Foundation
import Testing
import TrustModel

@Suite struct `Base64 text` {
    @Test(arguments: 0...100) func `of every length is encoded and decoded as in Foundation`(length: Int) throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ length) }
        let text = Data(bytes).base64EncodedString()
        #expect(Base64.encode(bytes) == text)
        #expect(try Base64.decode(Array(text.utf8)[...]) == bytes)
    }

    @Test func `of every byte is encoded as in Foundation`() {
        let bytes = Array(UInt8.min...UInt8.max)
        #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
    }

    @Test(arguments: ["QUJD", " QUJD ", "Q\nU\r\nJ\tD", "QUJD\n\n"])
    func `may contain white space anywhere`(text: String) throws {
        #expect(try Base64.decode(Array(text.utf8)[...]) == [0x41, 0x42, 0x43])
    }

    @Test(arguments: [
        ("QU-D", 2, "is not base64"), ("QUJD_", 4, "is not base64"), ("QUJDü", 4, "is not base64"),
        ("QU\u{B}JD", 2, "is not base64"), ("QUJD\0", 4, "is not base64"),
        ("=", 0, "is not base64"), ("Q=", 1, "is not base64"), ("QUJD=", 4, "is not base64"),
        ("QUI==", 4, "is not base64"), ("QQ===", 4, "is not base64"),
        ("QQ==QUJD", 4, "has text after the padding"), ("QQ=U", 3, "has text after the padding"),
        ("Q", 1, "ends within a group of four characters"), ("QQ", 2, "ends within a group of four characters"),
        ("QQ=", 3, "ends within a group of four characters"), ("QUI", 3, "ends within a group of four characters"),
        ("QR==", 4, "has stray bits before the padding"), ("QUJ=", 4, "has stray bits before the padding"),
    ])
    func `is rejected at the first invalid byte`(text: String, offset: Int, reason: String) {
        let error = #expect(throws: Base64.DecodingError.self) { try Base64.decode(Array(text.utf8)[...]) }
        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
    }

    @Test(arguments: [1, 4, 19, 31, 32, 33, 64, 76, 100])
    func `is decoded from lines of any length, and rejected at an invalid character`(width: Int) throws {
        let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ width) }
        var text: [UInt8] = []
        for (index, character) in Base64.encode(bytes).utf8.enumerated() {
            if index > 0, index % width == 0 { text.append(UInt8(ascii: "\n")) }
            text.append(character)
        }
        #expect(try Base64.decode(text[...]) == bytes)
        for position in text.indices where text[position] != UInt8(ascii: "=") {
            var broken = text
            broken[position] = UInt8(ascii: "-")
            let error = #expect(throws: Base64.DecodingError.self) { try Base64.decode(broken[...]) }
            #expect(error?.offset == position)
        }
    }

    @Test func `is rejected with the offset in the whole text`() {
        let text = Array("0123QU-D".utf8)
        let error = #expect(throws: Base64.DecodingError.self) { try Base64.decode(text[4...]) }
        #expect(error?.offset == 6)
    }
}
