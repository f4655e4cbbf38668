import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `Malformed DER` {
    private static func refusal(_ edit: (inout CertificateTemplate) throws -> Void) throws -> String? {
        TrustOpenSSLTests.refusal(try TestAuthority.root("Root", edit: edit).certificate.der)
    }

    @Test(
        arguments: [
            ([0x30], "malformedCertificate 0 0: the certificate is truncated"),
            ([0x30, 0x00], "malformedCertificate 0 2: the signed part is missing"),
            (
                [0x30, 0x05, 0x30],
                "malformedCertificate 0 0: the certificate has a length of 5 bytes, more than the remaining 1"
            ),
            ([0x30, 0x80, 0, 0], "malformedCertificate 0 1: the certificate has an indefinite length"),
            (
                [0x30, 0x85, 1, 1, 1, 1, 1],
                "malformedCertificate 0 1: the certificate has a length field of more than 4 octets"
            ),
            ([0x30, 0x82, 1], "malformedCertificate 0 1: the length of the certificate is truncated"),
            (
                [0x30, 0x81, 1, 0],
                "malformedCertificate 0 1: the length of the certificate is not minimally encoded"
            ),
            (
                [0x30, 0x82, 0, 0x80] + [UInt8](repeating: 0, count: 128),
                "malformedCertificate 0 1: the length of the certificate is not minimally encoded"
            ),
            ([0x30, 0x02, 0x31, 0x00], "malformedCertificate 0 2: the signed part has tag 0x31 instead of 0x30"),
            ([0x30, 0x02, 0x1F, 0x00], "malformedCertificate 0 2: the signed part has tag 0x1f instead of 0x30"),
            ([0x31, 0x00], "noCertificate - -: the input is neither PEM nor DER"),
        ] as [([UInt8], String)]
    )
    func `is rejected at the first invalid byte`(der: [UInt8], expected: String) {
        #expect(TrustOpenSSLTests.refusal(der) == expected)
    }

    /// X.690 section 8.1.5; attribute values may have every other tag.
    @Test(arguments: [0x00, 0x20] as [UInt8]) func `includes elements with the reserved tag 0`(tag: UInt8) throws {
        func refusal(_ tag: UInt8) throws -> String? {
            let attribute = DERWriter.sequence([6, 3, 0x55, 4, 3], [tag, 0])
            return try Self.refusal { $0.subject = TestName(der: DERWriter.sequence(DERWriter.set(of: [attribute]))) }
        }
        #expect(try refusal(tag)?.hasSuffix("has the reserved tag 0") == true)
        #expect(try refusal(0x05) == nil)
        #expect(try refusal(0x80) == nil)
    }

    @Test func `is distinguished from DER with trailing data`() throws {
        let der = try TestAuthority.root("Root").certificate.der
        #expect(
            TrustOpenSSLTests.refusal(der + [0, 0])
                == "malformedCertificate 0 \(der.count): 2 bytes follow the certificate"
        )
    }

    @Test(
        arguments: [
            ([], "has no content", 0), ([0, 1], "is not minimally encoded", 2),
            ([0xFF, 0x80], "is not minimally encoded", 2),
        ] as [([UInt8], String, Int)]
    )
    func `in the serial number is rejected at its offset`(content: [UInt8], what: String, offset: Int) throws {
        // It follows the headers of the certificate and the signed part, and the version: 4 + 3 + 5 octets.
        let message = try Self.refusal { $0.serialNumber = content }
        #expect(message == "malformedCertificate 0 \(12 + offset): the serial number \(what)")
    }

    @Test func `in a name, a key, a time or an extension list is rejected`() throws {
        #expect(
            try Self.refusal { $0.subject = TestName(der: DERWriter.sequence(DERWriter.null)) }?
                .hasSuffix(": a relative distinguished name of the subject has tag 0x05 instead of 0x31") == true
        )
        #expect(
            try Self.refusal { $0.issuer = TestName(der: DERWriter.sequence([0x31, 0])) }?
                .hasSuffix(": an attribute of the issuer is missing") == true
        )
        #expect(
            try Self.refusal { $0.subjectPublicKeyInfo = DERWriter.sequence(DERWriter.null) }?
                .hasSuffix(": the public key's algorithm has tag 0x05 instead of 0x30") == true
        )
        #expect(
            try Self.refusal { $0.notAfterEncoding = .verbatim(DERWriter.null) }?
                .hasSuffix(": notAfter is neither a UTCTime nor a GeneralizedTime") == true
        )
        #expect(
            try Self.refusal { $0.extensions.append(TestExtension("1.2.3", der: DERWriter.sequence())) }?
                .hasSuffix(": an extension's type is missing") == true
        )
        #expect(
            try Self.refusal { $0.extensions.append(TestExtension("1.2.3", der: DERWriter.sequence([6, 1, 0x80]))) }?
                .hasSuffix(": an extension's type is not a valid OBJECT IDENTIFIER") == true
        )
    }

    @Test func `includes more than a hundred extensions`() throws {
        func refusal(_ count: UInt64) throws -> String? {
            try Self.refusal { template in
                template.extensions.removeAll()
                for number in 0..<count {
                    let type = OID(1, 2, 3, number).der
                    let value = DERWriter.sequence([6, UInt8(type.count)] + type, [4, 0])
                    template.extensions.append(TestExtension("1.2.3", der: value))
                }
            }
        }
        #expect(try refusal(100) == nil)
        #expect(try refusal(101)?.hasSuffix(": there are more than 100 extensions, a fixed bound") == true)
    }

    @Test func `is distinguished from parts that exceed a bound`() throws {
        func refusal(_ name: TestName) throws -> String? { try Self.refusal { $0.subject = name } }
        let long = TestName([.organization(String(repeating: "a", count: 4100))])
        #expect(try refusal(long)?.hasPrefix("boundExceeded 0 ") == true)
        #expect(try refusal(long)?.hasSuffix(": the subject has more than 4096 bytes, a fixed bound") == true)
        let many = TestName((0..<65).map { .organization("\($0)") })
        #expect(try refusal(many)?.hasSuffix(": the subject has more than 64 attributes, a fixed bound") == true)
    }

    @Test func `includes more directory names than any CA uses`() throws {
        func names(_ count: Int) -> [TestGeneralName] { Array(repeating: .directory(.commonName("a")), count: count) }
        func refusal(_ added: TestExtension) throws -> String? {
            try Self.refusal { $0.extensions.append(added) }
        }
        #expect(try refusal(.subjectAlternativeName(names(32))) == nil)
        let among = ": there are more than 32 directory names, a fixed bound"
        #expect(try refusal(.subjectAlternativeName(names(33)))?.hasSuffix(among) == true)
        #expect(try refusal(.subjectAlternativeName(names(33) + [.verbatim([0x99, 0])]))?.hasSuffix(among) == true)
        #expect(try refusal(.nameConstraints(permitted: names(60), excluded: names(40))) == nil)
        let subtrees = ": there are more than 100 directory names, a fixed bound"
        #expect(try refusal(.nameConstraints(permitted: names(60), excluded: names(41)))?.hasSuffix(subtrees) == true)
        func points(_ count: Int) -> TestExtension {
            .crlDistributionPoints(points: Array(repeating: TestDistributionPoint(.full(names(4))), count: count))
        }
        #expect(try refusal(points(8)) == nil)
        #expect(try refusal(points(9))?.hasSuffix(among) == true)
    }

    @Test(
        arguments: [
            ("260101000000Z", false, 1_767_225_600), ("491231235959Z", false, 2_524_607_999),
            ("500101000000Z", false, -631_152_000), ("29690101000000Z", true, 31_525_459_200),
            ("20260101000000Z", true, 1_767_225_600), ("99991231235959Z", true, 253_402_300_799),
            ("2601010000Z", false, nil), ("260101000000+0000", false, nil), ("260101000000", false, nil),
            ("20260101000000.5Z", true, nil), ("20260229000000Z", true, nil), ("260101240000Z", false, nil),
            ("2601010000 0Z", false, nil), ("", false, nil), ("260101000060Z", false, nil),
        ] as [(String, Bool, Int64?)]
    )
    func `makes a time unknown, and valid times are exact (RFC 5280 §4.1.2.5)`(
        text: String,
        isGeneralized: Bool,
        seconds: Int64?
    ) throws {
        let root = try TestAuthority.root("Root") { $0.notAfterEncoding = .text(text, generalized: isGeneralized) }
        #expect(try read(root.certificate.der)[0].facts.notAfter?.secondsSince1970 == seconds)
    }
}

