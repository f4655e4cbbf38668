import BoundedCache
import Testing

@Suite struct `A bounded cache` {
    @Test func `finds what was stored last for a key, and nothing else`() {
        var cache = ClockCache<Int, String>(capacity: 4)
        #expect(cache.value(for: 1) == nil)
        cache.insert("a", for: 1)
        cache.insert("b", for: 2)
        cache.insert("c", for: 1)
        #expect(cache.value(for: 1) == "c")
        #expect(cache.value(for: 2) == "b")
        #expect(cache.count == 2)
    }

    @Test func `never has more entries than it may, and gives up those that nobody asks for`() {
        var cache = ClockCache<Int, Int>(capacity: 8)
        cache.insert(-1, for: -1)
        for number in 0..<1000 {
            #expect(cache.value(for: -1) == -1, "what is asked for stays")
            cache.insert(number, for: number)
            #expect(cache.value(for: -1) == -1)
            #expect(cache.count <= 8)
        }
        #expect(cache.evictions == 1000 - 7)
        #expect(cache.value(for: 999) == 999)
        #expect(cache.value(for: 0) == nil)
    }

    @Test func `gives what comes new the time to be asked for`() {
        var cache = ClockCache<Int, Int>(capacity: 64)
        for number in 0..<1000 { cache.insert(number, for: number) }
        // Between two questions for one of eight, others come that nobody asks for again.
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

    @Test func `never weighs more than it may, and does not take what alone is too heavy`() {
        var cache = ClockCache<Int, Int>(capacity: 100, maximumWeight: 50)
        for number in 0..<200 {
            cache.insert(number, for: number, weight: 1 + number % 20)
            #expect(cache.weight <= 50)
        }
        cache.insert(0, for: 1000, weight: 50)
        #expect(cache.count == 1 && cache.weight == 50)
        cache.insert(0, for: 1000, weight: 51)
        #expect(cache.count == 0 && cache.weight == 0, "the old value for the key is not left")
    }

    @Test func `keeps nothing where it may keep nothing`() {
        var cache = ClockCache<Int, Int>(capacity: 0)
        cache.insert(1, for: 1)
        #expect(cache.value(for: 1) == nil)
    }

    @Test func `behaves as a dictionary that forgets, whatever is done to it`() {
        var random = SystemRandomNumberGenerator()
        var cache = ClockCache<Int, Int>(capacity: 16, maximumWeight: 64)
        var known: [Int: Int] = [:]
        for step in 0..<20000 {
            let key = Int.random(in: 0..<40, using: &random)
            if Bool.random(using: &random) {
                cache.insert(step, for: key, weight: Int.random(in: 0...9, using: &random))
                known[key] = step
            } else if let value = cache.value(for: key) {
                #expect(value == known[key])
            }
            #expect(cache.count <= 16 && cache.weight <= 64)
        }
    }
}

@Suite struct `A cache that is shared` {
    @Test(arguments: [0, 1, 10, 1000, 5000]) func `is bounded, and counts what it finds`(capacity: Int) {
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

    @Test(arguments: [1000, 4000, 16000, 1_000_000]) func `has room for a heavy entry, however many there may be`(
        maximumWeight: Int
    ) {
        let cache = SharedCache<Int, Int>(capacity: 100_000, maximumWeight: maximumWeight, heaviest: 1000)
        for number in 0..<100 {
            cache.insert(number, for: number, weight: 1000)
            #expect(cache.value(for: number) == number)
        }
        #expect(cache.figures.weight <= maximumWeight)
    }

    @Test func `gives every thread what was stored`() async {
        let cache = SharedCache<Int, Int>(capacity: 2048)
        await withTaskGroup(of: Bool.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    (0..<5000).allSatisfy { step in
                        let key = (step * 7 + thread) % 4096
                        cache.insert(key * 2, for: key)
                        return cache.value(for: key) ?? key * 2 == key * 2
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(cache.figures.entries <= 2048)
    }
}
