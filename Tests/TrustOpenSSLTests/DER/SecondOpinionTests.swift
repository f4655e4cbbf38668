import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `The parsed fields of a certificate` {
    /// Serial number, validity, names and fingerprint in the format of `openssl x509`.
    private static let options = [
        "-serial", "-startdate", "-enddate", "-dateopt", "iso_8601", "-fingerprint", "-sha256", "-subject", "-issuer",
        "-nameopt", "RFC2253,-esc_msb,utf8",
    ]

    /// The same lines from our facts.
    private func lines(_ facts: CertificateFacts) throws -> [String] {
        func time(_ instant: Instant?) throws -> String {
            try #require(instant).description.replacing("T", with: " ")
        }
        return [
            "serial=" + Hexadecimal.encode(facts.serialNumber).uppercased(),
            "notBefore=" + (try time(facts.notBefore)),
            "notAfter=" + (try time(facts.notAfter)),
            "sha256 Fingerprint="
                + facts.fingerprint.bytes.map { Hexadecimal.encode([$0]) }.joined(separator: ":").uppercased(),
            "subject=" + facts.subject.description,
            "issuer=" + facts.issuer.description,
        ]
    }

    private func check(_ der: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let facts = try read(der)[0].facts
        let theirs = try #require(try OpenSSLProgram.describe(der, Self.options), sourceLocation: sourceLocation)
        #expect(theirs.split(separator: "\n").map(String.init) == (try lines(facts)), sourceLocation: sourceLocation)
    }

    @Test func `are equal to those of OpenSSL`() throws {
        let name = TestName(relativeNames: [
            [.country("DE")], [.organization("Müller, Söhne + Co \"GmbH\"", as: .bmp)],
            [.organizationalUnit(" #leading; <and> trailing\\ ", as: .teletex)], [.domainComponent("example")],
            [.commonName("Test Root", as: .printable)],
        ])
        let root = try TestAuthority.root("Root") {
            $0.subject = name
            $0.issuer = name
            $0.notAfter = TestInstant(year: 2969, month: 12, day: 31, hour: 23, minute: 59, second: 58)
        }
        try check(root.certificate.der)
        try check(root.issueLeaf("api.example.com", key: .shared(.rsa(2048))) { $0.serialNumber = [0x7F] }.der)
    }

    @Test func `are equal to those of OpenSSL for damaged certificates that both can parse`() throws {
        let der = try TestAuthority.root("Root").issueLeaf("api.example.com").der
        var random = SeededGenerator(seed: 3)
        var compared = 0
        for _ in 0..<400 where compared < 25 {
            var damaged = der
            damaged[Int.random(in: damaged.indices, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
            guard let facts = try? read(damaged).first?.facts, facts.notBefore != nil, facts.notAfter != nil,
                facts.serialNumber.first.map({ $0 < 0x80 }) == true
            else { continue }
            let ours = try lines(facts)
            let theirs = try #require(try OpenSSLProgram.describe(damaged, Self.options))
            // The two programs escape unusual characters, from damaged bytes in names, differently.
            let isPlain = theirs.utf8.allSatisfy { $0 < 0x7F } && !theirs.contains("\\") && !theirs.contains("#")
            guard isPlain else { continue }
            compared += 1
            #expect(theirs.split(separator: "\n").map(String.init) == ours)
        }
        #expect(compared == 25)
    }
}
