import Testing
import TrustEvaluation
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import X509Parsing

@Suite struct `Parser of certificate timestamps` {
    private let log: TestLog
    private let authority: TestAuthority

    init() throws {
        log = try TestLog("Alpha", operator: "Alpha")
        authority = try TestAuthority.root("Root", key: TestKey.shared(.ecdsaP256, "timestamp parser"))
    }

    private func single() throws -> [UInt8] {
        try log.timestamp(for: authority.certificate) { $0.extensions = [1, 2, 3] }
    }

    /// The error of bytes in a request as `offset: reason`.
    private func refusal(_ bytes: [UInt8]) -> String {
        do throws(EvidenceReadingError) {
            return "\(try OpenSSLEvidenceReader().timestamps(in: bytes).count) timestamps"
        } catch {
            return "\(error.offset ?? -1): \(error.reason)"
        }
    }

    @Test func `reads all fields of one timestamp and of a list`() throws {
        let bytes = try single()
        let expected = SignedCertificateTimestamp(
            logID: try #require(Fingerprint(log.identifier())),
            milliseconds: UInt64(TestInstant.reference.adding(days: -20).secondsSince1970) * 1000,
            extensions: [1, 2, 3],
            hashAlgorithm: 4,
            signatureAlgorithm: 3,
            signature: Array(bytes[50...])
        )
        let reader = OpenSSLEvidenceReader()
        #expect(try reader.timestamps(in: bytes) == [.timestamp(expected)])
        let list = TestTimestamp.list([bytes, bytes])
        #expect(try reader.timestamps(in: list) == [.timestamp(expected), .timestamp(expected)])
    }

    @Test func `rejects every truncation and every added byte`() throws {
        let reader = OpenSSLEvidenceReader()
        for bytes in [try single(), TestTimestamp.list([try single()])] {
            for count in bytes.indices {
                #expect(throws: EvidenceReadingError.self) { try reader.timestamps(in: Array(bytes.prefix(count))) }
            }
            #expect(throws: EvidenceReadingError.self) { try reader.timestamps(in: bytes + [0]) }
        }
    }

    @Test func `reports the byte and the reason`() throws {
        var bytes = try single()
        // With another first byte of the log ID, the beginning could also be the length of a list.
        bytes[1] = 0xFF
        #expect(refusal([]) == "0: the version has 0 of 1 bytes")
        #expect(refusal(Array(bytes.prefix(20))) == "1: the log ID has 19 of 32 bytes")
        #expect(refusal(Array(bytes.prefix(42))) == "41: the length of the extensions has 1 of 2 bytes")
        #expect(refusal(bytes + [0]) == "\(bytes.count): 1 more bytes follow the timestamp")
        #expect(refusal(TestTimestamp.list([[]])) == "2: a timestamp is empty")
        #expect(refusal(TestTimestamp.list([Array(bytes.prefix(20))])) == "5: the log ID has 19 of 32 bytes")
        let many = TestTimestamp.list(Array(repeating: bytes, count: 65))
        #expect(refusal(many).hasSuffix("the list has more than 64 timestamps, a fixed bound"))
        #expect(refusal(TestTimestamp.list(Array(repeating: bytes, count: 64))) == "64 timestamps")
    }

    @Test func `a private key in place of a timestamp is reported as exposed`() throws {
        #expect(refusal(try TestKey.shared(.ecdsaP256, "log").privateKeyDER()).contains("treat it as exposed"))
    }

    @Test func `an unsupported version is unusable, not malformed`() throws {
        let bytes = try log.timestamp(for: authority.certificate) { $0.version = 2 }
        #expect(
            try OpenSSLEvidenceReader().timestamps(in: bytes) == [.unusable("its version 3 is not supported")]
        )
    }

    @Test func `the precertificate is the signed part without the timestamps, wherever they are`() throws {
        for place in 0..<4 {
            var without: [UInt8] = []
            let leaf = try authority.issueLeaf("api.example.com") { template in
                without = template.signedPart
                template.extensions.list.insert(.timestamps([try single()]), at: place)
            }
            let embedded = try #require(EmbeddedTimestampParser.parse(leaf.der))
            #expect(embedded.precertificate == without)
            #expect(embedded.elements.count == 1)
        }
    }

    @Test func `a certificate with no other extension has none in its precertificate`() throws {
        let leaf = try authority.issueLeaf("api.example.com") {
            $0.extensions.removeAll()
            $0.extensions.append(.timestamps([try single()]))
        }
        var expected = leaf.template
        expected.extensions.removeAll()
        #expect(EmbeddedTimestampParser.parse(leaf.der)?.precertificate == expected.signedPart)
    }

    @Test func `two extensions with timestamps, or a malformed one, are unusable`() throws {
        let twice = try authority.issueLeaf("api.example.com") {
            $0.extensions.append(.timestamps([try single()]))
            $0.extensions.append(.timestamps([try single()]))
        }
        guard case .unusable(let reason)? = EmbeddedTimestampParser.parse(twice.der)?.elements.first else {
            Issue.record("two extensions are usable")
            return
        }
        #expect(reason.hasSuffix("there are two extensions with timestamps"))
        for value: [UInt8] in [
            [], [4], [4, 0], [5, 0], [4, 1, 0], [4, 2, 0, 0], [4, 4, 0, 2, 0, 0], [4, 2, 0, 0, 0],
        ] {
            let leaf = try authority.issueLeaf("api.example.com") {
                $0.extensions.append(.raw(TestExtension.timestampType, value: value))
            }
            let elements = try #require(EmbeddedTimestampParser.parse(leaf.der)).elements
            #expect(elements.count == 1)
            guard case .unusable = elements[0] else {
                Issue.record("\(value) is usable")
                return
            }
        }
        #expect(EmbeddedTimestampParser.parse(authority.certificate.der) == nil)
    }

    @Test func `an OCSP response with malformed timestamps remains usable`() throws {
        let leaf = try authority.issueLeaf("api.example.com")
        func timestamps(_ value: [UInt8]) throws -> [TimestampElement]? {
            let response = try authority.ocspResponse(for: leaf) {
                $0.responses[0].extensions.append(.raw("1.3.6.1.4.1.11129.2.4.5", value: value))
            }
            let read = try OpenSSLEvidenceReader().ocspResponse(in: response.der, limits: EvidenceLimits())
            return read.answer?.facts.responses.first?.timestamps
        }
        #expect(try timestamps(DERWriter.octetString(TestTimestamp.list([single(), single()])))?.count == 2)
        guard case .unusable? = try timestamps([4, 0])?.first else {
            Issue.record("an empty list is usable")
            return
        }
    }

    @Test func `log keys are RSA keys of at least 2048 bits, or on P-256`() throws {
        let verifier = OpenSSLTimestampVerifier()
        let kinds: [(TestKeyKind, Bool)] = [
            (.ecdsaP256, true), (.rsa(2048), true), (.rsa(1024), false), (.ecdsaP384, false), (.ed25519, false),
            (.rsaPSS(2048), false),
        ]
        for (kind, isSupported) in kinds {
            let key = try TestKey.shared(kind, "log keys").subjectPublicKeyInfo
            #expect((try verifier.logKey(in: key) != nil) == isSupported, "\(kind)")
            #expect(throws: EvidenceReadingError.self) { try verifier.logKey(in: key + [0]) }
        }
    }
}
