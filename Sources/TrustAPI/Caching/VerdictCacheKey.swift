/// What a request asks, by its very bytes: where it was asked before, comparing them costs a tenth of a digest.
struct VerdictCacheKey: Sendable {
    /// The request's body.
    let body: [UInt8]
    let form: RequestParameters
    /// What it is looked for by: some of the body's bytes, its length, and the rest.
    ///
    /// Requests with one sketch differ all the same, and anybody can make such; whoever looks for one must compare it.
    let sketch: UInt64

    /// Takes the parts.
    init(body: [UInt8], form: RequestParameters) {
        self.body = body
        self.form = form
        sketch = Self.sketch(body.span, form.isPEM, form.target.span)
    }

    private init(copying other: VerdictCacheKey) {
        body = other.body.exactCopy
        form = RequestParameters(isPEM: other.form.isPEM, target: other.form.target.exactCopy)
        sketch = other.sketch
    }

    /// The same in memory that it shares with nobody, and no more of it than it needs.
    var copy: VerdictCacheKey { VerdictCacheKey(copying: self) }

    /// How many bytes it holds.
    var weight: Int { body.count + form.target.count }
}

extension VerdictCacheKey {
    private static let width = 8
    /// The words at either end, where hosts and policies stand, and those between, where certificates do.
    private static let (endWords, innerWords) = (8, 16)

    private static func sketch(_ body: Span<UInt8>, _ isPEM: Bool, _ target: Span<UInt8>) -> UInt64 {
        var sketch = mix(UInt64(body.count), isPEM ? 1 : 0)
        for index in target.indices { sketch = mix(sketch, UInt64(target[index])) }
        let end = endWords * width
        guard body.count >= 2 * end + innerWords * width else {
            for index in body.indices { sketch = mix(sketch, UInt64(body[index])) }
            return sketch
        }
        let step = (body.count - 2 * end) / innerWords
        for word in 0..<endWords {
            sketch = mix(sketch, self.word(of: body, at: word * width))
            sketch = mix(sketch, self.word(of: body, at: body.count - end + word * width))
        }
        for word in 0..<innerWords { sketch = mix(sketch, self.word(of: body, at: end + word * step)) }
        return sketch
    }

    @inline(__always)
    private static func word(of bytes: Span<UInt8>, at offset: Int) -> UInt64 {
        let bytes = bytes.extracting(offset..<offset + width)
        var word: UInt64 = 0
        for index in 0..<width { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    /// A step of the multiplicative hash that Knuth describes (The Art of Computer Programming 6.4).
    private static func mix(_ sketch: UInt64, _ value: UInt64) -> UInt64 {
        let product = (sketch ^ value) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}

extension VerdictCacheKey: Equatable {
    /// Whether both ask the same, byte for byte.
    static func == (left: VerdictCacheKey, right: VerdictCacheKey) -> Bool {
        left.sketch == right.sketch && left.form == right.form && areEqual(left.body.span, right.body.span)
    }

    /// Compares by windows of a known length, the last of which may cover some bytes again.
    private static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        guard left.count >= window else {
            for index in left.indices where left[index] != right[index] { return false }
            return true
        }
        var start = 0
        while left.count - start > window {
            guard areEqual(left, right, from: start) else { return false }
            start += window
        }
        return areEqual(left, right, from: left.count - window)
    }

    private static let window = 256

    /// Compares a window; there is no way out within it, so that many bytes are compared at once.
    @inline(__always)
    private static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>, from start: Int) -> Bool {
        let (ours, theirs) = (left.extracting(start..<start + window), right.extracting(start..<start + window))
        var difference: UInt8 = 0
        for index in 0..<window { difference |= ours[index] ^ theirs[index] }
        return difference == 0
    }
}
