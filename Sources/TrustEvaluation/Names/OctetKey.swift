/// Octets as the key of a table.
///
/// Hashed with the secret seed of the process by eight at a time, where an array hashes one after the other.
struct OctetKey: Hashable, Sendable {
    let octets: ArraySlice<UInt8>

    init(_ octets: ArraySlice<UInt8>) {
        self.octets = octets
    }

    func hash(into hasher: inout Hasher) {
        let span = octets.span
        var word: UInt64 = 0
        for position in span.indices {
            word = word << 8 | UInt64(span[position])
            if position & 7 == 7 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(span.count)
    }
}
