import Synchronization
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Five layers of two certificates each, of one name and key, under three anchors: 96 paths, of which none is for the host.
private struct Mesh {
    var engineCase: EngineCase

    init(
        authority editAuthority: (inout CertificateTemplate) -> Void = { _ in },
        leaf editLeaf: (inout CertificateTemplate) -> Void = { _ in }
    ) throws {
        var issuer = try TestAuthority.root("Root")
        let roots = try (0..<2).map { _ in try TestAuthority.root("Root", key: issuer.key).certificate }
        let anchors = [issuer.certificate] + roots
        var chain: [TestCertificate] = []
        for layer in 0..<5 {
            let first = try issuer.issueAuthority("Layer \(layer)", edit: editAuthority)
            let twin = try issuer.issueAuthority("Layer \(layer)", key: first.key, edit: editAuthority)
            chain = [first.certificate, twin.certificate] + chain
            issuer = first
        }
        let leaf = try issuer.issueLeaf("api.example.com", edit: editLeaf)
        engineCase = EngineCase([leaf] + chain, anchors: anchors)
        engineCase.host = .name(.dns("www.example.com"))
    }
}

/// Gives the same answer about every name, and counts how often it is asked.
private final class CountingSuffixes: PublicSuffixes {
    let questions = Mutex(0)
    private let answer: Bool

    init(answer: Bool) {
        self.answer = answer
    }

    func isPublicSuffix(_ name: String, in sections: PublicSuffixSections) -> Bool {
        questions.withLock { $0 += 1 }
        return answer
    }
}

