/// Arithmetic modulo an odd prime p of at most 576 bits, on numbers below p.
///
/// A product is the Montgomery product uv/R with R = 2⁶⁴ⁿ for the n words of p, which needs no division. The time depends
/// on the numbers, so they must not be secret.
struct PrimeField {
    /// Words of 64 bits, the least significant first, without an allocation; words beyond those of p are zero.
    typealias Number = InlineArray<9, UInt64>
    /// The words of a sum that is less than p·2⁶⁵.
    private typealias Sum = InlineArray<11, UInt64>

    private let prime: Number
    /// The number n of words of p.
    private let count: Int
    /// −1/p modulo 2⁶⁴.
    private let inverse: UInt64

    static let zero = Number(repeating: 0)
    static let one = number("1")

    /// Creates the field of a prime in hexadecimal.
    init(prime: String) {
        self.prime = Self.number(prime)
        count = (prime.utf8.count + 15) / 16
        // Each step doubles the number of correct bits of 1/p; three bits of 1/p are those of p.
        let lowest = self.prime[0]
        var reciprocal = lowest
        for _ in 0..<5 { reciprocal &*= 2 &- lowest &* reciprocal }
        inverse = 0 &- reciprocal
    }

    /// Parses a constant in hexadecimal.
    static func number(_ hexadecimal: String) -> Number {
        var number = Number(repeating: 0)
        var rest = hexadecimal[...]
        var position = 0
        while !rest.isEmpty {
            number[position] = UInt64(rest.suffix(16), radix: 16) ?? 0
            rest = rest.dropLast(16)
            position += 1
        }
        return number
    }

    /// Returns the number with the given big-endian octets; nil unless it is below p.
    func number(_ octets: ArraySlice<UInt8>) -> Number? {
        guard octets.count <= 8 * count else { return nil }
        var number = Number(repeating: 0)
        var position = 0
        for octet in octets.reversed() {
            number[position >> 3] |= UInt64(octet) &<< UInt64((position & 7) << 3)
            position += 1
        }
        return Self.difference(number, prime, words: count).isNegative ? number : nil
    }

    func areEqual(_ left: Number, _ right: Number) -> Bool {
        for position in 0..<count where left[position] != right[position] { return false }
        return true
    }

    /// Returns −u modulo p for a number other than 0.
    func negative(_ number: Number) -> Number { Self.difference(prime, number, words: count).number }

    func sum(_ left: Number, _ right: Number) -> Number {
        var sum = Sum(repeating: 0)
        var carry: UInt64 = 0
        for position in 0..<count {
            let word = UInt128(left[position]) &+ UInt128(right[position]) &+ UInt128(carry)
            sum[position] = UInt64(truncatingIfNeeded: word)
            carry = UInt64(truncatingIfNeeded: word &>> 64)
        }
        sum[count] = carry
        return reduced(sum)
    }

    /// Returns uv/R modulo p.
    func product(_ left: Number, _ right: Number) -> Number {
        var sum = Sum(repeating: 0)
        for position in 0..<count {
            add(left, times: right[position], to: &sum)
            // The lowest word becomes zero, so that the sum can be divided by 2⁶⁴.
            add(prime, times: sum[0] &* inverse, to: &sum)
            for next in 0...count { sum[next] = sum[next + 1] }
            sum[count + 1] = 0
        }
        return reduced(sum)
    }

    /// Returns u/R modulo p.
    func quotient(_ number: Number) -> Number { product(number, Self.one) }

    /// Returns whether a number is a square modulo p: whether its Jacobi symbol is not −1.
    ///
    /// R is a square, so a product is a square if and only if uv is one.
    func isSquare(_ number: Number) -> Bool {
        var (upper, lower) = (number, prime)
        // The numbers become smaller, so that fewer words are significant.
        var words = count
        var isNegative = false
        while true {
            while words > 1, upper[words - 1] | lower[words - 1] == 0 { words -= 1 }
            guard let shift = Self.removeTrailingZeros(of: &upper, words) else { return !isNegative }
            // The symbol of 2 is −1 if the lower number is 3 or 5 modulo 8.
            if shift & 1 == 1, (lower[0] &+ 2) & 4 != 0 { isNegative.toggle() }
            let (difference, isLess) = Self.difference(upper, lower, words: words)
            if isLess {
                if upper[0] & lower[0] & 3 == 3 { isNegative.toggle() }
                (upper, lower) = (Self.difference(lower, upper, words: words).number, upper)
            } else {
                upper = difference
            }
        }
    }
}

/// Operations on words.
extension PrimeField {
    /// Adds a product to a sum.
    private func add(_ number: Number, times factor: UInt64, to sum: inout Sum) {
        var carry: UInt64 = 0
        for position in 0..<count {
            let product = number[position].multipliedFullWidth(by: factor)
            let word = UInt128(product.low) &+ UInt128(sum[position]) &+ UInt128(carry)
            sum[position] = UInt64(truncatingIfNeeded: word)
            carry = product.high &+ UInt64(truncatingIfNeeded: word &>> 64)
        }
        let (word, overflows) = sum[count].addingReportingOverflow(carry)
        sum[count] = word
        if overflows { sum[count + 1] &+= 1 }
    }

    /// Returns u − v modulo 2⁶⁴ⁿ for numbers of n words, and whether u is less than v.
    private static func difference(
        _ left: Number,
        _ right: Number,
        words count: Int
    ) -> (number: Number, isNegative: Bool) {
        var difference = Number(repeating: 0)
        var borrow: UInt64 = 0
        for position in 0..<count {
            let word = UInt128(left[position]) &- UInt128(right[position]) &- UInt128(borrow)
            difference[position] = UInt64(truncatingIfNeeded: word)
            borrow = UInt64(truncatingIfNeeded: word &>> 127)
        }
        return (difference, borrow == 1)
    }

    /// Returns a sum that is less than 2p, modulo p.
    private func reduced(_ sum: Sum) -> Number {
        var number = Number(repeating: 0)
        for position in 0..<count { number[position] = sum[position] }
        let (difference, isNegative) = Self.difference(number, prime, words: count)
        return isNegative && sum[count] == 0 ? number : difference
    }

    /// Shifts a number until it is odd; returns the number of bits, or nil if the number is 0.
    private static func removeTrailingZeros(of number: inout Number, _ count: Int) -> Int? {
        guard number[0] & 1 == 0 else { return 0 }
        guard let lowest = (0..<count).first(where: { number[$0] != 0 }) else { return nil }
        let bits = number[lowest].trailingZeroBitCount
        for position in 0..<count {
            let source = position + lowest
            let word = source < count ? number[source] : 0
            let next = source + 1 < count ? number[source + 1] : 0
            number[position] = UInt64(truncatingIfNeeded: (UInt128(next) &<< 64 | UInt128(word)) &>> UInt128(bits))
        }
        return 64 * lowest + bits
    }
}
