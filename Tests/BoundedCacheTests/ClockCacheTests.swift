import BoundedCache
import Testing
import TrustTestSupport

@Suite struct `A bounded cache` {
    @Test func `returns the last value stored for a key`() {
        var cache = ClockCache<Int, String>(capacity: 4)
        #expect(cache.value(for: 1) == nil)
        cache.insert("a", for: 1)
        cache.insert("b", for: 2)
        cache.insert("c", for: 1)
        #expect(cache.value(for: 1) == "c")
        #expect(cache.value(for: 2) == "b")
        #expect(cache.count == 2)
    }

    @Test func `never exceeds its capacity and evicts entries that are not looked up`() {
        var cache = ClockCache<Int, Int>(capacity: 8)
        cache.insert(-1, for: -1)
        for number in 0..<1000 {
            #expect(cache.value(for: -1) == -1, "an entry that is looked up stays")
            cache.insert(number, for: number)
            #expect(cache.value(for: -1) == -1)
            #expect(cache.count <= 8)
        }
        #expect(cache.evictions == 1000 - 7)
        #expect(cache.value(for: 999) == 999)
        #expect(cache.value(for: 0) == nil)
    }

    @Test func `keeps new entries long enough to be looked up`() {
        var cache = ClockCache<Int, Int>(capacity: 64)
        for number in 0..<1000 { cache.insert(number, for: number) }
        // Between two lookups of the same key, eight entries are stored that are never looked up.
        var missed = 0
        for round in 0..<1000 {
            let wanted = -1 - round % 8
            if cache.value(for: wanted) == nil {
                missed += 1
                cache.insert(0, for: wanted)
            }
            cache.insert(0, for: 1000 + round)
        }
        #expect(missed == 8)
    }

    @Test func `never exceeds its maximum weight and does not store a value that is too heavy`() {
        var cache = ClockCache<Int, Int>(capacity: 100, maximumWeight: 50)
        for number in 0..<200 {
            cache.insert(number, for: number, weight: 1 + number % 20)
            #expect(cache.weight <= 50)
        }
        cache.insert(0, for: 1000, weight: 50)
        #expect(cache.count == 1 && cache.weight == 50)
        cache.insert(0, for: 1000, weight: 51)
        #expect(cache.count == 0 && cache.weight == 0, "the old value for the key is removed")
    }

    @Test func `stores nothing if its capacity is 0`() {
        var cache = ClockCache<Int, Int>(capacity: 0)
        cache.insert(1, for: 1)
        #expect(cache.value(for: 1) == nil)
    }

    @Test func `behaves like a dictionary except for evictions, which it counts`() {
        var random = SeededGenerator(seed: 1)
        var cache = ClockCache<Int, Entry>(capacity: 16, maximumWeight: 64)
        var known: [Int: Entry] = [:]
        for step in 0..<5000 {
            let (key, evictions) = (Int.random(in: 0..<40, using: &random), cache.evictions)
            if Bool.random(using: &random) {
                let entry = Entry(step: step, weight: Int.random(in: 0...9, using: &random))
                known[key] = nil
                let hasCapacity = known.count < 16 && known.values.reduce(entry.weight) { $0 + $1.weight } <= 64
                cache.insert(entry, for: key, weight: entry.weight)
                known[key] = entry
                let kept = contents(cache)
                #expect(kept[key] == entry, "the stored entry is present")
                #expect(kept.allSatisfy { known[$0.key] == $0.value })
                #expect(cache.evictions - evictions == known.count - kept.count)
                #expect(hasCapacity == (known.count == kept.count), "entries are evicted only when the cache is full")
                known = kept
            } else {
                #expect(cache.value(for: key) == known[key])
            }
            #expect(contents(cache) == known)
            #expect(cache.count == known.count && cache.weight == known.values.reduce(0) { $0 + $1.weight })
        }
        #expect(cache.evictions > 100)
    }

    private struct Entry: Equatable {
        var step: Int
        var weight: Int
    }

    /// Returns all entries; looks them up in a copy, so that they are not marked as referenced.
    private func contents(_ cache: ClockCache<Int, Entry>) -> [Int: Entry] {
        var copy = cache
        return (0..<40).reduce(into: [:]) { $0[$1] = copy.value(for: $1) }
    }
}

@Suite struct `A shared cache` {
    @Test(arguments: [0, 1, 10, 1000, 5000]) func `is bounded and counts hits and misses`(capacity: Int) {
        let cache = SharedCache<Int, Int>(capacity: capacity, maximumWeight: 100_000)
        for number in 0..<20000 { cache.insert(number, for: number, weight: 3) }
        let figures = cache.figures
        #expect(figures.entries <= capacity + 15)
        #expect(figures.weight == 3 * figures.entries)
        #expect(figures.evictions == (capacity == 0 ? 0 : 20000 - figures.entries))
        let found = (0..<20000).count { cache.value(for: $0) != nil }
        #expect(found == figures.entries)
        #expect(cache.figures.hits == found)
        #expect(cache.figures.misses == 20000 - found)
    }

    @Test(arguments: [1000, 4000, 16000, 1_000_000]) func `can store the heaviest entry at any maximum weight`(
        maximumWeight: Int
    ) {
        let cache = SharedCache<Int, Int>(capacity: 100_000, maximumWeight: maximumWeight, heaviest: 1000)
        for number in 0..<100 {
            cache.insert(number, for: number, weight: 1000)
            #expect(cache.value(for: number) == number)
        }
        #expect(cache.figures.weight <= maximumWeight)
    }

    @Test func `returns stored values to every thread if all of them fit`() async {
        // Each of the 16 shards can hold every key.
        let cache = SharedCache<Int, Int>(capacity: 16 * 4096)
        await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    (0..<5000).count { step in
                        let key = (step * 7 + thread) % 4096
                        cache.insert(key * 2, for: key)
                        return cache.value(for: key) == key * 2
                    }
                }
            }
            for await right in group { #expect(right == 5000) }
        }
        #expect((0..<4096).allSatisfy { cache.value(for: $0) == $0 * 2 })
        #expect(cache.figures.entries == 4096)
        #expect(cache.figures.hits == 8 * 5000 + 4096)
        #expect(cache.figures.misses == 0)
        #expect(cache.figures.evictions == 0)
    }

    @Test func `never returns the value of another key while entries are evicted`() async {
        let cache = SharedCache<Int, Int>(capacity: 256)
        await withTaskGroup(of: (right: Int, wrong: Int).self) { group in
            for thread in 0..<8 {
                group.addTask {
                    (0..<5000).reduce(into: (right: 0, wrong: 0)) { answers, step in
                        let key = (step * 7 + thread) % 4096
                        cache.insert(key * 2, for: key)
                        guard let value = cache.value(for: key) else { return }
                        if value == key * 2 { answers.right += 1 } else { answers.wrong += 1 }
                    }
                }
            }
            var found = 0
            for await answers in group {
                #expect(answers.wrong == 0)
                found += answers.right
            }
            #expect(cache.figures.hits == found)
        }
        // Other threads rarely evict an entry that was just stored.
        #expect(cache.figures.hits > 4 * 5000)
        #expect(cache.figures.hits + cache.figures.misses == 8 * 5000)
        #expect(cache.figures.evictions > 0)
        #expect(cache.figures.entries <= 256)
    }
}
