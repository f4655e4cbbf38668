import Foundation
import ParserHarnesses
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL
@testable import X509Parsing

/// ANCHORD_ORACLE_CERTIFICATES is the number of certificates; the default is 20,000.
@Suite struct `Damaged and recombined certificates` {
    private static let count =
        ProcessInfo.processInfo.environment["ANCHORD_ORACLE_CERTIFICATES"].flatMap(Int.init) ?? 20_000

    /// Certificates with different structures, whose parts are exchanged.
    private static func sources() throws -> [[UInt8]] {
        let root = try TestAuthority.root("Root", key: .shared(.rsa(2048))) {
            $0.extensions.append(
                .nameConstraints(permitted: [.dns("example.com"), .directory(.commonName("A"))])
            )
            $0.extensions.append(.policyConstraints(requireExplicit: 0))
        }
        let issuing = try root.issueAuthority("Issuing") {
            $0.pathLength = 0
            $0.extensions.append(.certificatePolicies(["1.2.3.4"]))
            $0.extensions.append(.crlDistributionPoints(["http://crl.example/a.crl"]))
        }
        let leaf = try issuing.issueLeaf("api.example.com", key: .shared(.ed25519)) {
            $0.subjectAlternativeNames += [
                .ip([192, 0, 2, 1]), .email("a@example.com"), .directory(.commonName("B")),
            ]
            $0.subject = TestName(relativeNames: [
                [.country("DE")], [.organization("Müller", as: .bmp), .commonName("x", as: .printable)],
            ])
        }
        let old = try issuing.issueLeaf("old.example.com") {
            $0.version = 1
            $0.extensions.removeAll()
        }
        return [root.certificate.der, issuing.certificate.der, leaf.der, old.der]
    }

    /// Returns the ranges of all elements in DER, at all levels.
    private static func elements(of der: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        func descend(_ range: Range<Int>) {
            var reader = DERReader(der, in: range)
            while !reader.isAtEnd, let element = try? reader.readAny("an element") {
                found.append(element.whole)
                if element.tag & 0x20 != 0 { descend(element.content) }
            }
        }
        descend(der.indices)
        return found
    }

    /// Replaces an element, and corrects the lengths of the elements around it.
    private static func replacing(
        _ range: Range<Int>,
        of der: [UInt8],
        with element: ArraySlice<UInt8>
    ) -> [UInt8] {
        func rebuilt(_ outer: Range<Int>) -> [UInt8] {
            if outer == range { return Array(element) }
            guard outer.contains(range.lowerBound), range.upperBound <= outer.upperBound else {
                return Array(der[outer])
            }
            var reader = DERReader(der, in: outer)
            guard let whole = try? reader.readAny("an element"), whole.tag & 0x20 != 0 else {
                return Array(der[outer])
            }
            var content: [UInt8] = []
            var inner = DERReader(der, in: whole.content)
            while !inner.isAtEnd, let part = try? inner.readAny("an element") {
                content += rebuilt(part.whole)
            }
            return DERWriter.element(whole.tag, content)
        }
        return rebuilt(der.indices)
    }

    @Test(arguments: 0..<4) func `that we can parse can be parsed by OpenSSL, except for reviewed fields`(
        share: Int
    ) throws {
        let sources = try Self.sources()
        let places = sources.map(Self.elements)
        var random = SeededGenerator(seed: 7 + UInt64(share))
        var readable = 0
        for _ in 0..<Self.count / 4 {
            let index = Int.random(in: sources.indices, using: &random)
            var der = sources[index]
            if Bool.random(using: &random) {
                let donor = Int.random(in: sources.indices, using: &random)
                let part = places[donor][Int.random(in: places[donor].indices, using: &random)]
                let place = places[index][Int.random(in: 1..<places[index].count, using: &random)]
                der = Self.replacing(place, of: der, with: sources[donor][part])
            } else {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    der[Int.random(in: der.indices, using: &random)] ^=
                        1 << UInt8.random(in: 0...7, using: &random)
                }
            }
            guard let certificate = try? read(der).first, certificate.der == der else { continue }
            readable += 1
            if let difference = OpenSSLDifference.first(in: certificate) {
                Issue.record("\(difference) of\n\(TestPEM.encode("CERTIFICATE", der))")
            }
        }
        #expect(readable > Self.count / 40)
    }
}
