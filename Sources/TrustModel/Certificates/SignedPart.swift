/// The byte ranges, within DER, of the signed bytes, the signature algorithm and the signature.
package struct SignedPart: Sendable, Hashable {
    /// The signed bytes, including their header.
    package let content: Range<Int>
    /// The AlgorithmIdentifier of the signature, including its header.
    package let algorithm: Range<Int>
    /// The octets of the signature.
    package let signature: Range<Int>

    /// Creates a value from byte ranges in the DER.
    package init(content: Range<Int>, algorithm: Range<Int>, signature: Range<Int>) {
        self.content = content
        self.algorithm = algorithm
        self.signature = signature
    }
}
