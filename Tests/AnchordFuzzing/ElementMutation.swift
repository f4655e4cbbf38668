/// Mutates one element of a DER encoding, and corrects the lengths around it.
///
/// The fuzzer's own mutations ignore lengths, so the parser rejects nearly all of them at the outermost element.
struct ElementMutation {
    /// The header of an enclosing element, and the end of its content.
    private struct Element {
        let start: Int
        let content: Range<Int>

        var whole: Range<Int> { start..<content.upperBound }
    }

    private let bytes: [UInt8]
    private var random: UInt64

    /// Creates a mutation from an input and a seed.
    init(_ bytes: [UInt8], seed: UInt32) {
        self.bytes = bytes
        random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// Mutates an element, or nothing if there is none at the chosen place.
    ///
    /// - Parameter mutate: Mutates the content of an element.
    /// - Returns: The new encoding; nil if nothing changed.
    mutating func mutated(_ mutate: ([UInt8]) -> [UInt8]) -> [UInt8]? {
        var path = path()
        guard let element = path.popLast() else { return nil }
        let part = replacement(of: element, mutate)
        return path.reversed().reduce((part: part, place: element.whole)) { inner, outer in
            let content = bytes[outer.content.lowerBound..<inner.place.lowerBound] + inner.part
            let whole = content + bytes[inner.place.upperBound..<outer.content.upperBound]
            return (Self.header(bytes[outer.start], whole.count) + whole, outer.whole)
        }.part
    }

    private mutating func replacement(of element: Element, _ mutate: ([UInt8]) -> [UInt8]) -> [UInt8] {
        let whole = Array(bytes[element.whole])
        switch next(8) {
        case 0: return []
        case 1: return whole + whole
        case 2: return other() + whole
        case 3: return other()
        case 4:
            let tags: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0A, 0x0C, 0x13, 0x17, 0x18, 0x30, 0x31]
            let tag = next(2) == 0 ? tags[next(tags.count)] : [0x80, 0xA0][next(2)] | UInt8(next(9))
            return [tag] + whole.dropFirst()
        case 5:
            // A length that BER allows and DER does not: with more octets than necessary, or indefinite.
            let content = Array(bytes[element.content])
            let octets = [UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
            let isShort = content.count < 0x100 && next(2) == 0
            if next(4) == 0 { return [bytes[element.start], 0x80] + content + [0, 0] }
            return [bytes[element.start]] + (isShort ? [0x81, octets[1]] : [0x83, 0] + octets) + content
        default:
            let content = mutate(Array(bytes[element.content]))
            return Self.header(bytes[element.start], content.count) + content
        }
    }

    /// Returns another element of the same input.
    private mutating func other() -> [UInt8] { path().last.map { Array(bytes[$0.whole]) } ?? [] }

    /// Returns the path to a random element, the outermost first.
    private mutating func path() -> [Element] {
        guard !bytes.isEmpty else { return [] }
        let place = next(bytes.count)
        var path: [Element] = []
        var range = bytes.indices
        while let element = element(in: range, around: place) {
            path.append(element)
            // OCTET STRINGs in extensions contain elements.
            guard bytes[element.start] & 0x20 != 0 || bytes[element.start] == 0x04, element.content.contains(place),
                next(4) != 0
            else { break }
            range = element.content
        }
        return path
    }

    /// Returns the element at an offset in a range; nil if an element before it is malformed.
    private func element(in range: Range<Int>, around place: Int) -> Element? {
        var start = range.lowerBound
        while range.upperBound - start >= 2 {
            var content = start + 2
            var length = Int(bytes[start + 1])
            if length >= 0x80 {
                let octets = length & 0x7F
                guard (1...2).contains(octets), range.upperBound - content >= octets else { return nil }
                length = bytes[content..<content + octets].reduce(0) { $0 << 8 | Int($1) }
                content += octets
            }
            guard length <= range.upperBound - content else { return nil }
            if place < content + length { return Element(start: start, content: content..<content + length) }
            start = content + length
        }
        return nil
    }

    private static func header(_ tag: UInt8, _ count: Int) -> [UInt8] {
        switch count {
        case 0..<0x80: [tag, UInt8(count)]
        case 0x80..<0x100: [tag, 0x81, UInt8(count)]
        default: [tag, 0x82, UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
        }
    }

    /// Returns a random number below a bound (xorshift).
    private mutating func next(_ bound: Int) -> Int {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return Int(truncatingIfNeeded: random >> 33) % bound
    }
}
