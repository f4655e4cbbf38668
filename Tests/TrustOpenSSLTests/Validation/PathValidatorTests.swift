import Testing
import TrustEvaluation
import TrustModel
import TrustTestSupport

@testable import TrustOpenSSL

@Suite struct `OpenSSL's validation of a given path` {
    private static let reference = Instant(secondsSince1970: TestInstant.reference.secondsSince1970)

    /// What OpenSSL finds, as `number depth`, pedantry in brackets; sorted.
    private func errors(
        _ path: [TestCertificate],
        isAnchored: Bool = true,
        at instant: Instant = reference,
        isComplete: Bool = true
    ) throws -> [String] {
        let certificates = try path.map { try read($0.der)[0] }
        let set = AnchorSet(name: "test", certificates: certificates.suffix(1))
        let candidate = CandidatePath(certificates: certificates, end: isAnchored ? .anchor(set) : .issuerNotFound)
        let judgement = try #require(OpenSSLPathValidator())
            .validate(candidate, at: instant)
        #expect((judgement.failure == nil) == isComplete)
        return judgement.violations.map {
            $0.isPedantic ? "(\($0.nativeCode)) \($0.depth)" : "\($0.nativeCode) \($0.depth)"
        }
        .sorted()
    }

    @Test func `accepts a sound path, a leaf that is the anchor, and an anchor that is an intermediate`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing")
        let leaf = try issuing.issueLeaf("api.example.com")
        #expect(try errors([leaf, issuing.certificate, root.certificate]) == [])
        #expect(try errors([leaf, issuing.certificate]) == [])
        #expect(try errors([leaf]) == [])
        #expect(try errors([root.certificate]) == [])
    }

    @Test func `reports every bad signature, and nothing for its being beneath a genuine authority`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing") { $0.signature.isCorrupt = true }
        let stranger = try TestKey.generate(.ecdsaP256)
        let leaf = try issuing.issueLeaf("api.example.com") { $0.signature.key = stranger }
        #expect(try errors([leaf, issuing.certificate, root.certificate]) == ["7 0", "7 1"])
    }

    @Test func `takes for wrong a signature that nobody has checked`() throws {
        let root = try TestAuthority.root("Root")
        let path = try [try root.issueLeaf("api.example.com"), root.certificate].map { try read($0.der)[0] }
        let set = AnchorSet(name: "test", certificates: path.suffix(1))
        for (areSigned, numbers) in [([true], []), ([false], [7]), ([], [7])] as [([Bool], [Int32])] {
            let judgement = try #require(OpenSSLPathValidator()).validate(
                CandidatePath(certificates: path, end: .anchor(set)),
                areSigned: areSigned,
                at: Self.reference
            )
            #expect(judgement.violations.map(\.nativeCode) == numbers)
        }
    }

    @Test func `judges the path it is given, also where another anchor or issuer of the same name exists`() throws {
        let root = try TestAuthority.root("Root")
        let namesake = try TestAuthority.root("Root")
        let leaf = try root.issueLeaf("api.example.com")
        #expect(try errors([leaf, namesake.certificate]) == ["7 0"])
        #expect(try errors([leaf, root.certificate]) == [])
        // A self-issued authority above itself: OpenSSL must not skip it for the anchor right away.
        let rollover = try root.issueAuthority("Root")
        let below = try rollover.issueLeaf("api.example.com")
        #expect(try errors([below, rollover.certificate, root.certificate]) == [])
    }

    @Test func `goes beyond a self-issued certificate without key identifiers (RFC 5280 §3.2)`() throws {
        let root = try TestAuthority.root("Root")
        let rollover = try root.issueAuthority("Root") {
            $0.authorityKeyIdentifier = nil
            $0.subjectKeyIdentifier = nil
        }
        let leaf = try rollover.issueLeaf("api.example.com") { $0.authorityKeyIdentifier = nil }
        #expect(try errors([leaf, rollover.certificate, root.certificate]) == ["(85) 0", "(85) 1", "(86) 1"])
        let selfIssued = try root.issueLeaf("Root") {
            $0.authorityKeyIdentifier = nil
            $0.serialNumber = [1]
        }
        #expect(try errors([selfIssued, root.certificate]) == ["(85) 0"])
        let forged = try root.issueAuthority("Root") {
            $0.authorityKeyIdentifier = nil
            $0.signature.isCorrupt = true
        }
        let below = try forged.issueLeaf("api.example.com")
        #expect(try errors([below, forged.certificate, root.certificate]) == ["(85) 1", "7 1"])
    }

    @Test func `judges a long path whole`() throws {
        var authorities = [try TestAuthority.root("Root")]
        for number in 0..<40 { authorities.append(try authorities[number].issueAuthority("Issuing \(number)")) }
        let leaf = try authorities[40].issueLeaf("api.example.com")
        #expect(try errors([leaf] + authorities.reversed().map(\.certificate)) == [])
    }

    @Test func `judges a path in which a certificate stands whose name is not the next one's subject`() throws {
        let root = try TestAuthority.root("Root")
        let leaf = try root.issueLeaf("api.example.com")
        let stranger = try TestAuthority.root("Stranger")
        #expect(try errors([leaf, stranger.certificate]).contains("7 0"))
    }

    @Test func `finds path lengths, name constraints, critical extensions and key usage`() throws {
        let root = try TestAuthority.root("Root") {
            $0.pathLength = 0
            $0.extensions.append(.nameConstraints(permitted: [.dns("example.org")]))
        }
        let issuing = try root.issueAuthority("Issuing") { $0.keyUsage = [.crlSign] }
        let leaf = try issuing.issueLeaf("api.example.com") {
            $0.extensions.append(.raw("1.2.3", critical: true, value: [5, 0]))
        }
        #expect(try errors([leaf, issuing.certificate, root.certificate]) == ["25 2", "32 1", "34 0", "47 0", "79 1"])
    }

    @Test func `takes a common name for no host name under name constraints`() throws {
        let root = try TestAuthority.root("Root") {
            $0.extensions.append(.nameConstraints(permitted: [.dns("example.org")]))
        }
        let leaf = try root.issueLeaf("api.example.com") { $0.subjectAlternativeNames = [.ip([192, 0, 2, 1])] }
        #expect(try errors([leaf, root.certificate]) == [])
    }

    @Test func `calls pedantry what only conforming authorities must do`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing") {
            $0.subjectKeyIdentifier = nil
            $0.keyUsage = nil
        }
        let leaf = try issuing.issueLeaf("api.example.com") { $0.authorityKeyIdentifier = nil }
        #expect(try errors([leaf, issuing.certificate, root.certificate]) == ["(85) 0", "(86) 1", "(92) 1"])
    }

    @Test func `finds an extension that OpenSSL cannot read, at which it gives up`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing") { $0.keyUsage = [] }
        let leaf = try issuing.issueLeaf("api.example.com")
        #expect(try errors([leaf, issuing.certificate, root.certificate], isComplete: false).contains("41 1"))
        let broken = try root.issueLeaf("api.example.com") { $0.keyUsage = [] }
        #expect(try errors([broken, root.certificate], isComplete: false) == ["41 0"])
        let unknown = TestExtension.raw(.issuerAlternativeName, value: [1])
        let unread = try root.issueLeaf("api.example.com") { $0.extensions.append(unknown) }
        #expect(try errors([unread, root.certificate]) == [])
    }

    @Test func `needs no key that OpenSSL can decode but those that signed`() throws {
        let unknown = DERWriter.sequence(DERWriter.sequence([0x06, 0x02, 0x2A, 0x03]), DERWriter.bitString([1, 2, 3]))
        let root = try TestAuthority.root("Root")
        let leaf = try root.issueLeaf("api.example.com") { $0.subjectPublicKeyInfo = unknown }
        #expect(try errors([leaf, root.certificate]) == [])
        let strange = try TestAuthority.root("Root", key: root.key) { $0.subjectPublicKeyInfo = unknown }
        #expect(try errors([leaf, strange.certificate]) == ["6 0"])
    }

    @Test func `knows times beyond 32 bits`() throws {
        let root = try TestAuthority.root("Root") { $0.notAfter = TestInstant(year: 3000, month: 1, day: 1) }
        let leaf = try root.issueLeaf("api.example.com") { $0.notAfter = TestInstant(year: 3000, month: 1, day: 1) }
        let path = [leaf, root.certificate]
        #expect(try errors(path, at: try #require(Instant(year: 2969, month: 1, day: 1))) == [])
        #expect(try errors(path, at: try #require(Instant(year: 3001, month: 1, day: 1))) == ["10 0", "10 1"])
        #expect(try errors(path, at: try #require(Instant(year: 1900, month: 1, day: 1))) == ["9 0", "9 1"])
    }

    @Test func `judges the times of each certificate alone, the anchor's too, by the given time and no clock`() throws {
        let instant = try #require(Instant(year: 2500, month: 7, day: 1))
        let year: (Int) -> TestInstant = { TestInstant(year: $0, month: 1, day: 1) }
        for (depth, period, error) in (0..<3).flatMap({ depth in
            [(depth, 2499..<2500, "10 \(depth)"), (depth, 2501..<2502, "9 \(depth)")]
        }) {
            let periods = (0..<3).map { $0 == depth ? period : 2500..<2501 }
            let root = try TestAuthority.root("Root") {
                ($0.notBefore, $0.notAfter) = (year(periods[2].lowerBound), year(periods[2].upperBound))
            }
            let issuing = try root.issueAuthority("Issuing") {
                ($0.notBefore, $0.notAfter) = (year(periods[1].lowerBound), year(periods[1].upperBound))
            }
            let leaf = try issuing.issueLeaf("api.example.com") {
                ($0.notBefore, $0.notAfter) = (year(periods[0].lowerBound), year(periods[0].upperBound))
            }
            let path = [leaf, issuing.certificate, root.certificate]
            #expect(try errors(path, at: instant) == [error])
            #expect(try errors(Array(path.dropLast()), at: instant) == (depth < 2 ? [error] : []))
        }
    }

    @Test func `finds the end of a path without anchor`() throws {
        let root = try TestAuthority.root("Root")
        let issuing = try root.issueAuthority("Issuing")
        let leaf = try issuing.issueLeaf("api.example.com")
        #expect(try errors([leaf, issuing.certificate, root.certificate], isAnchored: false) == ["19 2"])
        #expect(try errors([leaf, issuing.certificate], isAnchored: false).contains("20 1"))
        #expect(try errors([root.certificate], isAnchored: false) == ["18 0"])
    }

    @Test func `says by whose key a certificate is signed`() throws {
        let root = try TestAuthority.root("Root")
        let namesake = try TestAuthority.root("Root")
        let leaf = try read(root.issueLeaf("api.example.com").der)[0]
        let validator = try #require(OpenSSLPathValidator())
        #expect(try validator.isSigned(leaf, by: read(root.certificate.der)[0]))
        #expect(try !validator.isSigned(leaf, by: read(namesake.certificate.der)[0]))
    }
}
