/// A cache key with the exact bytes of a request; comparing them takes a tenth of the time of a SHA-256 digest.
struct AnswerCacheKey: Sendable {
    let body: [UInt8]
    let parameters: RequestParameters
    /// A hash of the parameters, the length of the body and some of its bytes.
    ///
    /// Collisions are easy to construct, so a lookup by sketch must also compare the keys.
    let sketch: UInt64

    init(body: [UInt8], parameters: RequestParameters) {
        self.body = body
        self.parameters = parameters
        sketch = Self.sketch(body.span, isPEM: parameters.isPEM, target: parameters.target.span)
    }

    private init(copying other: AnswerCacheKey) {
        body = other.body.exactCopy
        parameters = RequestParameters(isPEM: other.parameters.isPEM, target: other.parameters.target.exactCopy)
        sketch = other.sketch
    }

    /// A copy in its own storage, without spare capacity.
    var copy: AnswerCacheKey { AnswerCacheKey(copying: self) }

    /// The size of the key in bytes.
    var weight: Int { body.count + parameters.target.count }
}

extension AnswerCacheKey {
    private static let width = 8
    /// How many words of the body are hashed at each end (usually host and policy) and between (usually certificates).
    private static let (endWords, innerWords) = (8, 16)

    private static func sketch(_ body: Span<UInt8>, isPEM: Bool, target: Span<UInt8>) -> UInt64 {
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

    /// One step of Knuth's multiplicative hash (The Art of Computer Programming, section 6.4).
    private static func mix(_ sketch: UInt64, _ value: UInt64) -> UInt64 {
        let product = (sketch ^ value) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}

extension AnswerCacheKey: Equatable {
    static func == (left: AnswerCacheKey, right: AnswerCacheKey) -> Bool {
        left.sketch == right.sketch && left.parameters == right.parameters && areEqual(left.body.span, right.body.span)
    }

    /// Compares windows of a constant length; the last window may overlap the previous one.
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

    /// Compares one window without an early exit, so that the compiler can vectorize the loop.
    @inline(__always)
    private static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>, from start: Int) -> Bool {
        let (ours, theirs) = (left.extracting(start..<start + window), right.extracting(start..<start + window))
        var difference: UInt8 = 0
        for index in 0..<window { difference |= ours[index] ^ theirs[index] }
        return difference == 0
    }
}
