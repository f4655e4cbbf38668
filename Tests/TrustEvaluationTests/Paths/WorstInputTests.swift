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
    @Test func `a mesh of certificates of ordinary size is evaluated in all its paths`() throws {
        let mesh = try Mesh()
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes == ["host.mismatch"])
        #expect(paths == 96)
    }

    @Test func `large certificates are evaluated in as many paths as the octets allow`() throws {
        let mesh = try Mesh(leaf: { leaf in
            leaf.subjectAlternativeNames = (0..<2500).map { .dns("host\($0).example.com") }
            leaf.extensions.append(.raw("1.2.3", value: [UInt8](repeating: 0, count: 1000)))
        })
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.first == "internal.budgetExhausted")
        #expect(paths > 4)
        #expect(paths * mesh.engineCase.chain[0].der.count < 1000 << 11)
    }

    @Test func `certificates with much to complain of are evaluated in few paths`() throws {
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
        var account = RemainingBudget(budget)
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
        var account = RemainingBudget(WorkBudget())
        let asked: [(Int, WorkKind)] = [
            (4096, .evidence), (800, .signatures), (3, .certificates), (2560, .names), (1, .names),
        ]
        let isPaid = asked.map { account.pay($0.0, for: $0.1) }
        // The cost of the refused signatures is left for names.
        #expect(isPaid == [true, false, false, true, false])
    }

    @Test func `evidence that had to be read leaves less to evaluate with, and never nothing`() throws {
        let list = try TestAuthority.root("Root").revocationList().read()
        func reduced(_ octets: Int) -> WorkBudget {
            let der = [UInt8](repeating: 0, count: octets)
            let long = CertificateRevocationList(der: der, facts: list.facts, signedPart: list.signedPart)
            return WorkBudget().reduced(by: RevocationEvidence(lists: [long]))
        }
        #expect(reduced(64 << 10) == WorkBudget())
        #expect((reduced(100 << 10).evaluatedCertificates, reduced(100 << 10).availableSignatureChecks) == (928, 391))
        #expect((reduced(1 << 20).evaluatedCertificates, reduced(1 << 20).availableSignatureChecks) == (250, 200))
    }

    /// The cost of comparing the names of a leaf with the constraints of its issuer.
    private static func comparisons(
        _ constraints: TestExtension,
        _ names: [TestGeneralName]
    ) throws -> (path: CandidatePath, cost: Int, readings: CertificateNameTable) {
        let hierarchy = try Hierarchy(
            intermediate: { $0.extensions.append(constraints) },
            leaf: { $0.subjectAlternativeNames = names }
        )
        let certificates = try hierarchy.path.map { try $0.read() }
        let path = CandidatePath(certificates: certificates, end: .issuerNotFound)
        var readings = CertificateNameTable()
        let cost = readings.comparisons(in: path)
        return (path, cost, readings)
    }

    @Test func `names are paid for before they are read, and reading them is paid for once`() throws {
        var (path, cost, readings) = try Self.comparisons(
            .nameConstraints(excluded: [.dns("example.org")]),
            (0..<500).map { .dns("host\($0).example.com") }
        )
        #expect(path.certificates.allSatisfy { !readings.isRead($0, isCompared: false) })
        #expect(cost > 500 * 80)
        #expect(readings.comparisons(in: path) == cost, "nothing was read")
        _ = readings.readings(of: path)
        #expect(path.certificates.allSatisfy { readings.isRead($0, isCompared: true) })
        #expect((500 * 20..<500 * 60).contains(readings.comparisons(in: path)))
    }

    @Test func `a thousand permitted domains above a thousand names are a quarter of the budget`() throws {
        let domains = (0..<1000).map { TestGeneralName.dns("domain\($0).example") }
        let names = [.dns("api.example.com")] + (0..<950).map { TestGeneralName.dns("www.domain\($0).example") }
        let constraints = TestExtension.nameConstraints(permitted: domains + [.dns("example.com")])
        let cost = try Self.comparisons(constraints, names).cost
        #expect((1 << 17..<1 << 18).contains(cost))
        let hierarchy = try Hierarchy(
            root: { $0.extensions.append(constraints) },
            intermediate: { $0.extensions.append(constraints) },
            leaf: { $0.subjectAlternativeNames = names }
        )
        let engineCase = EngineCase(Array(hierarchy.path.prefix(2)), anchors: [hierarchy.root.certificate])
        #expect(try engineCase.verdict().errorCodes == [])
    }

    @Test func `more pairs of names and constraints than other verifiers accept are refused`() throws {
        let domains = (0..<1024).map { TestGeneralName.dns("domain\($0).example") }
        let constraints = TestExtension.nameConstraints(excluded: domains)
        #expect(try Self.comparisons(constraints, Array(repeating: .dns("a.example"), count: 1000)).cost < 1 << 20)
        #expect(try Self.comparisons(constraints, Array(repeating: .dns("a.example"), count: 1024)).cost > 1 << 20)
    }

    @Test func `addresses and directory names are compared with each constraint of their kind`() throws {
        func cost(_ bases: Int, _ names: Int, _ name: TestGeneralName, _ base: TestGeneralName) throws -> Int {
            let constraints = TestExtension.nameConstraints(excluded: Array(repeating: base, count: bases))
            return try Self.comparisons(constraints, Array(repeating: name, count: names)).cost
        }
        let network = TestGeneralName.ip([192, 0, 2, 0, 255, 255, 255, 0])
        let addresses = try cost(4000, 4000, .ip([192, 0, 3, 1]), network)
        #expect(addresses > 4000 * 4000 / 8)
        #expect(addresses > WorkBudget().nameComparisons)
        func directory(_ length: Int) -> TestGeneralName {
            .directory(TestName([.organization(String(repeating: "x", count: length))]))
        }
        let (short, long) = (
            try cost(100, 30, directory(1), directory(1)), try cost(30, 30, directory(900), directory(900))
        )
        #expect((3000..<20_000).contains(short))
        #expect((30 * 30 * 1800 / 64..<60_000).contains(long))
    }

    @Test func `names of many labels cost a lookup for each label, and no more than there are constraints`() throws {
        let name = TestGeneralName.dns(Array(repeating: "a", count: 126).joined(separator: "."))
        func cost(_ bases: Int) throws -> Int {
            let constraints = TestExtension.nameConstraints(excluded: Array(repeating: .dns("b"), count: bases))
            return try Self.comparisons(constraints, Array(repeating: name, count: 100)).cost
        }
        #expect(try cost(1) < 100_000)
        #expect((1_000_000..<1_500_000).contains(try cost(1000)))
    }

    @Test func `a name is looked up by its ends of the lengths that hosts have`() {
        var table = HostTable()
        #expect(table.placeOfEnd(of: Array("example.com".utf8)[...]) == nil)
        table.insert(Array("example.com".utf8)[...], at: 0)
        table.insert(Array("b".utf8)[...], at: 1)
        func place(_ name: String) -> Int? { table.placeOfEnd(of: Array(name.utf8)[...]) }
        #expect([place("example.com"), place("a.example.com"), place("a.a.b"), place("b")] == [0, 0, 1, 1])
        for name in ["anexample.com", "example.comm", "a.bb", "com", ""] { #expect(place(name) == nil) }
        table.insert([], at: 2)
        #expect([place("a.bb"), place(""), place("a.b")] == [2, 2, 1])
    }
}
