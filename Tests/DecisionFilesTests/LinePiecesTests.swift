import Testing

@testable import DecisionFiles

@Suite struct `Pieces of a log file` {
    /// Divides bytes that arrive in chunks, which may all wait.
    private func pieces(of bytes: [UInt8], chunk: Int) -> [LinePieces.Piece] {
        var pieces = LinePieces()
        var found: [LinePieces.Piece] = []
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            let part = Array(bytes[start..<min(start + chunk, bytes.count)])
            let next = pieces.take(part, mayWait: true)
            #expect(next.allSatisfy { piece in if case .lines(let lines) = piece { lines.last == 0x0A } else { true } })
            found += next
        }
        return found + pieces.end()
    }

    private func text(of pieces: [LinePieces.Piece]) -> [UInt8] {
        pieces.flatMap { piece in if case .lines(let lines) = piece { lines } else { Array("<overlong>\n".utf8) } }
    }

    @Test(arguments: [7, 1000, 1 << 16, 1 << 23]) func `have all bytes in order, and end at line feeds`(chunk: Int) {
        let bytes = (0..<300_000).flatMap { Array("line \($0)\n".utf8) } + Array("incomplete".utf8)
        let found = pieces(of: bytes, chunk: chunk)
        #expect(text(of: found) == bytes)
        #expect(chunk > 1 << 20 || found.count >= 4)
    }

    @Test func `are given at once if no further bytes follow now`() {
        var pieces = LinePieces()
        #expect(pieces.take(Array("one\ntwo\nthr".utf8), mayWait: false) == [.lines(Array("one\ntwo\n".utf8))])
        #expect(pieces.take(Array("ee\n".utf8), mayWait: false) == [.lines(Array("three\n".utf8))])
        #expect(pieces.end().isEmpty)
    }

    @Test(arguments: [1000, 1 << 16]) func `skip a line that is too long, and keep the lines around it`(chunk: Int) {
        let long = [UInt8](repeating: 0x78, count: 3 * LinePieces.maximumLine)
        let bytes = Array("one\n".utf8) + long + Array("\ntwo\n".utf8)
        let found = pieces(of: bytes, chunk: chunk)
        #expect(text(of: found) == Array("one\n<overlong>\ntwo\n".utf8))
        #expect(text(of: pieces(of: long, chunk: chunk)) == Array("<overlong>\n".utf8))
    }
}
