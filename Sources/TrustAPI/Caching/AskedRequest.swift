/// What a request asks, as a key by its very bytes: where it was asked before, comparing them costs a tenth of a digest.
struct AskedRequest: Sendable {
    /// The request's body.
    let body: [UInt8]
    /// Whether the body is PEM; JSON else.
    let isPEM: Bool
    /// The request target's bytes where it has a query; empty else.
    let target: [UInt8]
    /// A few of the body's bytes and its length, by which it is looked for among others.
    let sketch: UInt64

    /// Takes the parts.
    init(body: [UInt8], isPEM: Bool, target: [UInt8]) {
        self.body = body
        self.isPEM = isPEM
        self.target = target
        sketch = Self.sketch(of: body.span)
    }

    /// How many bytes it holds.
    var weight: Int { body.count + target.count }

    /// Mixes words from all over the body; bodies with one sketch are told apart by comparing them whole.
    private static func sketch(of body: Span<UInt8>) -> UInt64 {
        var sketch = UInt64(body.count)
        let (words, width) = (16, 8)
        guard body.count >= words * width else {
            for index in body.indices { sketch = mix(sketch, UInt64(body[index])) }
            return sketch
        }
        let step = (body.count - width) / (words - 1)
        for word in 0..<words {
            let bytes = body.extracting(word * step..<word * step + width)
            var value: UInt64 = 0
            for index in 0..<width { value = value << 8 | UInt64(bytes[index]) }
            sketch = mix(sketch, value)
        }
        return sketch
    }

    /// A step of the multiplicative hash that Knuth describes (The Art of Computer Programming 6.4).
    private static func mix(_ sketch: UInt64, _ value: UInt64) -> UInt64 {
        let product = (sketch ^ value) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 32
    }
}

extension AskedRequest: Hashable {
    /// Whether both ask the same, byte for byte.
    static func == (left: AskedRequest, right: AskedRequest) -> Bool {
        left.sketch == right.sketch && left.isPEM == right.isPEM
            && areEqual(left.body.span, right.body.span) && areEqual(left.target.span, right.target.span)
    }

    /// Hashes the sketch: few are kept, so that whoever makes many with one sketch wins nothing.
    func hash(into hasher: inout Hasher) {
        hasher.combine(sketch)
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
