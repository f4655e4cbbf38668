import Synchronization
package import TrustModel

/// All blocks of an operator, with an index by what they match.
///
/// The number of blocks does not affect the cost of an evaluation: for each certificate, there is one look-up for each kind
/// of identity that blocks have. Blocks without an identity, such as those of names, are compared one by one.
package final class BlockList: Sendable {
    /// The maximum number of blocks.
    package static let maximumBlocks = 10_000
    /// The maximum number of blocks that are compared one by one.
    package static let maximumUnindexed = 32
    /// The list without blocks.
    package static let empty = BlockList([])

    /// The serial number, unique in this process.
    package let serial: UInt64
    /// The blocks, sorted by their names.
    package let blocks: [Block]
    private let positions: [CertificateIdentity: [Int]]
    /// The kinds of identities in the index.
    private let kinds: [CertificateIdentity.Kind]
    private let unindexed: [Int]
    /// The ends of blocks, earliest first.
    private let ends: [Instant]

    private static let made = Atomic<UInt64>(0)

    /// Creates a list of blocks with different names.
    package init(_ blocks: [Block]) {
        serial = Self.made.add(1, ordering: .relaxed).newValue
        self.blocks = blocks.sorted { $0.id < $1.id }
        var positions: [CertificateIdentity: [Int]] = [:]
        var unindexed: [Int] = []
        for (position, block) in self.blocks.enumerated() {
            guard let identities = block.identities else {
                unindexed.append(position)
                continue
            }
            for identity in identities { positions[identity, default: []].append(position) }
        }
        let used = Set(positions.keys.lazy.map(\.kind))
        kinds = CertificateIdentity.Kind.allCases.filter(used.contains)
        (self.positions, self.unindexed) = (positions, unindexed)
        ends = blocks.compactMap(\.until).sorted()
    }

    /// Whether there are no blocks.
    package var isEmpty: Bool { blocks.isEmpty }

    /// The number of blocks that are compared one by one.
    package var unindexedCount: Int { unindexed.count }

    /// Returns the block with a name; nil if there is none.
    package func block(named id: String) -> Block? { blocks.first { $0.id == id } }

    /// Returns the first block that matches a certificate and is in force at a time of the machine's clock.
    package func block(of facts: CertificateFacts, isLeaf: Bool, at now: Instant) -> Block? {
        let indexed = kinds.lazy.flatMap { self.positions[CertificateIdentity($0, of: facts)] ?? [] }
        let first = (indexed.map { $0 } + unindexed).filter { position in
            let block = self.blocks[position]
            return block.isInForce(at: now) && block.matches(facts, isLeaf: isLeaf)
        }.min()
        return first.map { blocks[$0] }
    }

    /// Returns the cost of comparing a certificate with the blocks that have no index.
    func cost(of facts: CertificateFacts) -> Int { unindexed.reduce(0) { $0 + blocks[$1].cost(of: facts) } }

    /// Returns the last second for which the same blocks are in force as at a time of the machine's clock; nil if forever.
    package func unchangedUntil(from now: Instant) -> Instant? { ends.first { $0 >= now } }
}
