/// Where in some DER the signed bytes stand, the algorithm and the signature: what it takes to check the signature.
package struct SignedPart: Sendable, Hashable {
    /// The signed bytes, header included.
    package let content: Range<Int>
    /// The AlgorithmIdentifier beside the signature, header included.
    package let algorithm: Range<Int>
    /// The octets of the signature.
    package let signature: Range<Int>

    /// Takes byte ranges within the DER.
    package init(content: Range<Int>, algorithm: Range<Int>, signature: Range<Int>) {
        self.content = content
        self.algorithm = algorithm
        self.signature = signature
    }
}