/// Inputs that took a worker for long.
///
/// What is counted here is work, since time depends on the machine.
@Suite struct `The worst inputs known` {
    @Test func `a mesh of certificates of ordinary size is judged in all its paths`() throws {
        let mesh = try Mesh()
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes == ["host.mismatch"])
        #expect(paths == 96)
    }

    @Test func `large certificates are judged in as many paths as the octets allow`() throws {
        let mesh = try Mesh(leaf: { leaf in
            leaf.subjectAlternativeNames = (0..<2500).map { .dns("host\($0).example.com") }
            leaf.extensions.append(.raw("1.2.3", value: [UInt8](repeating: 0, count: 1000)))
        })
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.first == "internal.budgetExhausted")
        #expect(paths > 4)
        #expect(paths * mesh.engineCase.chain[0].der.count < 1000 << 11)
    }

    @Test func `certificates with much to complain of are judged in few paths`() throws {
        let mesh = try Mesh(authority: { authority in
            for number in UInt64(0)..<80 {
                let type = TestObjectIdentifier(arcs: [1, 2, 3, number])
                authority.extensions.append(.raw(type, critical: true, value: [5, 0]))
            }
        })
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("internal.budgetExhausted"))
        #expect(verdict.errorCodes.contains("constraint.criticalExtension"))
        #expect((1...60).contains(paths))
    }

    @Test func `names of a hundred labels under constraints are compared in few paths`() throws {
        let name = Array(repeating: "a", count: 126).joined(separator: ".")
        let mesh = try Mesh(
            authority: { $0.extensions.append(.nameConstraints(excluded: [.dns("b")])) },
            leaf: { $0.subjectAlternativeNames = Array(repeating: .dns(name), count: 240) }
        )
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("host.mismatch"))
        #expect((1...60).contains(paths))
    }

    @Test func `an offer of an exception is tried within what is left of the budget`() throws {
        var mesh = try Mesh()
        mesh.engineCase.host = .name(.dns("api.example.com"))
        mesh.engineCase.instant = .reference.adding(seconds: 2000 * 86400)
        mesh.engineCase.explain = true
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("time.expired"))
        #expect(verdict.exceptionOffer != nil, "the path that it is for comes first")
        #expect(paths == 100)
    }

    @Test func `thousands of wildcards are looked up among the public suffixes once, not in each path`() throws {
        var mesh = try Mesh(leaf: { leaf in
            leaf.subjectAlternativeNames = (0..<1000).map { .dns("*.host\($0).example") }
        })
        let suffixes = CountingSuffixes(answer: false)
        mesh.engineCase.publicSuffixes = suffixes
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("host.mismatch"))
        #expect(paths > 10)
        #expect(suffixes.questions.withLock { $0 } == 1000)
    }

    @Test func `thousands of wildcards for the host are one question about public suffixes in each path`() throws {
        var mesh = try Mesh(leaf: { $0.subjectAlternativeNames = Array(repeating: .dns("*.co.uk"), count: 1000) })
        let suffixes = CountingSuffixes(answer: true)
        mesh.engineCase.publicSuffixes = suffixes
        mesh.engineCase.host = .name(.dns("a.co.uk"))
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("host.mismatch"))
        #expect(suffixes.questions.withLock { $0 } == 1 + paths)
    }

    @Test(arguments: [
        (TestKeyKind.ed25519, 177), (.ecdsaP256, 320), (.ecdsaP384, 32), (.ed448, 84),
    ])
    func `signatures of one name are checked as often as a check with their key allows`(
        kind: TestKeyKind,
        most: Int
    ) throws {
        let authorities = try (0..<22).map { try TestAuthority.root("A", key: TestKey.shared(kind, "worst \($0)")) }
        let leaf = try authorities[0].issueLeaf("api.example.com")
        var engineCase = EngineCase([leaf] + authorities.map(\.certificate), anchors: [])
        let verifier = try CountingVerifier()
        engineCase.verifier = verifier
        #expect(try engineCase.verdict().action == .deny)
        #expect(verifier.signatures <= most)
        #expect(verifier.signatures >= min(most, 22))
    }

    @Test func `a hundred certificate policies in each certificate of a mesh are followed in few paths`() throws {
        let policies = (UInt64(0)..<100).map { TestObjectIdentifier(arcs: [1, 2, 840, 113549, 99, $0]) }
        var mesh = try Mesh(
            authority: { $0.extensions.append(.certificatePolicies(policies)) },
            leaf: { $0.extensions.append(.certificatePolicies(policies)) }
        )
        mesh.engineCase.edit = { $0.certificatePolicies = CertificatePolicyInputs() }
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("internal.budgetExhausted"))
        #expect(paths == (1 << 14) / 600)
    }

    @Test func `DSA keys without parameters are completed in as many paths as the budget allows`() throws {
        let key = try TestKey.shared(.dsa(1024), "inherited")
        let stripped = DERWriter.sequence(
            DERWriter.sequence(TestObjectIdentifier("1.2.840.10040.4.1").der),
            DERWriter.bitString(key.publicKey)
        )
        let signer = try TestKey.shared(.rsa(2048))
        let root = try TestAuthority.root("Root", key: key)
        var issuer = root
        var chain: [TestCertificate] = []
        for layer in 0..<35 {
            let authorities = try (0..<(layer < 30 ? 1 : 2)).map { _ in
                try issuer.issueAuthority("Layer \(layer)", key: key) {
                    $0.subjectPublicKeyInfo = stripped
                    // No DSA key makes such signatures, so that none is checked.
                    $0.signature.key = signer
                }
            }
            chain += authorities.map(\.certificate)
            issuer = authorities[0]
        }
        var engineCase = EngineCase([try issuer.issueLeaf("api.example.com")] + chain, anchors: [root.certificate])
        engineCase.host = .name(.dns("www.example.com"))
        let verifier = try CountingVerifier()
        engineCase.verifier = verifier
        #expect(try engineCase.verdict().errorCodes.contains("internal.budgetExhausted"))
        #expect((37...1000).contains(verifier.completedKeys))
    }

    @Test func `all kinds of work together cost no more than a third of what a request may`() {
        let budget = WorkBudget()
        var account = WorkAccount(budget)
        var spent = 0
        for kind in WorkKind.allCases {
            while account.pay(1, for: kind) { spent += kind.price }
        }
        #expect(spent <= 16_000_000)
        #expect(spent > 15_000_000)
        #expect(account.refusals == WorkKind.allCases.count)
        for kind in WorkKind.allCases {
            #expect(budget.units(of: kind) * kind.price < 17_000_000, "\(kind) alone")
        }
    }

    @Test func `what all kinds could not pay for is left to the kind`() {
        var account = WorkAccount(WorkBudget())
        let asked: [(Int, WorkKind)] = [
            (4096, .evidence), (800, .signatures), (3, .certificates), (2560, .names), (1, .names),
        ]
        let isPaid = asked.map { account.pay($0.0, for: $0.1) }
        // What the refused signatures would have cost is there for names.
        #expect(isPaid == [true, false, false, true, false])
    }

    @Test func `evidence that had to be read leaves less to judge with, and never nothing`() throws {
        let list = try TestAuthority.root("Root").revocationList().read()
        func reduced(_ octets: Int) -> WorkBudget {
            let der = [UInt8](repeating: 0, count: octets)
            let long = CertificateRevocationList(der: der, facts: list.facts, signedPart: list.signedPart)
            return WorkBudget().reduced(by: RevocationEvidence(lists: [long]))
        }
        #expect(reduced(64 << 10) == WorkBudget())
        #expect((reduced(100 << 10).judgedCertificates, reduced(100 << 10).availableSignatureChecks) == (928, 391))
        #expect((reduced(1 << 20).judgedCertificates, reduced(1 << 20).availableSignatureChecks) == (250, 200))
    }

    @Test func `long constraints and names are compared by their octets`() throws {
        func comparisons(_ constraint: String, _ name: String) throws -> Int {
            let hierarchy = try Hierarchy(
                intermediate: {
                    $0.extensions.append(.nameConstraints(excluded: Array(repeating: .email(constraint), count: 100)))
                },
                leaf: { $0.subjectAlternativeNames = Array(repeating: .email(name), count: 100) }
            )
            let path = try hierarchy.path.map { try $0.read() }
            var names = NameReadings()
            return names.comparisons(in: CandidatePath(certificates: path, end: .issuerNotFound))
        }
        let short = try comparisons("b", "a@a")
        let long = try comparisons(String(repeating: "b", count: 160), "a@" + String(repeating: "a", count: 158))
        #expect((10000..<20000).contains(short))
        #expect((200_000..<250_000).contains(long))
    }

    @Test func `a name is looked up no more often than there are lengths of hosts`() {
        var table = HostTable()
        table.insert(Array("example.com".utf8)[...], at: 0)
        table.insert(Array("b".utf8)[...], at: 1)
        func isIn(_ name: String) -> Bool { table.placeOfEnd(of: Array(name.utf8)[...]) != nil }
        #expect(isIn("example.com") && isIn("a.example.com") && isIn("a.a.b") && isIn("b"))
        #expect(!isIn("anexample.com") && !isIn("example.comm") && !isIn("a.bb") && !isIn("com") && !isIn(""))
        table.insert([], at: 2)
        #expect(isIn("a.bb") && isIn(""))
    }
}
