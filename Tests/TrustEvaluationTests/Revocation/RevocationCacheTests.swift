import Synchronization
import Testing
import TrustModel
import TrustOpenSSL
import TrustTestSupport

@testable import TrustEvaluation

/// Evidence of one leaf, and a memory that counts what is looked at.
private struct MemoryCase {
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
    var work: EvaluationResources
    var evidence = RevocationEvidence()

    init(_ hierarchy: Hierarchy? = nil) throws {
        self.hierarchy = try hierarchy ?? Hierarchy()
        let ports = EvaluationPorts(
            signatures: try #require(OpenSSLSignatureVerifier()),
            evidence: counter,
            publicSuffixes: try #require(PSLSuffixes())
        )
        // More for all kinds of work together, so that the bound of one kind decides.
        work = EvaluationResources(ports: ports, budget: WorkBudget(signatureChecks: 1000))
    }

    mutating func ask(about place: Int = 0) throws -> RevocationCache.Knowledge {
        let path = try hierarchy.path.map { try $0.read() }
        return work.knowledge(
            of: path[place],
            issuedBy: path[place + 1],
            from: evidence,
            at: .reference,
            leastDigestStrength: 80
        )
    }
}

@Suite struct `What is known of revocation` {
    @Test func `is found out once for all members of a composite`() throws {
        var memoryCase = try MemoryCase()
        let response = try memoryCase.hierarchy.intermediate.ocspResponse(for: memoryCase.hierarchy.leaf, status: .good)
        let reader = OpenSSLEvidenceReader()
        memoryCase.evidence.responses = try (0..<3).map { _ in
            try reader.ocspResponse(in: response.der, limits: EvidenceLimits())
        }
        let first = try memoryCase.ask()
        #expect(first.answers.count == 3)
        let digests = memoryCase.counter.digests.withLock { $0 }
        // The issuer's name in its two spellings, and the responder's key where that names it; not once a response.
        #expect(digests <= 2)
        #expect(try memoryCase.ask().answers == first.answers)
        #expect(memoryCase.counter.digests.withLock { $0 } == digests)
        memoryCase.evidence.responses.removeLast()
        #expect(try memoryCase.ask().answers.count == 2, "other evidence is another question")
    }

    @Test func `is bounded, and what was not looked at is no answer`() throws {
        var memoryCase = try MemoryCase()
        let list = try memoryCase.hierarchy.intermediate.revocationList()
        let lists = try OpenSSLEvidenceReader().revocationLists(in: list.der, limits: EvidenceLimits())
        let half = WorkBudget().evidenceComparisons / 2
        memoryCase.evidence.lists = Array(repeating: lists[0], count: half + 1)
        #expect(try !memoryCase.ask().answers.isEmpty)
        #expect(try !memoryCase.ask().answers.isEmpty, "the same question costs nothing")
        #expect(memoryCase.work.refusals == 0)
        let unpaid = try memoryCase.ask(about: 1)
        #expect(unpaid.answers.isEmpty && unpaid.defects.isEmpty)
        #expect(memoryCase.work.refusals == 1)
    }

    @Test func `costs more where distribution points have many names`() throws {
        let forms = (0..<32).map { TestGeneralName.uri("http://crl.example/\($0)") }
        var memoryCase = try MemoryCase(
            Hierarchy(leaf: {
                $0.extensions.append(.crlDistributionPoints(points: Array(repeating: .init(.full(forms)), count: 32)))
            })
        )
        let list = try memoryCase.hierarchy.intermediate.revocationList {
            $0.issuingDistributionPoint = TestIssuingDistributionPoint(.full(forms))
        }
        let lists = try OpenSSLEvidenceReader().revocationLists(in: list.der, limits: EvidenceLimits())
        // A list of 32 names costs nine, and the certificate's thousand names 64 once.
        let affordable = (WorkBudget().evidenceComparisons - 64) / 9
        memoryCase.evidence.lists = Array(repeating: lists[0], count: affordable + 1)
        #expect(try memoryCase.ask().answers.isEmpty)
        #expect(memoryCase.work.refusals == 1)
        memoryCase.evidence.lists.removeLast()
        #expect(try !memoryCase.ask().answers.isEmpty)
        #expect(memoryCase.work.refusals == 1)
    }

    @Test func `is not carried over to a key with other parameters`() throws {
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
            publicSuffixes: try #require(PSLSuffixes())
        )
        var work = EvaluationResources(ports: ports, budget: WorkBudget())
        let evidence = RevocationEvidence(lists: [try issuing.revocationList().read()])
        func knowledge(under root: TestAuthority) throws -> RevocationCache.Knowledge {
            work.knowledge(
                of: leaf,
                issuedBy: try issuer(under: root),
                from: evidence,
                at: .reference,
                leastDigestStrength: 80
            )
        }
        let forged = try knowledge(under: TestAuthority.root("Root", key: other))
        #expect(forged.answers.isEmpty)
        #expect(forged.open?.candidates.map(\.isSignedByIssuer) == [false])
        #expect(try knowledge(under: root).answers.count == 1)
    }
}
