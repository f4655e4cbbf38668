import RootPrograms
import Testing
import TrustTestSupport

/// Arbitrary input, which must end with an error or a document.
@Suite struct `Garbage as the data of a root program` {
    @Test func `never crashes, and errors name a line of the file`() throws {
        var generator = SeededGenerator(seed: 2026)
        let alphabet = Array("\\0617,\"'\n\r{}[]<>:#; aZ_CKA_CLASS END BEGINDATA".utf8) + [0x00, 0xC3, 0xFF]
        for length in 0..<400 {
            let bytes = (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
            let text = String(decoding: bytes, as: UTF8.self)
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            for prefix in ["", "BEGINDATA\n", "trust_anchors {", "PEM,Trust Bits\n"] {
                let results = [
                    ImportResult.nss(bytes: Array(prefix.utf8) + bytes), try .chrome(prefix + text),
                    .ccadb(prefix + text),
                ]
                for result in results {
                    let line = result.error.flatMap { Int($0.prefix { $0 != ":" }) }
                    #expect(line.map { (1...lines + 1).contains($0) } ?? true, "\(result)")
                }
            }
        }
    }
}
