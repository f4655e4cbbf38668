import Synchronization
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// Evidence about one leaf, and resources that record what is examined.
private struct CacheCase {
    final class Counter: RevocationEvidenceVerifying {
        let digests = Mutex(0)

        func isSigned(_ list: CertificateRevocationList, by issuer: Certificate) -> Bool { true }
        func isSigned(_ response: OCSPResponse, by signer: Certificate) -> Bool { true }
        func digest(of bytes: [UInt8], algorithm: OID) -> [UInt8]? {
            digests.withLock { $0 += 1 }
            return OpenSSLEvidenceVerifier().digest(of: bytes, algorithm: algorithm)
        }
        func digest(ofPublicKeyOf certificate: Certificate, algorithm: OID) -> [UInt8]? {
            OpenSSLEvidenceVerifier().digest(ofPublicKeyOf: certificate, algorithm: algorithm)
        }
    }

    let counter = Counter()
    let hierarchy: Hierarchy
    var resources: EvaluationResources
    var evidence = RevocationEvidence()

    init(_ hierarchy: Hierarchy? = nil) throws {
        self.hierarchy = try hierarchy ?? Hierarchy()
        let ports = EvaluationPorts(
            signatures: try #require(OpenSSLSignatureVerifier()),
            evidence: counter,
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: try #require(PSLSuffixes())
        )
        // The total budget is larger, so that the budget of one kind of work decides.
        resources = EvaluationResources(ports: ports, budget: WorkBudget(signatureChecks: 1000), time: .reference)
    }

    mutating func ask(about place: Int = 0) throws -> RevocationCache.Knowledge {
        let path = try hierarchy.path.map { try $0.read() }
        return resources.knowledge(
            of: path[place],
            issuedBy: path[place + 1],
            from: evidence,
            under: PathRequirements(anchors: [])
        )
    }
}

@Suite struct `Cached revocation results` {
    @Test func `are computed once for all members of a composite`() throws {
        var cacheCase = try CacheCase()
        let response = try cacheCase.hierarchy.intermediate.ocspResponse(for: cacheCase.hierarchy.leaf, status: .good)
        let reader = OpenSSLEvidenceReader()
        cacheCase.evidence.responses = try (0..<3).map { _ in
            try reader.ocspResponse(in: response.der, limits: EvidenceLimits())
        }
        let first = try cacheCase.ask()
        #expect(first.answers.count == 3)
        let digests = cacheCase.counter.digests.withLock { $0 }
        // The issuer's name in both encodings, and the responder's key if it is the identifier; not once per response.
        #expect(digests <= 2)
        #expect(try cacheCase.ask().answers == first.answers)
        #expect(cacheCase.counter.digests.withLock { $0 } == digests)
        cacheCase.evidence.responses.removeLast()
        #expect(try cacheCase.ask().answers.count == 2, "other evidence needs another computation")
    }

    @Test func `are limited by the budget, and unexamined evidence gives no answer`() throws {
        var cacheCase = try CacheCase()
        let list = try cacheCase.hierarchy.intermediate.revocationList()
        let lists = try OpenSSLEvidenceReader().revocationLists(in: list.der, limits: EvidenceLimits())
        let half = WorkBudget().evidenceComparisons / 2
        cacheCase.evidence.lists = Array(repeating: lists[0], count: half + 1)
        #expect(try !cacheCase.ask().answers.isEmpty)
        #expect(try !cacheCase.ask().answers.isEmpty, "a cached result costs nothing")
        #expect(cacheCase.resources.refusals == 0)
        let unpaid = try cacheCase.ask(about: 1)
        #expect(unpaid.answers.isEmpty && unpaid.defects.isEmpty)
        #expect(cacheCase.resources.refusals == 1)
    }

    @Test func `cost more if distribution points have many names`() throws {
        let forms = (0..<32).map { TestGeneralName.uri("http://crl.example/\($0)") }
        var cacheCase = try CacheCase(
            Hierarchy(leaf: {
                $0.extensions.append(.crlDistributionPoints(points: Array(repeating: .init(.full(forms)), count: 32)))
            })
        )
        let list = try cacheCase.hierarchy.intermediate.revocationList {
            $0.issuingDistributionPoint = TestIssuingDistributionPoint(.full(forms))
        }
        let lists = try OpenSSLEvidenceReader().revocationLists(in: list.der, limits: EvidenceLimits())
        // A CRL with 32 names costs 9 units, and the certificate's thousand names cost 64 units once.
        let affordable = (WorkBudget().evidenceComparisons - 64) / 9
        cacheCase.evidence.lists = Array(repeating: lists[0], count: affordable + 1)
        #expect(try cacheCase.ask().answers.isEmpty)
        #expect(cacheCase.resources.refusals == 1)
        cacheCase.evidence.lists.removeLast()
        #expect(try !cacheCase.ask().answers.isEmpty)
        #expect(cacheCase.resources.refusals == 1)
    }

    @Test func `are not used for a key with other parameters`() throws {
        let key = try TestKey.shared(.dsa(1024), "inherited")
        let other = try TestKey.shared(.dsa(1024), "other")
        let root = try TestAuthority.root("Root", key: key)
        let stripped = DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier("1.2.840.10040.4.1").der),
            DERWriter.bitString(key.publicKey)
        )
        let issuing = try root.issueAuthority("Issuing", key: key) { $0.subjectPublicKeyInfo = stripped }
        let leaf = try issuing.issueLeaf("api.example.com").read()
        let validator = try #require(OpenSSLSignatureVerifier())
        func issuer(under root: TestAuthority) throws -> Certificate {
            validator.completingKeys(of: try [issuing.certificate.read(), root.certificate.read()])[0]
        }
        let ports = EvaluationPorts(
            signatures: validator,
            evidence: OpenSSLEvidenceVerifier(),
            timestamps: OpenSSLTimestampVerifier(),
            publicSuffixes: try #require(PSLSuffixes())
        )
        var resources = EvaluationResources(ports: ports, budget: WorkBudget(), time: .reference)
        let evidence = RevocationEvidence(lists: [try issuing.revocationList().read()])
        func knowledge(under root: TestAuthority) throws -> RevocationCache.Knowledge {
            resources.knowledge(
                of: leaf,
                issuedBy: try issuer(under: root),
                from: evidence,
                under: PathRequirements(anchors: [])
            )
        }
        let forged = try knowledge(under: TestAuthority.root("Root", key: other))
        #expect(forged.answers.isEmpty)
        #expect(forged.open?.candidates.map(\.isSignedByIssuer) == [false])
        #expect(try knowledge(under: root).answers.count == 1)
    }
}
