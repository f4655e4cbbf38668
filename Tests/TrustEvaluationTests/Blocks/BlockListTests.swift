import Synchronization
import Testing
import TrustModel
import TrustTestSupport

@testable import TrustEvaluation

extension Block {
    /// Creates a block of one condition.
    init(
        _ id: String,
        _ condition: any CertificateCondition,
        until: Instant? = nil,
        isOfLeaf: Bool = false
    ) {
        let entry = CertificateMatcher.PlacedCondition(pointer: "", condition: condition)
        self.init(
            id: id,
            reason: "A test.",
            until: until,
            origin: .file,
            isOfLeaf: isOfLeaf,
            matcher: CertificateMatcher(pointer: "", entries: [entry])
        )
    }

    /// Creates a block of a certificate's key.
    init(_ id: String, keyOf certificate: TestCertificate, isOfLeaf: Bool = false) throws {
        self.init(
            id,
            FingerprintCondition(.publicKey, [try certificate.keyFingerprint()]),
            isOfLeaf: isOfLeaf
        )
    }
}

@Suite struct `A list of blocks` {
    /// A condition with a counter of its comparisons.
    private final class Counting: CertificateCondition {
        let identities: [CertificateIdentity]?
        let result: ConstraintMatch
        let count = Atomic(0)
        let expected = ""

        init(_ identities: [CertificateIdentity]?, _ result: ConstraintMatch = .met) {
            (self.identities, self.result) = (identities, result)
        }

        func match(_ facts: CertificateFacts) -> ConstraintMatch {
            count.add(1, ordering: .relaxed)
            return result
        }

        func found(in facts: CertificateFacts) -> String { "" }
    }

    private let facts: CertificateFacts

    init() throws {
        facts = try TestAuthority.root("Root", key: .shared(.ecdsaP256, "blocks")).certificate.read().facts
    }

    private static func fingerprint(_ number: Int) -> Fingerprint? {
        Fingerprint((0..<32).map { UInt8(truncatingIfNeeded: $0 < 8 ? number >> (8 * $0) : 0) })
    }

    @Test func `compares a certificate only with the blocks that name it`() throws {
        let conditions = try (0..<BlockList.maximumBlocks - 1).map { number in
            Counting([.publicKey(try #require(Self.fingerprint(number)))])
        }
        let own = Counting([.publicKey(facts.publicKeyFingerprint)])
        let list = BlockList((conditions + [own]).enumerated().map { Block("b\($0)", $1) })
        #expect(list.unindexedCount == 0 && list.cost(of: facts) == 0)
        #expect(list.block(of: facts, isLeaf: false, at: .reference)?.id == "b\(BlockList.maximumBlocks - 1)")
        #expect(own.count.load(ordering: .relaxed) == 1)
        #expect(conditions.allSatisfy { $0.count.load(ordering: .relaxed) == 0 })
    }

    @Test func `compares a certificate with each block that names none`() {
        let others = [Counting(nil, .unmet), Counting(nil), Counting(nil)]
        let list = BlockList(others.enumerated().map { Block("b\($0)", $1) })
        #expect(list.block(of: facts, isLeaf: false, at: .reference)?.id == "b1")
        #expect(list.unindexedCount == 3 && list.cost(of: facts) == 30)
    }

    @Test func `finds a certificate by each of its identities`() throws {
        let other = try #require(Self.fingerprint(1))
        let zeros: [UInt8] = [0, 0] + facts.serialNumber
        let conditions: [any CertificateCondition] = [
            FingerprintCondition(.certificate, [other, facts.fingerprint]),
            FingerprintCondition(.publicKey, [other, facts.publicKeyFingerprint]),
            SerialNumberCondition([[1, 2, 3], zeros]),
            EncodedNameCondition(.issuer(serialNumber: zeros), der: facts.issuer.der),
        ]
        for condition in conditions {
            let list = BlockList([Block("own", condition)])
            #expect(list.unindexedCount == 0)
            #expect(list.block(of: facts, isLeaf: false, at: .reference)?.id == "own")
        }
        let wrong: [any CertificateCondition] = [
            FingerprintCondition(.certificate, [facts.publicKeyFingerprint]),
            FingerprintCondition(.publicKey, [facts.fingerprint]), SerialNumberCondition([[1] + facts.serialNumber]),
            EncodedNameCondition(.issuer(serialNumber: [1] + facts.serialNumber), der: facts.issuer.der),
            EncodedNameCondition(.issuer(serialNumber: facts.serialNumber), der: facts.issuer.der + [0]),
            EncodedNameCondition(.subject, der: [0x30, 0]),
        ]
        for condition in wrong {
            #expect(BlockList([Block("own", condition)]).block(of: facts, isLeaf: true, at: .reference) == nil)
        }
    }

    @Test func `matches a value that applications can read in different ways`() {
        let list = BlockList([Block("own", Counting(nil, .uncertain))])
        #expect(list.block(of: facts, isLeaf: false, at: .reference)?.id == "own")
    }

    @Test func `compares blocks of the leaf only with the leaf`() {
        let list = BlockList([Block("own", Counting([.certificate(facts.fingerprint)]), isOfLeaf: true)])
        #expect(list.block(of: facts, isLeaf: true, at: .reference)?.id == "own")
        #expect(list.block(of: facts, isLeaf: false, at: .reference) == nil)
    }

    @Test func `has blocks in force until their last second, which limits what is remembered`() {
        let ends = [10, 20].map { Instant.reference.adding(seconds: $0) }
        let list = BlockList(ends.enumerated().map { Block("b\($0)", Counting(nil), until: $1) })
        func block(_ seconds: Int64) -> String? {
            list.block(of: facts, isLeaf: true, at: Instant.reference.adding(seconds: seconds))?.id
        }
        #expect([0, 10, 11, 20, 21].map(block) == ["b0", "b0", "b1", "b1", nil])
        let limits = [0, 10, 11, 20, 21].map { list.unchangedUntil(from: Instant.reference.adding(seconds: $0)) }
        #expect(limits == [ends[0], ends[0], ends[1], ends[1], nil])
    }
}
