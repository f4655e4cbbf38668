/// Matches a Lua pattern (Lua 5.4 reference manual §6.4.1) with a number of steps.
///
/// Without `%b`, `%f` and back references. A step is one comparison of a byte with a part of the pattern, so the work is
/// proportional to the steps.
struct LuaPattern {
    /// The reason why a match cannot be computed.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// A match: the positions of the first and after the last byte, and the captures.
    struct Match: Equatable {
        let range: Range<Int>
        let captures: [Capture]
    }

    enum Capture: Equatable {
        case text(Range<Int>)
        /// `()`: a position, 1 for the first byte.
        case position(Int)
    }

    private enum Open {
        case started(Int)
        case finished(Capture)
    }

    private static let maximumDepth = 200
    private static let maximumCaptures = 32

    private let text: [UInt8]
    private let pattern: [UInt8]
    private let budget: Int
    private(set) var steps = 0
    private var captures: [Open] = []

    init(_ pattern: [UInt8], text: [UInt8], budget: Int) {
        self.pattern = pattern
        self.text = text
        self.budget = budget
    }

    /// Searches from a byte position on; nil if nothing matches.
    mutating func search(from start: Int) throws(Failure) -> Match? {
        let isAnchored = pattern.first == UInt8(ascii: "^")
        for position in start...max(start, text.count) where position <= text.count {
            captures = []
            if let end = try match(position, isAnchored ? 1 : 0, depth: 0) {
                return Match(range: position..<end, captures: try finishedCaptures())
            }
            if isAnchored { break }
        }
        return nil
    }

    private func finishedCaptures() throws(Failure) -> [Capture] {
        var finished: [Capture] = []
        for capture in captures {
            guard case .finished(let capture) = capture else {
                throw Failure(reason: "the pattern has an open capture")
            }
            finished.append(capture)
        }
        return finished
    }

    private mutating func step() throws(Failure) {
        steps += 1
        guard steps <= budget else { throw Failure(reason: "the match takes too many steps") }
    }

    /// Matches the rest of the pattern at a position; returns the end of the match.
    private mutating func match(_ position: Int, _ index: Int, depth: Int) throws(Failure) -> Int? {
        guard depth < Self.maximumDepth else { throw Failure(reason: "the pattern is too complex") }
        var (position, index) = (position, index)
        while index < pattern.count {
            try step()
            switch pattern[index] {
            case UInt8(ascii: "("): return try open(position, index, depth: depth)
            case UInt8(ascii: ")"): return try close(position, index, depth: depth)
            case UInt8(ascii: "$") where index + 1 == pattern.count: return position == text.count ? position : nil
            default: break
            }
            let end = try endOfClass(index)
            switch end < pattern.count ? pattern[end] : 0 {
            case UInt8(ascii: "*"): return try longest(atLeast: 0, at: position, from: index, to: end, depth: depth)
            case UInt8(ascii: "+"): return try longest(atLeast: 1, at: position, from: index, to: end, depth: depth)
            case UInt8(ascii: "-"): return try shortest(at: position, from: index, to: end, depth: depth)
            case UInt8(ascii: "?"):
                if try matchesClass(at: position, from: index, to: end),
                    let result = try match(position + 1, end + 1, depth: depth + 1)
                {
                    return result
                }
                index = end + 1
            default:
                guard try matchesClass(at: position, from: index, to: end) else { return nil }
                position += 1
                index = end
            }
        }
        return position
    }

    private mutating func open(_ position: Int, _ index: Int, depth: Int) throws(Failure) -> Int? {
        guard captures.count < Self.maximumCaptures else { throw Failure(reason: "the pattern has too many captures") }
        let isPosition = index + 1 < pattern.count && pattern[index + 1] == UInt8(ascii: ")")
        captures.append(isPosition ? .finished(.position(position + 1)) : .started(position))
        let result = try match(position, index + (isPosition ? 2 : 1), depth: depth + 1)
        if result == nil { captures.removeLast() }
        return result
    }

    private mutating func close(_ position: Int, _ index: Int, depth: Int) throws(Failure) -> Int? {
        let last = captures.lastIndex { if case .started = $0 { true } else { false } }
        guard let last, case .started(let start) = captures[last] else {
            throw Failure(reason: "the pattern closes a capture that is not open")
        }
        captures[last] = .finished(.text(start..<position))
        let result = try match(position, index + 1, depth: depth + 1)
        if result == nil { captures[last] = .started(start) }
        return result
    }