@Suite struct `Damaged certificates` {
    private static func sample() throws -> [UInt8] {
        let root = try TestAuthority.root("Root")
        return try root.issueLeaf("api.example.com") {
            $0.extensions.append(
                .nameConstraints(permitted: [.dns("example.com")], excluded: [.ip([0, 0, 0, 0, 0, 0, 0, 0])])
            )
            $0.extensions.append(.certificatePolicies(["1.2.3"]))
            $0.extensions.append(.crlDistributionPoints(["http://crl.example/a"]))
            $0.extensions.append(.authorityInformationAccess(ocsp: ["http://ocsp.example"]))
        }.der
    }

    @Test func `are rejected if truncated at any byte, with an offset`() throws {
        let der = try Self.sample()
        for count in 0..<der.count {
            let text = try #require(refusal(Array(der.prefix(count))))
            #expect(count == 0 || text.hasPrefix("malformedCertificate 0 "), "\(count): \(text)")
        }
        #expect(refusal(der) == nil)
    }

    @Test func `are parsed or rejected after a change of any byte`() throws {
        let der = try Self.sample()
        let expected = try read(der)[0]
        var accepted = 0
        for index in der.indices {
            for mask in [UInt8(0x01), 0x20, 0x80, 0xFF] {
                var damaged = der
                damaged[index] ^= mask
                guard let certificate = try? read(damaged).first else { continue }
                accepted += 1
                #expect(certificate.der == damaged)
                #expect(certificate != expected)
            }
        }
        #expect(accepted > 0)
    }

    @Test func `and random bytes are parsed or rejected`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<3000 {
            var bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = refusal(bytes)
            bytes.insert(contentsOf: [0x30, 0x81, UInt8(truncatingIfNeeded: bytes.count)], at: 0)
            _ = refusal(bytes)
            _ = refusal(Array("-----BEGIN CERTIFICATE-----".utf8) + bytes + Array("-----END CERTIFICATE-----".utf8))
        }
    }

    @Test func `are parsed or rejected after several changes`() throws {
        let der = try Self.sample()
        var random = SeededGenerator(seed: 2)
        for _ in 0..<3000 {
            var damaged = der
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let index = Int.random(in: damaged.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged[index] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: index)
                default: damaged.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            _ = refusal(damaged)
            let text = TestPEM.encode("PKCS7", TestPKCS7(certificateElements: [damaged]).der)
            _ = refusal(text)
        }
    }
}
