import TrustModel

/// A curve, y² = x³ + ax + b over a prime field (SEC 1 section 2.2.1).
struct WeierstrassCurve {
    private let field: PrimeField
    /// a/R and b/R² (see ``PrimeField/product(_:_:)``).
    private let (a, b): (PrimeField.Number, PrimeField.Number)

    /// Creates a curve from numbers in hexadecimal; without `a`, it is −3.
    private init(prime: String, a: String?, b: String) {
        field = PrimeField(prime: prime)
        self.a = field.quotient(a.map(PrimeField.number) ?? field.negative(PrimeField.number("3")))
        self.b = field.quotient(field.quotient(PrimeField.number(b)))
    }

    /// Returns whether an encoded point of the right length, compressed or not, is on the curve (SEC 1 section 2.3.4).
    func contains(_ point: ArraySlice<UInt8>) -> Bool {
        let coordinates = point.dropFirst()
        let isCompressed = point.first != 4
        let length = isCompressed ? coordinates.count : coordinates.count / 2
        guard let x = field.number(coordinates.prefix(length)) else { return false }
        let right = field.sum(field.product(field.sum(field.product(x, x), a), x), b)
        if isCompressed { return field.isSquare(right) }
        guard let y = field.number(coordinates.dropFirst(length)) else { return false }
        return field.areEqual(field.quotient(field.product(y, y)), right)
    }

    /// The supported curves (SEC 2, RFC 5639).
    static let named: [OID: WeierstrassCurve] = [
        .prime192v1: WeierstrassCurve(
            prime: "fffffffffffffffffffffffffffffffeffffffffffffffff",
            a: nil,
            b: "64210519e59c80e70fa7e9ab72243049feb8deecc146b9b1"
        ),
        .secp224r1: WeierstrassCurve(
            prime: "ffffffffffffffffffffffffffffffff000000000000000000000001",
            a: nil,
            b: "b4050a850c04b3abf54132565044b0b7d7bfd8ba270b39432355ffb4"
        ),
        .prime256v1: WeierstrassCurve(
            prime: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff",
            a: nil,
            b: "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"
        ),
        .secp384r1: WeierstrassCurve(
            prime: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff"
                + "0000000000000000ffffffff",
            a: nil,
            b: "b3312fa7e23ee7e4988e056be3f82d19181d9c6efe8141120314088f5013875ac656398d"
                + "8a2ed19d2a85c8edd3ec2aef"
        ),
        .secp521r1: WeierstrassCurve(
            prime: "1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
                + "fffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            a: nil,
            b: "51953eb9618e1c9a1f929a21a0b68540eea2da725b99b315f3b8b489918ef109e1561939"
                + "51ec7e937b1652c0bd3bb1bf073573df883d2c34f1ef451fd46b503f00"
        ),
        .secp256k1: WeierstrassCurve(
            prime: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f",
            a: "0",
            b: "7"
        ),
        .brainpoolP256r1: WeierstrassCurve(
            prime: "a9fb57dba1eea9bc3e660a909d838d726e3bf623d52620282013481d1f6e5377",
            a: "7d5a0975fc2c3057eef67530417affe7fb8055c126dc5c6ce94a4b44f330b5d9",
            b: "26dc5c6ce94a4b44f330b5d9bbd77cbf958416295cf7e1ce6bccdc18ff8c07b6"
        ),
        .brainpoolP384r1: WeierstrassCurve(
            prime: "8cb91e82a3386d280f5d6f7e50e641df152f7109ed5456b412b1da197fb71123acd3a729"
                + "901d1a71874700133107ec53",
            a: "7bc382c63d8c150c3c72080ace05afa0c2bea28e4fb22787139165efba91f90f8aa5814a"
                + "503ad4eb04a8c7dd22ce2826",
            b: "4a8c7dd22ce28268b39b55416f0447c2fb77de107dcd2a62e880ea53eeb62d57cb439029"
                + "5dbc9943ab78696fa504c11"
        ),
        .brainpoolP512r1: WeierstrassCurve(
            prime: "aadd9db8dbe9c48b3fd4e6ae33c9fc07cb308db3b3c9d20ed6639cca703308717d4d9b00"
                + "9bc66842aecda12ae6a380e62881ff2f2d82c68528aa6056583a48f3",
            a: "7830a3318b603b89e2327145ac234cc594cbdd8d3df91610a83441caea9863bc2ded5d5a"
                + "a8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9e7c1ac4d77fc94ca",
            b: "3df91610a83441caea9863bc2ded5d5aa8253aa10a2ef1c98b9ac8b57f1117a72bf2c7b9"
                + "e7c1ac4d77fc94cadc083e67984050b75ebae5dd2809bd638016f723"
        ),
    ]
}