    private mutating func longest(
        atLeast minimum: Int,
        at position: Int,
        from index: Int,
        to end: Int,
        depth: Int
    ) throws(Failure) -> Int? {
        var count = 0
        while try matchesClass(at: position + count, from: index, to: end) { count += 1 }
        while count >= minimum {
            if let result = try match(position + count, end + 1, depth: depth + 1) { return result }
            count -= 1
        }
        return nil
    }

    private mutating func shortest(at position: Int, from index: Int, to end: Int, depth: Int) throws(Failure) -> Int? {
        var position = position
        while true {
            if let result = try match(position, end + 1, depth: depth + 1) { return result }
            guard try matchesClass(at: position, from: index, to: end) else { return nil }
            position += 1
        }
    }

    /// Returns the index after the class that begins at an index: a character, `%x` or a set.
    private mutating func endOfClass(_ index: Int) throws(Failure) -> Int {
        switch pattern[index] {
        case UInt8(ascii: "%"):
            guard index + 1 < pattern.count else { throw Failure(reason: "the pattern ends with %") }
            let escaped = pattern[index + 1]
            guard escaped != UInt8(ascii: "b"), escaped != UInt8(ascii: "f"), !(0x30...0x39).contains(escaped) else {
                throw Failure(reason: "the pattern has %b, %f or a back reference, which scripts cannot use")
            }
            return index + 2
        case UInt8(ascii: "["):
            var end = index + 1
            if end < pattern.count, pattern[end] == UInt8(ascii: "^") { end += 1 }
            repeat {
                try step()
                guard end < pattern.count else { throw Failure(reason: "the pattern has [ without ]") }
                end += pattern[end] == UInt8(ascii: "%") ? 2 : 1
            } while end >= pattern.count || pattern[end] != UInt8(ascii: "]")
            return end + 1
        default: return index + 1
        }
    }

    private mutating func matchesClass(at position: Int, from index: Int, to end: Int) throws(Failure) -> Bool {
        try step()
        guard position < text.count else { return false }
        let byte = text[position]
        switch pattern[index] {
        case UInt8(ascii: "."): return true
        case UInt8(ascii: "%"): return Self.isInClass(byte, pattern[index + 1])
        case UInt8(ascii: "["): return try isInSet(byte, from: index + 1, to: end - 1)
        case let literal: return literal == byte
        }
    }

    private mutating func isInSet(_ byte: UInt8, from start: Int, to end: Int) throws(Failure) -> Bool {
        var index = start
        let isNegated = pattern[index] == UInt8(ascii: "^")
        if isNegated { index += 1 }
        while index < end {
            try step()
            if pattern[index] == UInt8(ascii: "%") {
                if Self.isInClass(byte, pattern[index + 1]) { return !isNegated }
                index += 2
            } else if index + 2 < end, pattern[index + 1] == UInt8(ascii: "-") {
                if pattern[index] <= byte, byte <= pattern[index + 2] { return !isNegated }
                index += 3
            } else {
                if pattern[index] == byte { return !isNegated }
                index += 1
            }
        }
        return isNegated
    }

    /// Whether a byte is in a class such as `%a`; a capital letter is the complement, other characters are literal.
    private static func isInClass(_ byte: UInt8, _ name: UInt8) -> Bool {
        let isLetter = (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        let isDigit = (0x30...0x39).contains(byte)
        let isVisible = (0x21...0x7E).contains(byte)
        let isMember: Bool
        switch name | 0x20 {
        case UInt8(ascii: "a"): isMember = isLetter
        case UInt8(ascii: "c"): isMember = byte < 0x20 || byte == 0x7F
        case UInt8(ascii: "d"): isMember = isDigit
        case UInt8(ascii: "g"): isMember = isVisible
        case UInt8(ascii: "l"): isMember = (0x61...0x7A).contains(byte)
        case UInt8(ascii: "p"): isMember = isVisible && !isLetter && !isDigit
        case UInt8(ascii: "s"): isMember = byte == 0x20 || (0x09...0x0D).contains(byte)
        case UInt8(ascii: "u"): isMember = (0x41...0x5A).contains(byte)
        case UInt8(ascii: "w"): isMember = isLetter || isDigit
        case UInt8(ascii: "x"):
            isMember = isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        default: return name == byte
        }
        let isLetterName = (0x41...0x5A).contains(name) || (0x61...0x7A).contains(name)
        guard isLetterName else { return name == byte }
        return (0x41...0x5A).contains(name) ? !isMember : isMember
    }
}
