import Foundation
import Testing
import TrustAPI
import TrustTestSupport

/// Tests for differences between the parsers on mutated JSON texts.
@Suite struct `JSONReader and the Foundation parser` {
    @Test(arguments: [(`JSON reader`.texts, 20000), (RequestTexts.all, 6000)])
    func `agree on mutated texts, except for intentional rejections`(
        texts: [String],
        rounds: Int
    ) throws {
        var random = SeededGenerator(seed: 11)
        var taken = 0
        for _ in 0..<rounds {
            let text = try #require(texts.randomElement(using: &random))
            let bytes = JSONMutation.mutated(Array(text.utf8), &random)
            if try isTakenAlike(bytes) { taken += 1 }
        }
        // Most mutations are not JSON; check that there are enough accepted and rejected texts.
        #expect(taken > 1000 && taken < rounds - 1000)
    }

    @Test func `agree on every special byte at every position of a PEM line and next to it`() throws {
        let body = Array(#"{"chain":"-----BEGIN CERTIFICATE-----\n"#.utf8)
        let line = [UInt8](repeating: UInt8(ascii: "A"), count: 64)
        let end = Array(#"\n-----END CERTIFICATE-----\n"}"#.utf8)
        let telling: [UInt8] = Array(1...0x23) + [0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xC3, 0xDC, 0xFF]
        for position in 0..<line.count + 2 {
            for byte in telling {
                var bytes = body + line + end
                bytes[body.count - 1 + position] = byte
                _ = try isTakenAlike(bytes)
            }
        }
    }

    /// Returns whether both parsers accept a text, and records an issue for unexpected differences.
    private func isTakenAlike(_ bytes: [UInt8]) throws -> Bool {
        var shown: String { String(decoding: bytes, as: UTF8.self) }
        let ours = Result { () throws(JSONReader.SyntaxError) in try JSONReader.read(bytes) }
        // Foundation detects other encodings by a byte order mark or zeros, which UTF-8 JSON does not contain.
        guard !bytes.contains(0), !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
            #expect((try? ours.get()) == nil, "\(shown)")
            return false
        }
        let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        switch (ours, theirs) {
        case (.success(let node), .some(let object)):
            #expect(JSONComparison.isSame(node, object), "\(shown)")
            #expect(!JSONOutline(bytes).isRefusedOnPurpose(members: JSONComparison.members(of: object)), "\(shown)")
            return true
        case (.success(let node), nil):
            #expect(JSONComparison.hasImmenseNumber(node), "only ours takes \(shown)")
        case (.failure(let error), .some(let object)):
            let isOnPurpose = JSONOutline(bytes).isRefusedOnPurpose(members: JSONComparison.members(of: object))
            #expect(isOnPurpose, "only ours refuses \(shown): \(error)")
        case (.failure, nil): break
        }
        return false
    }
}

/// Typical request bodies.
private enum RequestTexts {
    /// Reproducible random texts as long as certificates.
    private static let chain: String = {
        var random = SeededGenerator(seed: 3)
        return [900, 1100].map { length in
            TestPEM.encode("CERTIFICATE", (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) })
        }.joined()
    }()

    static let all: [String] = {
        let escaped = chain.replacing("\n", with: "\\n")
        let solidi = escaped.replacing("/", with: "\\/")
        return [
            #"{"chain":"\#(escaped)","host":"api.example.com"}"#,
            #"{"chain":"\#(escaped.replacing("\\n", with: "\\r\\n"))","explain":true,"host":"b\u00fccher.example"}"#,
            #"{"host":"bücher.example","at":"2026-12-24T00:00:00Z","chain":["\#(solidi)","\#(escaped)"],"nonce":null}"#,
            """
            {
              "chain": "\(escaped)", "crls": [], "policy": {
                "evaluator": "composite", "exceptions": [{"codes": ["host.mismatch"], "until": "2027-01-01T00:00:00Z"}],
                "anyOf": [{"evaluator": "default", "mode": "report"}, {"pins": ["\\ud83d\\ude00", 1.5e-3, -0, true]}]
              }
            }
            """,
        ]
    }()
}
