/// An algorithm and its parameters (RFC 5280 section 4.1.1.2).
package struct AlgorithmIdentifier: Sendable, Hashable {
    /// Which algorithm it is.
    package let algorithm: OID
    /// The parameters' whole DER element; nil when absent.
    package let parameters: [UInt8]?

    /// Takes the parts as parsed.
    package init(algorithm: OID, parameters: [UInt8]?) {
        self.algorithm = algorithm
        self.parameters = parameters
    }
}
