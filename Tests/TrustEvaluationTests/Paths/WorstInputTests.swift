import Synchronization
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

/// Five layers of two certificates with one name and key under three anchors: 96 paths, none of which matches the host.
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

/// Gives the same answer about every name, and counts the calls.
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

/// Inputs that occupied a worker for a long time.
///
/// These tests count work, because time depends on the machine.
@Suite struct `The worst inputs known` {
    @Test func `a mesh of certificates of ordinary size is evaluated in all its paths`() throws {
        let mesh = try Mesh()
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes == ["host.mismatch"])
        #expect(paths == 96)
    }

    /// 60 CAs of one name, none of which signed another: each is a possible issuer of each.
    private static func namesakes() throws -> EngineCase {
        func unsigned(_ template: inout CertificateTemplate) {
            template.signature.isCorrupt = true
            // Key identifiers would exclude most issuers.
            template.extensions.remove(.authorityKeyIdentifier)
        }
        let root = try TestAuthority.root("Root")
        let outer = try root.issueAuthority("N")
        let authorities = try (0..<60).map { _ in try outer.issueAuthority("N", edit: unsigned) }
        let leaf = try outer.issueLeaf("api.example.com", edit: unsigned)
        return EngineCase([leaf] + authorities.map(\.certificate), anchors: [root.certificate])
    }

    @Test func `possible issuers are ranked once for each certificate, in however many paths it is`() throws {
        let engineCase = try Self.namesakes()
        var resources = EvaluationResources(
            ports: try .tests(),
            budget: WorkBudget(paths: 1000, signatureChecks: 100_000),
            time: .reference
        )
        let chain = try engineCase.chain.map { try $0.read() }
        let requirements = try engineCase.requirements()
        var search = PathSearch(
            others: chain.dropFirst(),
            intermediates: nil,
            anchors: requirements.anchors,
            purpose: .serverAuth,
            restrictions: .none
        )
        var paths = 0
        search.visitPaths(from: chain[0], &resources) { _, _ in
            paths += 1
            return .goOn
        }
        #expect(paths == 24, "four unsigned issuers are tried in every order")
        let isRest = resources.pay(100 * 1000 - 61 * 60, for: .issuers)
        #expect(isRest)
    }

    @Test func `a composite ranks no more possible issuers than one evaluator`() throws {
        var engineCase = try Self.namesakes()
        engineCase.budget = WorkBudget(paths: 10, signatureChecks: 100_000)
        let evaluator = PathEvaluator(try engineCase.requirements())
        let members = (0..<64).map { CompositeEvaluator.Member(label: "\($0)", evaluator: evaluator) }
        let verdict = try engineCase.verdict(under: CompositeEvaluator(.allOf, members))
        #expect(verdict.outcome != .trusted)
        #expect(verdict.errorCodes.contains("internal.budgetExhausted"))
    }

    @Test func `large certificates are evaluated in as many paths as their sizes permit`() throws {
        let mesh = try Mesh(leaf: { leaf in
            leaf.subjectAlternativeNames = (0..<2500).map { .dns("host\($0).example.com") }
            leaf.extensions.append(.raw("1.2.3", value: [UInt8](repeating: 0, count: 1000)))
        })
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.first == "internal.budgetExhausted")
        #expect(paths > 4)
        #expect(paths * mesh.engineCase.chain[0].der.count < 1000 << 11)
    }

    @Test func `certificates with many findings are evaluated in few paths`() throws {
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

    @Test func `a suggested exception is verified within the remaining budget`() throws {
        var mesh = try Mesh()
        mesh.engineCase.host = .name(.dns("api.example.com"))
        mesh.engineCase.instant = .reference.adding(seconds: 2000 * 86400)
        mesh.engineCase.explain = true
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("time.expired"))
        #expect(verdict.exceptionOffer != nil, "the path of the exception comes first")
        #expect(paths == 100)
    }

    @Test func `thousands of wildcards are looked up as public suffixes once, not in each path`() throws {
        var mesh = try Mesh(leaf: { leaf in
            leaf.subjectAlternativeNames = (0..<1000).map { .dns("*.host\($0).example") }
        })
        let suffixes = CountingSuffixes(answer: false)
        mesh.engineCase.publicSuffixes = suffixes
        mesh.engineCase.edit = { $0.severities = [.webpkiWildcardForbidden: .warning] }
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("host.mismatch"))
        #expect(paths > 10)
        #expect(suffixes.questions.withLock { $0 } == 1000)
    }

    @Test func `thousands of wildcards for the host cause one public suffix lookup per path`() throws {
        var mesh = try Mesh(leaf: { $0.subjectAlternativeNames = Array(repeating: .dns("*.co.uk"), count: 1000) })
        let suffixes = CountingSuffixes(answer: true)
        mesh.engineCase.publicSuffixes = suffixes
        mesh.engineCase.host = .name(.dns("a.co.uk"))
        let (verdict, paths) = try mesh.engineCase.evaluation()
        #expect(verdict.errorCodes.contains("host.mismatch"))
        #expect(suffixes.questions.withLock { $0 } == paths)
    }

    @Test(arguments: [
        (TestKeyKind.ed25519, 177), (.ecdsaP256, 320), (.ecdsaP384, 32), (.ed448, 84),
    ])
    func `signatures of CAs with one name are checked as often as the cost of their key permits`(
        kind: TestKeyKind,
        most: Int
    ) throws {
        let authorities = try (0..<22).map { number in
            try TestAuthority.root("A", key: TestKey.shared(kind, "worst \(number)")) {
                // Key identifiers would exclude all issuers but one.
                ($0.authorityKeyIdentifier, $0.subjectKeyIdentifier) = (nil, nil)
            }
        }
        let leaf = try authorities[0].issueLeaf("api.example.com") {
            $0.authorityKeyIdentifier = nil
            $0.signature.isCorrupt = true
        }
        var engineCase = EngineCase([leaf] + authorities.map(\.certificate), anchors: [])
        let verifier = try CountingVerifier()
        engineCase.verifier = verifier
        #expect(try engineCase.verdict().action == .deny)
        #expect(verifier.signatures <= most)
        #expect(verifier.signatures >= min(most, 22))
    }

    @Test func `a hundred certificate policies in each certificate of a mesh are processed in few paths`() throws {
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

    @Test func `DSA keys without parameters are completed in as many paths as the budget permits`() throws {
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
                    // No DSA key creates such signatures, so none is checked.
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

    @Test func `all kinds of work together cost at most sixteen milliseconds`() {
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

    @Test func `a cost that exceeds the total budget is returned to its kind`() {
        var account = RemainingBudget(WorkBudget())
        let asked: [(Int, WorkKind)] = [
            (4096, .evidence), (800, .signatures), (3, .certificates), (2560, .names), (1, .names),
        ]
        let isPaid = asked.map { account.pay($0.0, for: $0.1) }
        // The refused cost of signatures remains available for names.
        #expect(isPaid == [true, false, false, true, false])
    }

    @Test func `evidence reduces the budget for evaluation, but never to zero`() throws {
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

    /// Returns the cost of comparing the names of a leaf with the constraints of its issuer.
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

    @Test func `names are paid for before they are parsed, and once`() throws {
        var (path, cost, readings) = try Self.comparisons(
            .nameConstraints(excluded: [.dns("example.org")]),
            (0..<500).map { .dns("host\($0).example.com") }
        )
        #expect(cost > 500 * 80)
        #expect(readings.comparisons(in: path) == cost, "nothing was parsed")
        _ = readings.parsedNames(of: path)
        #expect((500 * 20..<500 * 60).contains(readings.comparisons(in: path)))
    }

    @Test func `a thousand permitted domains above a thousand names need a quarter of the budget`() throws {
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

    @Test func `more pairs of names and constraints than other verifiers accept are rejected`() throws {
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

    @Test func `names with many labels cost a lookup per label, up to the number of constraints`() throws {
        let name = TestGeneralName.dns(Array(repeating: "a", count: 126).joined(separator: "."))
        func cost(_ bases: Int) throws -> Int {
            let constraints = TestExtension.nameConstraints(excluded: Array(repeating: .dns("b"), count: bases))
            return try Self.comparisons(constraints, Array(repeating: name, count: 100)).cost
        }
        #expect(try cost(1) < 100_000)
        #expect((1_000_000..<1_500_000).contains(try cost(1000)))
    }

    @Test func `a name is looked up by its suffixes in the lengths of the hosts`() {
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
