/// What a request asks, by its very bytes: where it was asked before, comparing them costs a tenth of a digest.
struct AskedRequest: Sendable {
    /// The request's body.
    let body: [UInt8]
    /// Whether the body is PEM; JSON else.
    let isPEM: Bool
    /// The request target's bytes where it has a query; empty else.
    let target: [UInt8]
    /// What it is looked for by: some of the body's bytes, its length, and the rest.
    ///
    /// Requests with one sketch differ all the same, and anybody can make such; whoever looks for one must compare it.
    let sketch: UInt64

    /// Takes the parts.
    init(body: [UInt8], isPEM: Bool, target: [UInt8]) {
        self.body = body
        self.isPEM = isPEM
        self.target = target
        sketch = Self.sketch(body.span, isPEM, target.span)
    }

    private init(copying other: AskedRequest) {
        body = other.body.exactCopy
        isPEM = other.isPEM
        target = other.target.exactCopy
        sketch = other.sketch
    }

    /// The same in memory that it shares with nobody, and no more of it than it needs.
    var copy: AskedRequest { AskedRequest(copying: self) }

    /// How many bytes it holds.
    var weight: Int { body.count + target.count }
}

extension AskedRequest {
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

extension AskedRequest: Equatable {
    /// Whether both ask the same, byte for byte.
    static func == (left: AskedRequest, right: AskedRequest) -> Bool {
        left.sketch == right.sketch && left.isPEM == right.isPEM
            && areEqual(left.target.span, right.target.span) && areEqual(left.body.span, right.body.span)
    }

    /// Compares by windows of a known length, in each of which there is no way out, so that many bytes are compared at once.
    private static func areEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        let window = 64
        var start = 0
        while left.count - start >= window {
            let (ours, theirs) = (left.extracting(start..<start + window), right.extracting(start..<start + window))
            var difference: UInt8 = 0
            for index in 0..<window { difference |= ours[index] ^ theirs[index] }
            guard difference == 0 else { return false }
            start += window
        }
        while start < left.count {
            guard left[start] == right[start] else { return false }
            start += 1
        }
        return true
    }
}
