extension Hasher {
    /// Adds the octets, eight at a time, and the number of octets to the hash.
    package mutating func combine(octets: Span<UInt8>) {
        var word: UInt64 = 0
        for position in octets.indices {
            word = word << 8 | UInt64(octets[position])
            if position & 7 == 7 { combine(word) }
        }
        combine(word)
        combine(octets.count)
    }
}
