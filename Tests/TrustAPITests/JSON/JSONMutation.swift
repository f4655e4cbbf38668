/// Random mutations of texts.
enum JSONMutation {
    /// Bytes with a meaning in JSON, and bytes at the boundaries of strings and of UTF-8.
    private static let telling =
        Array("\"\"\\\\{}[],,::0123456789.eE+-tfnu/ \n\r\t".utf8)
        + [0x00, 0x1F, 0x20, 0x7F, 0x80, 0xBF, 0xC0, 0xC3, 0xED, 0xF4, 0xF8, 0xFF]

    /// Returns a text with one to three mutations, usually one.
    static func mutated(_ text: [UInt8], _ random: inout some RandomNumberGenerator) -> [UInt8] {
        var bytes = text
        for _ in 0..<max(1, Int.random(in: -2...3, using: &random)) where !bytes.isEmpty { change(&bytes, &random) }
        return bytes
    }

    private static func change(_ bytes: inout [UInt8], _ random: inout some RandomNumberGenerator) {
        let position = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0...1: bytes[position] = byte(&random)
        case 2: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 3...4: bytes.insert(byte(&random), at: position)
        case 5: bytes.remove(at: position)
        case 6: bytes.insert(contentsOf: slice(of: bytes, &random), at: position)
        // Usually cut off only a few bytes, so that texts end in different ways.
        default:
            bytes.removeLast(
                min(bytes.count, Int.random(in: 1...(1 << Int.random(in: 0...10, using: &random)), using: &random))
            )
        }
    }

    private static func byte(_ random: inout some RandomNumberGenerator) -> UInt8 {
        Bool.random(using: &random)
            ? UInt8.random(in: 0...255, using: &random) : telling[Int.random(in: 0..<telling.count, using: &random)]
    }

    private static func slice(of bytes: [UInt8], _ random: inout some RandomNumberGenerator) -> ArraySlice<UInt8> {
        let start = Int.random(in: 0..<bytes.count, using: &random)
        return bytes[start..<min(bytes.count, start + Int.random(in: 1...100, using: &random))]
    }
}
