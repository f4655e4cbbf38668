import TrustModel

/// The places and the bytes that written sets hold, and how they are divided among the clients that write them.
///
/// The client that changed a set last holds it with all its revisions. A client may hold at most as much as remains free: the first one
/// at most a half, the next one a half of the rest. No client can thus take the space of all others.
struct WrittenSpace {
    /// A set with its revisions.
    struct Holding: Equatable {
        let set: String
        /// The names of the client that changed it last.
        let author: String
        let bytes: Int
        /// The time of the deletion; nil if the set exists.
        let deletedAt: Instant?
    }

    /// The maximum number of bytes of all sets with their revisions.
    static let maximumBytes = 8 << 30

    var holdings: [Holding] = []

    /// Returns why a client may not hold a set with a number of bytes; nil if it may.
    ///
    /// A set that exists needs no further place, and one that does not grow needs no further bytes.
    func refusal(of set: String, bytes: Int, by author: String) -> String? {
        let old = holdings.first { $0.set == set }
        let others = holdings.filter { $0.set != set }
        let own = others.filter { $0.author == author }
        let free = WrittenPolicies.maximumSets - others.count - 1
        if old == nil, own.count + 1 > free {
            return
                "The client holds \(own.count) policy sets, including deleted ones, and \(max(0, free)) would remain free: it may hold "
                + "at most as many as remain free."
        }
        let (ownBytes, freeBytes) = (Self.bytes(of: own) + bytes, Self.maximumBytes - Self.bytes(of: others) - bytes)
        if bytes > old?.bytes ?? 0, ownBytes > freeBytes {
            return
                "The policy sets of the client with all revisions would have \(ownBytes) bytes, and \(max(0, freeBytes)) would remain "
                + "free: it may hold at most as many as remain free."
        }
        return nil
    }

    /// Returns the set that the client deleted first, besides another one; nil if there is none.
    func oldestDeleted(of author: String, except set: String) -> String? {
        let deleted = holdings.compactMap { holding in
            holding.author == author && holding.set != set ? holding.deletedAt.map { (holding.set, $0) } : nil
        }
        return deleted.min { $0.1 < $1.1 }?.0
    }

    /// Returns the deleted sets of a client that must be removed before it may hold a set, the oldest first.
    ///
    /// - Throws: ``PolicyWriteError`` if the removal of all of them does not suffice.
    func setsGivingWay(to set: String, bytes: Int, by author: String) throws(PolicyWriteError) -> [String] {
        guard let refusal = self.refusal(of: set, bytes: bytes, by: author) else { return [] }
        var rest = self
        var removed: [String] = []
        while rest.refusal(of: set, bytes: bytes, by: author) != nil {
            guard let deleted = rest.oldestDeleted(of: author, except: set) else { throw .conflict(refusal) }
            rest.holdings.removeAll { $0.set == deleted }
            removed.append(deleted)
        }
        return removed
    }

    private static func bytes(of holdings: [Holding]) -> Int { holdings.reduce(0) { $0 + $1.bytes } }
}
