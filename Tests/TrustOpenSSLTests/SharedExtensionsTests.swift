import BoundedCache
import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL
@testable import X509Parsing

@Suite struct `Shared extensions` {
    private static let policy: TestObjectIdentifier = "2.23.140.1.2.1"

    /// Creates a leaf with all extensions that public issuers use.
    private static func leaf(_ host: String, of issuer: TestAuthority, crl: String = "1") throws -> [UInt8] {
        try issuer.issueLeaf(host) {
            $0.subjectAlternativeNames = [.dns(host), .dns("www." + host)]
            $0.extensions.append(.crlDistributionPoints(["http://crl.example.com/\(crl).crl"]))
            $0.extensions.append(.certificatePolicies([policy]))
            $0.extensions.append(
                .authorityInformationAccess(
                    ocsp: ["http://ocsp.example.com"],
                    issuers: ["http://ca.example.com/ca.cer"]
                )
            )
            $0.extensions.append(.raw("1.3.6.1.4.1.11129.2.4.2", value: DERWriter.octetString(Array(host.utf8))))
        }.der
    }

    /// Returns all parsed fields, or the error.
    private static func account(of der: [UInt8], _ shared: SharedExtensions?) -> String {
        do throws(DERError) {
            let parsed = try CertificateParser.parse(der, shareExtensions: shared.map { $0.extensions })
            var text = ""
            dump(parsed.extensions, to: &text)
            return text
        } catch {
            return "\(error)"
        }
    }

    @Test func `are shared by the leaves of an issuer, without their names`() throws {
        let shared = SharedExtensions(certificates: 64)
        let root = try TestAuthority.root("Root")
        for host in ["a.example.com", "b.example.com", "c.example.com"] {
            let der = try Self.leaf(host, of: root)
            #expect(Self.account(of: der, shared) == Self.account(of: der, nil))
        }
        #expect(shared.figures.entries == 1)
        #expect(shared.figures.hits == 2)
        let elsewhere = try Self.leaf("a.example.com", of: root, crl: "2")
        #expect(Self.account(of: elsewhere, shared) == Self.account(of: elsewhere, nil))
        #expect(shared.figures.entries == 2)
    }

    @Test func `are equal in every byte, so a changed certificate is parsed as without sharing`() throws {
        let shared = SharedExtensions(certificates: 4096)
        let der = try Self.leaf("a.example.com", of: TestAuthority.root("Root"))
        _ = Self.account(of: der, shared)
        for position in der.indices {
            for change: UInt8 in [0x01, 0x21, 0xFF] {
                var other = der
                other[position] ^= change
                let expected = Self.account(of: other, nil)
                // Twice, since the second call may find cached extensions.
                #expect(Self.account(of: other, shared) == expected, "byte \(position)")
                #expect(Self.account(of: other, shared) == expected, "byte \(position) again")
            }
        }
        #expect(Self.account(of: der, shared) == Self.account(of: der, nil))
    }

    @Test func `are neither malformed nor duplicate, since errors have offsets`() throws {
        let shared = SharedExtensions(certificates: 64)
        let root = try TestAuthority.root("Root")
        for _ in 0..<2 {
            let broken = try root.issueLeaf("a.example.com") {
                $0.extensions.append(.raw(.certificatePolicies, value: [0x30, 0x00]))
            }.der
            let twice = try root.issueLeaf("a.example.com") {
                for _ in 0..<2 { $0.extensions.append(.certificatePolicies([Self.policy])) }
            }.der
            #expect(Self.account(of: broken, shared) == Self.account(of: broken, nil))
            #expect(Self.account(of: twice, shared) == Self.account(of: twice, nil))
        }
        #expect(shared.figures.entries == 0)
    }

    @Test(arguments: [true, false])
    func `report the first of two that exceed a bound, as without sharing`(isOwnFirst: Bool) throws {
        let purposes = TestExtension.raw(
            .extendedKeyUsage,
            value: DERWriter.sequence(Array((0..<200).map { _ in [6, 1, 0x2A] as [UInt8] }.joined()))
        )
        let names = TestExtension.raw(
            .subjectAlternativeName,
            value: DERWriter.sequence(Array((0..<5000).map { _ in [0x82, 1, 0x61] as [UInt8] }.joined()))
        )
        let der = try TestAuthority.root("Root").issueLeaf("a.example.com") {
            $0.extensions = TestExtensions(isOwnFirst ? [names, purposes] : [purposes, names])
        }.der
        let expected = Self.account(of: der, nil)
        #expect(expected.contains("bound"))
        #expect(Self.account(of: der, SharedExtensions(certificates: 64)) == expected)
    }

    @Test func `take bounded memory`() throws {
        let shared = SharedExtensions(certificates: 1_000_000)
        for number in 0..<4000 {
            let encoding = [UInt8](repeating: UInt8(number & 0xFF), count: 400 + number / 256)
            _ = try shared.extensions(encoding) { CertificateExtensions() }
        }
        #expect((1...512).contains(shared.figures.entries))
        #expect(shared.figures.weight <= 512 * 512)
        let known = shared.figures.entries
        _ = try shared.extensions([UInt8](repeating: 0, count: 2049)) { CertificateExtensions() }
        #expect(shared.figures.entries == known, "a long encoding is not kept")
    }

    @Test func `are correct for concurrent threads`() async throws {
        let reader = OpenSSLCertificateReader(cache: CertificateCache(entries: 256))
        let issuers = try (0..<3).map { try TestAuthority.root("Root \($0)") }
        let leaves = try (0..<48).map { number in
            try Self.leaf("host\(number).example.com", of: issuers[number % 3], crl: "\(number % 3)")
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for start in 0..<8 {
                group.addTask {
                    for number in 0..<leaves.count {
                        let number = (number + 6 * start) % leaves.count
                        let facts = try reader.certificates(in: leaves[number], limits: CertificateLimits())[0].facts
                        #expect(facts.extensions.subjectAlternativeNames?.first == .dns("host\(number).example.com"))
                        #expect(facts.extensions.crlLocations == ["http://crl.example.com/\(number % 3).crl"])
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
