import Testing
import TrustModel

@testable import TrustPolicies

@Suite struct `The space of written policy sets` {
    private func space(_ holdings: [(author: String, count: Int, bytes: Int)]) -> WrittenSpace {
        var space = WrittenSpace()
        for (author, count, bytes) in holdings {
            for number in 0..<count {
                space.holdings.append(
                    WrittenSpace.Holding(set: "\(author)-\(number)", author: author, bytes: bytes, deletedAt: nil)
                )
            }
        }
        return space
    }

    @Test(
        arguments: [
            ([], "a", true), ([("a", 499, 0)], "a", true), ([("a", 500, 0)], "a", false), ([("a", 500, 0)], "b", true),
            ([("a", 500, 0), ("b", 249, 0)], "b", true), ([("a", 500, 0), ("b", 250, 0)], "b", false),
            ([("a", 500, 0), ("b", 250, 0)], "c", true), ([("a", 999, 0)], "b", false),
        ] as [([(String, Int, Int)], String, Bool)]
    )
    func `gives a client at most as many sets as remain free`(
        holdings: [(String, Int, Int)],
        author: String,
        isAdmitted: Bool
    ) {
        #expect((space(holdings).refusal(of: "new", bytes: 0, by: author) == nil) == isAdmitted)
    }

    @Test func `lets a client change the sets that exist, however much others hold`() {
        let full = space([("a", 900, 0), ("b", 99, 0)])
        #expect(full.refusal(of: "a-3", bytes: 0, by: "a") == nil)
        #expect(full.refusal(of: "new", bytes: 0, by: "b") != nil)
    }

    @Test func `gives a client at most as many bytes as remain free`() {
        let half = WrittenSpace.maximumBytes / 2
        #expect(space([]).refusal(of: "new", bytes: half, by: "a") == nil)
        #expect(space([]).refusal(of: "new", bytes: half + 1, by: "a") != nil)
        let held = space([("a", 2, half / 2)])
        #expect(held.refusal(of: "a-0", bytes: half / 2 + 1, by: "a") != nil)
        // A set that does not grow can be changed.
        #expect(space([("a", 4, half / 2)]).refusal(of: "a-0", bytes: half / 2, by: "a") == nil)
        #expect(held.refusal(of: "new", bytes: half / 2, by: "b") == nil)
        #expect(held.refusal(of: "new", bytes: half / 2 + 1, by: "b")?.contains("would remain free") == true)
    }

    @Test func `removes no more deleted sets than necessary, and none in vain`() throws {
        let quarter = WrittenSpace.maximumBytes / 4
        var space = WrittenSpace()
        for (set, second) in [("x", nil), ("y", 9), ("z", 5)] as [(String, Int64?)] {
            space.holdings.append(
                WrittenSpace.Holding(
                    set: set,
                    author: "a",
                    bytes: quarter / 2,
                    deletedAt: second.map { Instant(secondsSince1970: $0) }
                )
            )
        }
        #expect(try space.setsGivingWay(to: "new", bytes: quarter / 2, by: "a").isEmpty)
        #expect(try space.setsGivingWay(to: "new", bytes: quarter, by: "a") == ["z"])
        #expect(try space.setsGivingWay(to: "new", bytes: quarter / 2 * 3, by: "a") == ["z", "y"])
        #expect(throws: PolicyWriteError.self) { try space.setsGivingWay(to: "new", bytes: 2 * quarter, by: "a") }
    }

    @Test func `names the set that the client deleted first`() {
        var space = WrittenSpace()
        for (set, author, second) in [("x", "a", nil), ("y", "a", 9), ("z", "a", 5), ("w", "b", 1)]
            as [(String, String, Int64?)]
        {
            space.holdings.append(
                WrittenSpace.Holding(
                    set: set,
                    author: author,
                    bytes: 0,
                    deletedAt: second.map { Instant(secondsSince1970: $0) }
                )
            )
        }
        #expect(space.oldestDeleted(of: "a", except: "q") == "z")
        #expect(space.oldestDeleted(of: "a", except: "z") == "y")
        #expect(space.oldestDeleted(of: "c", except: "q") == nil)
    }
}
