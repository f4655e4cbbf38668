/// A twisted Edwards curve, ax² + y² = 1 + dx²y², whose points are encoded as in RFC 8032.
struct EdwardsCurve {
    private let field: PrimeField
    /// −1/R, d, −a/R² (see ``PrimeField/product(_:_:)``).
    private let (minusOne, d, minusA): (PrimeField.Number, PrimeField.Number, PrimeField.Number)
    /// The number of octets of y, and whether the sign of x has an octet of its own.
    private let length: Int
    private let hasSignOctet: Bool

    private init(_ field: PrimeField, a: PrimeField.Number, d: PrimeField.Number, length: Int, hasSignOctet: Bool) {
        self.field = field
        self.d = d
        minusOne = field.quotient(field.negative(PrimeField.one))
        minusA = field.quotient(field.quotient(field.negative(a)))
        self.length = length
        self.hasSignOctet = hasSignOctet
    }

    /// Returns whether a key of the right length encodes a point (RFC 8032 sections 5.1.3 and 5.2.3).
    func contains(_ key: ArraySlice<UInt8>) -> Bool {
        guard let last = key.last, !hasSignOctet || last & 0x7F == 0 else { return false }
        var octets = Array(key.prefix(length).reversed())
        if !hasSignOctet { octets[0] &= 0x7F }
        guard let y = field.number(octets[...]) else { return false }
        // x² = (y² − 1)/(dy² − a), and a quotient is a square if and only if the product is one.
        let square = field.product(y, y)
        let numerator = field.sum(square, minusOne)
        if field.areEqual(numerator, PrimeField.zero) { return last & 0x80 == 0 }
        return field.isSquare(field.product(numerator, field.sum(field.product(square, d), minusA)))
    }

    static let ed25519 = {
        let field = PrimeField(prime: "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffed")
        return EdwardsCurve(
            field,
            a: field.negative(PrimeField.one),
            d: PrimeField.number("52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3"),
            length: 32,
            hasSignOctet: false
        )
    }()

    static let ed448 = {
        let field = PrimeField(
            prime: "fffffffffffffffffffffffffffffffffffffffffffffffffffffffe"
                + "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
        )
        return EdwardsCurve(
            field,
            a: PrimeField.one,
            d: field.negative(PrimeField.number("98a9")),
            length: 56,
            hasSignOctet: true
        )
    }()
}
