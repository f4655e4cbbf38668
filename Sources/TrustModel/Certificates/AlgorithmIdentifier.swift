/// An algorithm with its parameters (RFC 5280 section 4.1.1.2).
package struct AlgorithmIdentifier: Sendable, Hashable {
    /// The identifier of the algorithm.
    package let algorithm: OID
    /// The DER element of the parameters; nil if they are absent.
    package let parameters: [UInt8]?

    /// Creates an identifier from its parsed fields.
    package init(algorithm: OID, parameters: [UInt8]?) {
        self.algorithm = algorithm
        self.parameters = parameters
    }
}
