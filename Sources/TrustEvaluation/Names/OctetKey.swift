/// Octets as a dictionary key.
///
/// Hashes eight octets at a time with the process's secret seed; an array would hash single octets.
package struct OctetKey: Hashable, Sendable {
    let octets: ArraySlice<UInt8>

    init(_ octets: ArraySlice<UInt8>) {
        self.octets = octets
    }

    /// Hashes the octets and their number.
    package func hash(into hasher: inout Hasher) {
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
